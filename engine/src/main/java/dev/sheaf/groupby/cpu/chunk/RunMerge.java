package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// Brings the members of each group into the order of their ordinals by merging runs that rise already (a
/// natural merge sort).
///
/// Every thread takes its rows in order, so that a group has about as many runs as threads had a part of it,
/// each of long stretches: cost is a comparison or two a member.
public final class RunMerge {
    private final Ints members;
    private final Longs ordinals;
    private final Ints merged;

    private RunMerge(Ints members, Longs ordinals, Ints merged) {
        this.members = members;
        this.ordinals = ordinals;
        this.merged = merged;
    }

    /// Orders members by the int64 at their place in `ordinals`.
    public static void sort(GroupedOrder order, MemorySegment ordinals, MemoryPool pool) {
        Ints starts = Ints.of(order.starts().segment());
        long largest = largest(starts, order.groupCount());
        try (Buffer merged = pool.allocate(largest * Integer.BYTES, "group members")) {
            Ints members = Ints.of(order.members().segment());
            RunMerge runs = new RunMerge(members, Longs.of(ordinals), Ints.of(merged.segment()));
            runs.sort(starts, order.groupCount());
        }
    }

    private static int largest(Ints starts, int groups) {
        int largest = 0;
        for (int group = 0; group < groups; group++) {
            largest = Math.max(largest, starts.get(group + 1) - starts.get(group));
        }
        return largest;
    }

    private void sort(Ints starts, int groups) {
        for (int group = 0; group < groups; group++) {
            sort(starts.get(group), starts.get(group + 1));
        }
    }

    private void sort(int start, int end) {
        boolean sorted = end - start <= 1;
        while (!sorted) {
            for (int from = start; from < end; ) {
                int middle = runEnd(members, ordinals, from, end);
                int to = middle == end ? end : runEnd(members, ordinals, middle, end);
                if (middle < to) {
                    merge(members, ordinals, from, middle, to, merged);
                    copy(merged, members, from, to);
                }
                sorted = from == start && to == end;
                from = to;
            }
        }
    }

    /// Where the run that begins at `from` ends.
    private static int runEnd(Ints members, Longs ordinals, int from, int end) {
        long last = ordinals.get(members.get(from));
        for (int i = from + 1; i < end; i++) {
            long next = ordinals.get(members.get(i));
            if (next < last) {
                return i;
            }
            last = next;
        }
        return end;
    }

    private static void copy(Ints merged, Ints members, int from, int to) {
        for (int i = from; i < to; i++) {
            members.put(i, merged.get(i - from));
        }
    }

    private static void merge(Ints members, Longs ordinals, int from, int middle, int to, Ints merged) {
        int a = from;
        int b = middle;
        long ordinalA = ordinals.get(members.get(a));
        long ordinalB = ordinals.get(members.get(b));
        for (int i = 0; i < to - from; i++) {
            boolean first = b == to || (a < middle && ordinalA <= ordinalB);
            int taken = first ? a++ : b++;
            merged.put(i, members.get(taken));
            if (first && a < middle) {
                ordinalA = ordinals.get(members.get(a));
            } else if (!first && b < to) {
                ordinalB = ordinals.get(members.get(b));
            }
        }
    }
}
