package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Key;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// States of many groups in as few bytes as [StateLayout] can: the place of a row is the id of its group and one,
/// and that of a row without a group is 0.
///
/// Many groups' states do not fit the second-level cache, and rows touch them at random, so half the bytes are
/// worth more than the steps that it takes to share a word. What is here reaches the reductions when it is
/// [flushed][#flush]; other rows may be added to these in the meantime.
public final class DenseStates {
    private static final DirectKeys IDS = new DirectKeys(List.of(), 0, null, null);
    private static final Key ID = new Key(StorageKind.LONGS, -1, true, 0);

    /// Flushing a group takes as long as some rows.
    private static final int ROWS_A_GROUP = 4;

    /// Rows of so few bytes are not worth packing if all rows count: the greatest and the least of two columns took 3 %
    /// longer, where with nulls they take 10 % less.
    private static final long FEW_BYTES = 16;

    /// Values that stop the loop so often are no small numbers.
    private static final int MOST_STOPS = 16;

    private final CpuSettings settings;
    private final Map<ArgumentVector, Integer> bits = new IdentityHashMap<>();
    private List<StateLayout.Wanted> fields = List.of();
    private List<DirectPlan.Member> members = List.of();
    private @Nullable StateWords words;
    private long rowsHeld;
    private int stops;
    private boolean used;

    public DenseStates(CpuSettings settings) {
        this.settings = settings;
    }

    /// Adds rows from `from` on, whose ids are given, up to `to` or the first of which a value is larger than those
    /// before; returns the first row that was not added. The table has had `rows` rows, and a group's states take
    /// `rowBytes` bytes where reductions keep them.
    public int add(
            int[] ids,
            int from,
            int to,
            int groupCount,
            long rows,
            long rowBytes,
            List<Reduction> reductions,
            List<ReductionInput> feeds) {
        boolean many = groupCount > 1L << settings.fewBits() && rows >= (long) ROWS_A_GROUP * groupCount;
        if (!many || stops > MOST_STOPS) {
            return from;
        }
        if (bits.isEmpty()) {
            learn(feeds, from, Math.min(to, from + settings.chunkRows()));
        }
        DirectPlan placement = place(reductions, feeds);
        StateWords target = placement == null ? null : target(placement, groupCount, rowBytes);
        if (placement == null || target == null) {
            return from;
        }
        if (placement.hasWideSums() && rowsHeld + to - from > DirectStates.WIDE_ROWS) {
            flush(groupCount);
        }
        int done = DirectStates.add(loop(placement, target), from, to, target, inputs(placement, target, ids, from));
        rowsHeld += done - from;
        used |= done > from;
        if (done < to) {
            stops++;
            learn(feeds, done, to);
        }
        return done;
    }

    private void learn(List<ReductionInput> feeds, int from, int to) {
        for (ReductionInput feed : feeds) {
            for (int i = 0; i < feed.argumentCount(); i++) {
                DirectStates.learn(bits, feed.argument(i), from, to);
            }
        }
    }

    private @Nullable DirectPlan place(List<Reduction> reductions, List<ReductionInput> feeds) {
        DirectPlan placement = new DirectPlan(bits, null, IDS, true, true);
        for (int i = 0; i < reductions.size(); i++) {
            if (!placement.add(reductions.get(i), feeds.get(i))) {
                return null;
            }
        }
        return placement.hasFewMasks(IDS) ? placement : null;
    }

    /// Where states go; null if that would not be less than reductions take.
    private @Nullable StateWords target(DirectPlan placement, int groupCount, long rowBytes) {
        StateWords held = words;
        boolean same = held != null
                && placement.fields().equals(fields)
                && placement.members().equals(members);
        StateLayout layout = same && held != null ? held.layout() : StateLayout.of(placement.fields(), 0, true);
        long bytes = layout == null ? Long.MAX_VALUE : (long) Long.BYTES << layout.wordShift();
        long places = 2L * Integer.highestOneBit(groupCount);
        boolean few = rowBytes <= FEW_BYTES && placement.masks().isEmpty();
        if (layout == null || bytes >= rowBytes || few || bytes * places > settings.hashedBytes()) {
            return null;
        }
        if (held == null || !same) {
            flush(groupCount);
            held = new StateWords(layout, (int) places);
        } else if (held.places() < places) {
            held = held.grown((int) places);
        }
        words = held;
        fields = List.copyOf(placement.fields());
        members = placement.members();
        return held;
    }

    private static DirectLoop loop(DirectPlan placement, StateWords target) {
        return DirectLoops.of(new DirectLoop.Shape(
                List.of(ID),
                placement.values(),
                target.layout().fields(),
                placement.masks().size(),
                target.layout().wordShift(),
                0,
                false,
                true));
    }

    private static DirectLoop.Inputs inputs(DirectPlan placement, StateWords target, int[] ids, int from) {
        long[] numbers = new long[DirectLoop.NUMBERS_A_KEY];
        numbers[0] = from;
        return new DirectLoop.Inputs(
                new MemorySegment[1],
                new MemorySegment[1],
                new int[][] {ids},
                numbers,
                placement.columns().toArray(MemorySegment[]::new),
                new MaskBits(placement.masks()),
                target.places(),
                null,
                new int[] {-1});
    }

    /// Gives the reductions what is here. No group has anything afterwards.
    public void flush(int groupCount) {
        StateWords held = words;
        if (held == null || rowsHeld == 0) {
            return;
        }
        int[] places = new int[settings.chunkRows()];
        int flushed = 0;
        int end = Math.min(groupCount + 1, held.places());
        for (int first = 1; first < end; first += places.length) {
            int count = held.occupied(first, Math.min(end, first + places.length), places);
            if (count > 0) {
                flushed += count;
                int last = places[count - 1];
                DirectStates.absorb(members, held, ids(places, count), places, count, flushed == last, last);
            }
        }
        clear();
    }

    private static int[] ids(int[] places, int count) {
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = places[i] - 1;
        }
        return ids;
    }

    /// Forgets what is here.
    public void clear() {
        if (words != null && rowsHeld > 0) {
            words.clear();
        }
        rowsHeld = 0;
    }

    /// Whether rows have been added.
    public boolean isUsed() {
        return used;
    }

    /// How states were kept, and why.
    public Explanation explain() {
        StateWords held = java.util.Objects.requireNonNull(words);
        return new Explanation(
                "states packed by group",
                "states of a group take " + (Long.BYTES << held.layout().wordShift()) + " bytes",
                List.of("a word for each state: many groups leave the second-level cache"));
    }
}
