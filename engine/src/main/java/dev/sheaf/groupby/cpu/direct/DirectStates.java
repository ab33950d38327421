package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.hash.PerfectHash;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.reduce.CoMomentsReduction;
import dev.sheaf.groupby.cpu.reduce.Fusable;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// States that lie at the place of the key itself, which one loop updates from key to state ([DirectLoop]):
/// there are no group ids, and columns are read once, while states are updated.
///
/// This is for keys of few bits, once a table knows them, and reductions that add or compare. Small whole
/// numbers are summed in parts of a word ([StateLayout]). A row whose key or values the loop does not know
/// stops it; the rows from there on are grouped with ids, from which more is learnt. Groups and their states
/// reach the table when they are [flushed][#flush].
public final class DirectStates {
    /// Sums of 64-bit numbers are flushed after so many rows at the latest, see [DirectLoopBody#SAFE_BITS].
    static final long WIDE_ROWS = 1L << 22;

    private static final long MOST_ROWS = 1L << 30;
    private static final long MOST_PAUSE = 1L << 20;

    /// As many chunks as pay for being stopped once.
    private static final long PAYING_CHUNKS = 8;

    /// After so many chunks it is seen again whether keys have places now.
    private static final int LOOK_CHUNKS = 4;

    /// For a hash to be chosen for other keys and states to be moved, so many rows a place must have gone the short
    /// way.
    private static final int ROWS_A_PLACE = 8;

    /// Bits of values are learnt in steps, so that loops come in few shapes.
    private static final int BITS_STEP = 4;

    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final Map<ArgumentVector, Integer> bits = new IdentityHashMap<>();
    private @Nullable DirectKeys keys;
    private List<StateLayout.Wanted> fields = List.of();
    private List<DirectPlan.Member> members = List.of();
    private @Nullable StateWords words;
    private long rowsHeld;
    private long mostRows = MOST_ROWS;
    private long position;
    private long resumeAt;
    private long pause;
    private long addedSinceStop;
    private int learnFrom = -1;
    private boolean used;
    private int groupsFlushed;
    private boolean isIndexed;

    public DirectStates(GroupByPlan plan, CpuSettings settings) {
        this.plan = plan;
        this.settings = settings;
        this.pause = settings.chunkRows();
        this.resumeAt = settings.placedRows();
    }

    /// How many rows from `from` on have to be grouped with ids before [#add] is worth another call.
    public int ordinaryRows(int from, int to) {
        long until = settings.placedBits() == 0 ? Long.MAX_VALUE : resumeAt - position;
        return Math.clamp(until - from, 1, to - from);
    }

    /// Takes note that the rows of a morsel are done.
    public void passed(List<ReductionInput> feeds, int rows) {
        if (learnFrom >= 0) {
            learn(feeds, rows, rows);
        }
        position += rows;
    }

    /// How many groups became known when states were flushed, whose rows came earlier.
    public int groupsFlushed() {
        return groupsFlushed;
    }

    /// Whether rows have been added.
    public boolean isUsed() {
        return used;
    }

    /// Whether rows from `from` on are not to be added, as those before have stopped it too lately.
    public boolean isPaused(int from) {
        return settings.placedBits() == 0 || position + from < resumeAt;
    }

    /// Adds rows from `from` on, up to `to` or the first that stops it, and returns the first row that was not
    /// added. Lanes and feeds of the reductions are at the columns already.
    public int add(
            List<Column> columns,
            long @Nullable [] wanted,
            List<Reduction> reductions,
            List<ReductionInput> feeds,
            Grouper grouper,
            int from,
            int to) {
        learn(feeds, from, to);
        DirectKeys found = grouper.placed(columns, settings.placedBits());
        if (found == null) {
            resumeAt = position + from + Math.max(pause, LOOK_CHUNKS * (long) settings.chunkRows());
            return from;
        }
        DirectPlan placement = place(found, wanted, reductions, feeds);
        StateLayout wider = placement == null ? null : layout(placement.fields(), found.bits(), isMany(found));
        if (placement == null || wider == null || !fits(found, wider)) {
            stopped(from, 0);
            return from;
        }
        isIndexed = found.hash() == null;
        int done = run(found, placement, change(found, placement, wider, grouper), grouper, from, to);
        addedSinceStop += done - from;
        if (done < to) {
            stopped(done, found.hash() == null ? 0 : ROWS_A_PLACE * found.places());
        }
        return done;
    }

    /// Whether many places and what lies there are no more than a few times what a second-level cache has.
    private boolean fits(DirectKeys found, StateLayout wider) {
        long hash = found.hash() == null ? 0 : Integer.BYTES + Long.BYTES;
        long bytes = hash + ((long) Long.BYTES << wider.wordShift());
        return bytes * found.places() <= settings.hashedBytes();
    }

    private @Nullable StateLayout layout(List<StateLayout.Wanted> wanted, int placeBits, boolean many) {
        boolean same = keys != null && keys.bits() == placeBits && wanted.equals(fields);
        return same && words != null ? words.layout() : StateLayout.of(wanted, placeBits, many);
    }

    private boolean isMany(DirectKeys found) {
        return found.bits() > settings.fewBits();
    }

    /// A loop that is stopped often is tried less often. It has paid if it took `least` rows since it was
    /// stopped before, in whichever morsels, and so many chunks: sorted input has a new key now and then.
    private void stopped(int done, int least) {
        boolean paid = addedSinceStop >= Math.max(PAYING_CHUNKS * settings.chunkRows(), least);
        addedSinceStop = 0;
        pause = paid ? Math.max(settings.chunkRows(), pause / 2) : Math.min(2 * pause, MOST_PAUSE);
        resumeAt = position + done + pause;
        learnFrom = done;
    }

    private @Nullable DirectPlan place(
            DirectKeys found, long @Nullable [] wanted, List<Reduction> reductions, List<ReductionInput> feeds) {
        boolean keepNulls = plan.options().nullKeys() == dev.sheaf.groupby.NullKeys.INCLUDE;
        DirectPlan placement = new DirectPlan(bits, wanted, found, keepNulls, isMany(found));
        for (int i = 0; i < reductions.size(); i++) {
            if (!placement.add(reductions.get(i), feeds.get(i))) {
                return null;
            }
        }
        return placement.hasFewMasks(found) ? placement : null;
    }

    /// Finds out how many bits values have: from the next chunk, or from the rows that were grouped since the
    /// loop was stopped.
    private void learn(List<ReductionInput> feeds, int from, int to) {
        int start = learnFrom < 0 ? from : learnFrom;
        int end = learnFrom < 0 ? Math.min(to, from + settings.chunkRows()) : from;
        if (learnFrom < 0 && !bits.isEmpty()) {
            return;
        }
        learnFrom = -1;
        for (ReductionInput feed : feeds) {
            for (int i = 0; i < feed.argumentCount(); i++) {
                learn(bits, feed.argument(i), start, end);
            }
        }
    }

    /// Takes the bits of an argument's values in some rows.
    static void learn(Map<ArgumentVector, Integer> bits, ArgumentVector lane, int from, int to) {
        StorageKind whole = lane.wholeLane();
        if (whole == StorageKind.LONGS) {
            return;
        }
        long any = 1;
        for (int start = from; start < to; start += lane.chunkRows()) {
            int rows = Math.min(lane.chunkRows(), to - start);
            lane.chunk(start, rows);
            any |= Bits.union(lane.longs(), rows);
        }
        int needed = Long.SIZE - Long.numberOfLeadingZeros(any);
        int rounded = (needed + BITS_STEP - 1) / BITS_STEP * BITS_STEP;
        bits.merge(lane, rounded, Math::max);
    }

    /// Flushes what lies at other places or in other fields, and makes room. Fields may be the same and belong to
    /// other reductions, if the arguments of one had nulls before and now those of another do.
    private StateWords change(DirectKeys found, DirectPlan placement, StateLayout wider, Grouper grouper) {
        StateWords target = words;
        boolean same = keys != null
                && keys.hasPlacesOf(found)
                && target != null
                && wider.equals(target.layout())
                && placement.fields().equals(fields)
                && placement.members().equals(members);
        if (!same || target == null) {
            flush(grouper);
            target = new StateWords(wider, found.places());
            fields = List.copyOf(placement.fields());
        }
        words = target;
        keys = found;
        members = placement.members();
        mostRows = placement.hasWideSums() ? WIDE_ROWS : MOST_ROWS;
        return target;
    }

    private int run(DirectKeys found, DirectPlan placement, StateWords target, Grouper grouper, int from, int to) {
        LoopInputs inputs = LoopInputs.of(found, placement);
        DirectLoop.Shape shape = new DirectLoop.Shape(
                inputs.keys(),
                placement.values(),
                target.layout().fields(),
                placement.masks().size(),
                target.layout().wordShift(),
                target.layout().doubleShift(),
                found.hash() != null,
                target.layout().isMany());
        DirectLoop loop = DirectLoops.of(shape);
        int next = from;
        int end = from;
        while (next == end && next < to) {
            if (rowsHeld >= mostRows) {
                flush(grouper);
            }
            end = (int) Math.min(to, next + Math.min(mostRows - rowsHeld, target.room()));
            int even = inputs.evenUpTo(next, end);
            int done = add(loop, next, even, target, inputs.inputs());
            used |= done > next;
            target.added(done - next);
            rowsHeld += done - next;
            next = done;
        }
        return next;
    }

    /// Block by block, if there are masks.
    public static int add(DirectLoop loop, int from, int to, StateWords target, DirectLoop.Inputs inputs) {
        MaskBits masks = inputs.masks();
        int next = from;
        int end = from;
        while (next == end && next < to) {
            end = masks.isEmpty() ? to : Math.min(to, next + MaskBits.BLOCK_ROWS);
            masks.load(next, end);
            next = addBlock(loop, next, end, target, inputs);
        }
        return next;
    }

    /// A place that is full is made empty, and the loop goes on.
    private static int addBlock(DirectLoop loop, int from, int to, StateWords target, DirectLoop.Inputs inputs) {
        int next = loop.add(from, to, target.words(), target.doubles(), inputs);
        while (inputs.full()[0] >= 0) {
            target.widenCounters(inputs.full()[0]);
            inputs.full()[0] = -1;
            next = loop.add(next, to, target.words(), target.doubles(), inputs);
        }
        return next;
    }

    /// Whether there are many places, of keys that index a table, and something lies there.
    public boolean holdsMany() {
        return rowsHeld > 0 && isIndexed && words != null && words.layout().isMany();
    }

    /// Whether [#holdsMany()] is so of both, and the same lies in the same fields of the same places in a table of the
    /// same plan, where packed keys mean the same. `own` and `others` are the reductions of both tables.
    public boolean isLike(DirectStates other, List<Reduction> own, List<Reduction> others) {
        boolean same = holdsMany()
                && other.holdsMany()
                && Objects.requireNonNull(keys).hasPlacesOf(Objects.requireNonNull(other.keys))
                && Objects.requireNonNull(words)
                        .layout()
                        .equals(Objects.requireNonNull(other.words).layout())
                && members.size() == other.members.size();
        for (int i = 0; same && i < members.size(); i++) {
            same = members.get(i).at(own).equals(other.members.get(i).at(others));
        }
        return same;
    }

    /// The most rows that may lie at places before they have to be flushed.
    public long mostRows() {
        return mostRows;
    }

    /// How many rows lie at places.
    public long rowsHeld() {
        return rowsHeld;
    }

    /// The number of places.
    public int places() {
        return keys == null ? 0 : keys.places();
    }

    /// Adds what lies in places `from` to `to` of another that [#isLike] this one.
    public void add(DirectStates other, int from, int to) {
        Objects.requireNonNull(words).add(Objects.requireNonNull(other.words), from, to);
    }

    /// Gives all places that have had a row their groups, and the reductions what lies there. No place has anything
    /// afterwards.
    public void flush(Grouper grouper) {
        if (rowsHeld > 0) {
            flush(grouper, 0, places());
            clear();
        }
    }

    /// As above of places `from` to `to`, the last ones that are wanted of this; others may still be read.
    public void flushLast(Grouper grouper, int from, int to) {
        flush(grouper, from, to);
        rowsHeld = 0;
    }

    private void flush(Grouper grouper, int from, int to) {
        DirectKeys placed = Objects.requireNonNull(keys);
        StateWords held = Objects.requireNonNull(words);
        int[] places = new int[Math.min(settings.chunkRows(), placed.places())];
        int before = grouper.groupCount();
        for (int first = from; first < to; first += places.length) {
            int count = held.occupied(first, Math.min(to, first + places.length), places);
            if (count > 0) {
                flush(placed, held, grouper, places, count);
            }
        }
        groupsFlushed += grouper.groupCount() - before;
    }

    private void flush(DirectKeys placed, StateWords held, Grouper grouper, int[] places, int count) {
        int[] ids = new int[count];
        grouper.assignPlaces(placed, places, count, ids);
        absorb(members, held, ids, places, count, true, grouper.groupCount());
    }

    /// Gives reductions what lies at some places, whose groups have the ids that are given. `everyGroup` is
    /// false if one of the groups before these may not have had a row that reductions know of.
    static void absorb(
            List<DirectPlan.Member> members,
            StateWords held,
            int[] ids,
            int[] places,
            int count,
            boolean everyGroup,
            int groupCount) {
        for (DirectPlan.Member member : members) {
            switch (member) {
                case DirectPlan.Simple(Fusable reduction, int field, int counted) -> {
                    int[] own = counted < 0 ? ids : counted(ids, held.values(counted, places, count));
                    long[] values = held.values(field, places, count);
                    reduction.absorb(own, values, count, everyGroup && !hasNone(own), groupCount);
                }
                case DirectPlan.Pair(CoMomentsReduction reduction, List<Integer> sums, int counted) ->
                    reduction.absorb(
                            ids,
                            held.values(Math.max(0, counted), places, count),
                            sums.stream()
                                    .map(field -> held.values(field, places, count))
                                    .toList(),
                            groupCount);
            }
        }
    }

    /// The ids, or -1 where no row counted.
    private static int[] counted(int[] ids, long[] counts) {
        int[] own = ids.clone();
        for (int i = 0; i < own.length; i++) {
            own[i] = counts[i] == 0 ? -1 : own[i];
        }
        return own;
    }

    private static boolean hasNone(int[] ids) {
        int all = 0;
        for (int id : ids) {
            all |= id;
        }
        return all < 0;
    }

    /// Forgets what lies at the places.
    public void clear() {
        if (words != null && rowsHeld > 0) {
            words.clear();
        }
        rowsHeld = 0;
    }

    /// How it was done, and why.
    public Explanation explain() {
        DirectKeys placed = java.util.Objects.requireNonNull(keys);
        PerfectHash hash = placed.hash();
        if (hash != null) {
            return new Explanation(
                    "states at the place that a hash chosen for the keys gives",
                    hash.count() + " keys have a place each of " + placed.places() + shared(),
                    List.of("group ids: keys would be looked up in a table, and ids written and read for each row"));
        }
        return new Explanation(
                "states at the place of the key",
                "places take " + placed.bits() + " bits <= " + settings.placedBits() + shared(),
                List.of("group ids: they would be written and read for each row"));
    }

    private String shared() {
        return ", and all reductions add or compare: they share one loop";
    }
}
