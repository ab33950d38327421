package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Brings the members of each group into the order of their ordinals by merging runs that rise already (a
/// natural merge sort).
///
/// Every thread takes its rows in order, so that a group has about as many runs as threads had a part of it,
/// each of long stretches: cost is a comparison or two a member.
public final class RunMerge {
    private final MemorySegment members;
    private final MemorySegment ordinals;
    private final MemorySegment merged;

    private RunMerge(MemorySegment members, MemorySegment ordinals, MemorySegment merged) {
        this.members = members;
        this.ordinals = ordinals;
        this.merged = merged;
    }

    /// Orders members by the int64 at their place in `ordinals`.
    public static void sort(GroupedOrder order, MemorySegment ordinals, MemoryPool pool) {
        int largest = 0;
        for (int group = 0; group < order.groupCount(); group++) {
            largest = Math.max(largest, order.start(group + 1) - order.start(group));
        }
        try (Buffer merged = pool.allocate((long) largest * Integer.BYTES, "group members")) {
            RunMerge runs = new RunMerge(order.members().segment(), ordinals, merged.segment());
            for (int group = 0; group < order.groupCount(); group++) {
                runs.sort(order.start(group), order.start(group + 1));
            }
        }
    }

    private void sort(int start, int end) {
        boolean sorted = end - start <= 1;
        while (!sorted) {
            for (int from = start; from < end; ) {
                int middle = runEnd(from, end);
                int to = middle == end ? end : runEnd(middle, end);
                merge(from, middle, to);
                sorted = from == start && to == end;
                from = to;
            }
        }
    }

    /// Where the run that begins at `from` ends.
    private int runEnd(int from, int end) {
        return runEnd(members, ordinals, from, end);
    }

    private static int runEnd(MemorySegment members, MemorySegment ordinals, int from, int end) {
        long last = ordinal(members, ordinals, from);
        for (int i = from + 1; i < end; i++) {
            long next = ordinal(members, ordinals, i);
            if (next < last) {
                return i;
            }
            last = next;
        }
        return end;
    }

    private void merge(int from, int middle, int to) {
        if (middle < to) {
            merge(members, ordinals, from, middle, to, merged);
            MemorySegment.copy(merged, 0, members, (long) from << 2, (to - (long) from) << 2);
        }
    }

    private static void merge(
            MemorySegment members, MemorySegment ordinals, int from, int middle, int to, MemorySegment merged) {
        int a = from;
        int b = middle;
        long ordinalA = ordinal(members, ordinals, a);
        long ordinalB = ordinal(members, ordinals, b);
        for (int i = 0; i < to - from; i++) {
            boolean first = b == to || (a < middle && ordinalA <= ordinalB);
            int taken = first ? a++ : b++;
            int member = members.get(ValueLayout.JAVA_INT_UNALIGNED, (long) taken << 2);
            merged.set(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2, member);
            if (first && a < middle) {
                ordinalA = ordinal(members, ordinals, a);
            } else if (!first && b < to) {
                ordinalB = ordinal(members, ordinals, b);
            }
        }
    }

    private static long ordinal(MemorySegment members, MemorySegment ordinals, int at) {
        long member = members.get(ValueLayout.JAVA_INT_UNALIGNED, (long) at << 2);
        return ordinals.get(ValueLayout.JAVA_LONG_UNALIGNED, member << 3);
    }
}
