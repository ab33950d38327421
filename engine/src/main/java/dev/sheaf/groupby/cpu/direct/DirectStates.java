package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.group.DirectKeySource;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.state.MorselRows;
import dev.sheaf.groupby.cpu.state.ReductionStates;
import dev.sheaf.groupby.cpu.state.StateStore;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// States that lie at the slot of the key itself, which one loop updates from key to state ([DirectLoop]):
/// there are no group ids, and columns are read once, while states are updated.
///
/// This is for keys of few bits, once a table knows them, and reductions that add or compare. Small whole
/// numbers are summed in parts of a word ([StateLayout]). A row whose key or values the loop does not know
/// stops it; the rows from there on are grouped with ids, from which more is learnt.
public final class DirectStates implements StateStore {
    private final GroupByPlan plan;
    private final Grouper grouper;
    private final @Nullable DirectKeySource source;
    private final ReductionStates reductions;
    private final CpuSettings settings;
    private final MemoryPool pool;
    private final ArgumentBits bits = new ArgumentBits();
    private final LoopPause pause;
    private @Nullable DirectKeys keys;
    private @Nullable HeldStates held;
    private long rowsHeld;
    private long mostRows = StoreChoice.MAX_ROWS_HELD;
    private int learnFrom = -1;
    private boolean used;
    private int groupsFlushed;

    /// States of the groups that `grouper` finds.
    public DirectStates(
            GroupByPlan plan, Grouper grouper, ReductionStates reductions, CpuSettings settings, MemoryPool pool) {
        this.plan = plan;
        this.grouper = grouper;
        this.source = settings.directMaxBits() > 0 && grouper instanceof DirectKeySource direct ? direct : null;
        this.reductions = reductions;
        this.settings = settings;
        this.pool = pool;
        this.pause = new LoopPause(settings);
    }

    /// How many rows from `from` on have to be grouped with ids before [#add] is worth another call.
    public int rowsById(int from, int to) {
        return source == null ? to - from : pause.rows(from, to);
    }

    /// Takes note that the rows of a morsel are done.
    public void passed(int rows) {
        if (learnFrom >= 0) {
            learn(rows, rows);
        }
        pause.passed(rows);
    }

    /// How many groups became known when states were flushed, whose rows came earlier.
    public int groupsFlushed() {
        return groupsFlushed;
    }

    /// Whether rows have been added.
    public boolean isUsed() {
        return used;
    }

    @Override
    public int add(MorselRows rows, int from, int to) {
        return source == null || pause.holds(from) ? from : tryAdd(source, rows, from, to);
    }

    /// Adds the rows before row `to`, from which on rows have been added, or those before the first that stops it;
    /// returns the first row that was not added.
    public int addFirst(MorselRows rows, int to) {
        return tryAdd(Objects.requireNonNull(source), rows, 0, to);
    }

    private int tryAdd(DirectKeySource grouped, MorselRows rows, int from, int to) {
        learn(from, to);
        DirectKeys found = grouped.directKeys(rows.keys(), settings.directMaxBits());
        if (found == null) {
            pause.lookLater(from);
            return from;
        }
        DirectPlan plan = planOf(found);
        StateLayout layout = plan == null ? null : layout(plan, found);
        if (plan == null || layout == null || !StoreChoice.fits(found, layout, settings)) {
            stopped(from);
            return from;
        }
        int done = run(found, plan, change(found, plan, layout), from, to);
        pause.added(done - from);
        if (done < to) {
            stopped(done);
        }
        return done;
    }

    private void stopped(int done) {
        pause.stopped(done);
        learnFrom = done;
    }

    private @Nullable DirectPlan planOf(DirectKeys found) {
        boolean keepNulls = plan.options().nullKeys() == NullKeys.INCLUDE;
        return DirectPlan.of(reductions, bits, found, keepNulls, isMany(found));
    }

    private boolean isMany(DirectKeys found) {
        return found.bits() > settings.packAboveBits();
    }

    private @Nullable StateLayout layout(DirectPlan plan, DirectKeys found) {
        HeldStates now = held;
        boolean same = now != null
                && Objects.requireNonNull(keys).bits() == found.bits()
                && plan.fields().equals(now.fields());
        return same && now != null ? now.words().layout() : StateLayout.of(plan.fields(), found.bits(), isMany(found));
    }

    /// Finds out how many bits values have: from the next chunk, or from the rows that were grouped since the
    /// loop was stopped.
    private void learn(int from, int to) {
        int start = learnFrom < 0 ? from : learnFrom;
        int end = learnFrom < 0 ? Math.min(to, from + settings.chunkRows()) : from;
        if (learnFrom < 0 && !bits.isEmpty()) {
            return;
        }
        learnFrom = -1;
        bits.learn(reductions.inputs(), start, end);
    }

    /// Flushes what lies at other slots or in other fields, and makes room.
    private HeldStates change(DirectKeys found, DirectPlan plan, StateLayout layout) {
        HeldStates now = held;
        if (now == null
                || !Objects.requireNonNull(keys).hasSlotsOf(found)
                || !layout.equals(now.words().layout())
                || !now.isFor(plan)) {
            flush();
            close();
            now = new HeldStates(new StateWords(layout, found.slots(), pool), plan.fields(), plan.members());
        }
        held = now;
        keys = found;
        mostRows = plan.hasWideSums() ? StoreChoice.MAX_WIDE_ROWS_HELD : StoreChoice.MAX_ROWS_HELD;
        return now;
    }

    private int run(DirectKeys found, DirectPlan plan, HeldStates target, int from, int to) {
        StateWords words = target.words();
        LoopInputs inputs = LoopInputs.of(found, plan);
        DirectLoop loop = DirectLoops.of(new DirectLoop.Shape(
                inputs.keys(),
                plan.values(),
                words.layout().fields(),
                plan.masks().size(),
                words.layout().wordShift(),
                words.layout().doubleShift(),
                words.layout().isMany()));
        int next = from;
        int end = from;
        while (next == end && next < to) {
            if (rowsHeld >= mostRows) {
                flush();
            }
            end = (int) Math.min(to, next + Math.min(mostRows - rowsHeld, words.room()));
            int even = inputs.evenUpTo(next, end);
            int done = target.add(loop, next, even, inputs.inputs());
            used |= done > next;
            words.added(done - next);
            rowsHeld += done - next;
            next = done;
        }
        return next;
    }

    /// Whether there are many slots, and something lies there.
    public boolean holdsMany() {
        return rowsHeld > 0 && held != null && held.words().layout().isMany();
    }

    /// Whether [#holdsMany()] is so of all, and the same lies in the same fields of the same slots in each: then
    /// [#takeShare] may share it out. They are of tables of one plan.
    public static boolean areAlike(List<DirectStates> all) {
        DirectStates first = all.getFirst();
        long rows = all.stream().mapToLong(states -> states.rowsHeld).sum();
        return rows <= first.mostRows && all.stream().allMatch(first::isLike);
    }

    private boolean isLike(DirectStates other) {
        boolean same = holdsMany()
                && other.holdsMany()
                && other.grouper.groupCount() == 0
                && Objects.requireNonNull(other.source).hasSlotsOf(grouper)
                && Objects.requireNonNull(keys).hasSlotsOf(Objects.requireNonNull(other.keys));
        return same && hasFieldsOf(Objects.requireNonNull(held), Objects.requireNonNull(other.held), other);
    }

    private boolean hasFieldsOf(HeldStates own, HeldStates others, DirectStates other) {
        boolean same = own.words().layout().equals(others.words().layout())
                && own.members().size() == others.members().size();
        for (int i = 0; same && i < own.members().size(); i++) {
            same = own.members()
                    .get(i)
                    .at(reductions.reductions())
                    .equals(others.members().get(i).at(other.reductions.reductions()));
        }
        return same;
    }

    /// Gives the reductions share `share` of the slots of all, which [#areAlike] and of which this is one, and forgets
    /// the others. Each of as many threads may do that at the same time for one of them and shares.
    public void takeShare(List<DirectStates> all, int share) {
        int slots = Objects.requireNonNull(keys).slots();
        int from = (int) ((long) slots * share / all.size());
        int to = (int) ((long) slots * (share + 1) / all.size());
        HeldStates own = Objects.requireNonNull(held);
        for (DirectStates other : all) {
            if (other != this) {
                own.words().add(Objects.requireNonNull(other.held).words(), from, to);
            }
        }
        flush(own, from, to);
        rowsHeld = 0;
    }

    @Override
    public void flush() {
        if (rowsHeld > 0) {
            flush(Objects.requireNonNull(held), 0, Objects.requireNonNull(keys).slots());
            clear();
        }
    }

    private void flush(HeldStates states, int from, int to) {
        int[] slots = new int[Math.min(settings.chunkRows(), to - from)];
        int before = grouper.groupCount();
        for (int first = from; first < to; first += slots.length) {
            int count = states.words().occupied(first, Math.min(to, first + slots.length), slots);
            if (count > 0) {
                int[] ids = new int[count];
                Objects.requireNonNull(source).assignSlots(Objects.requireNonNull(keys), slots, count, ids);
                states.flush(ids, slots, count, true, grouper.groupCount());
            }
        }
        groupsFlushed += grouper.groupCount() - before;
    }

    @Override
    public void clear() {
        if (held != null && rowsHeld > 0) {
            held.words().clear();
        }
        rowsHeld = 0;
    }

    /// How states are kept here and why, once a row has been added.
    public Optional<Explanation> explain() {
        if (!used || keys == null) {
            return Optional.empty();
        }
        return Optional.of(new Explanation(
                "states at the slot of the key",
                "slots take " + keys.bits() + " bits <= " + settings.directMaxBits()
                        + ", and all reductions add or compare: they share one loop",
                List.of("group ids: they would be written and read for each row")));
    }

    @Override
    public void close() {
        if (held != null) {
            held.close();
            held = null;
        }
    }
}
