package dev.sheaf.column.copy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Takes lists by the numbers of their rows: where each ends, then which elements it has.
public final class ListCopies {
    private ListCopies() {}

    /// Writes the ends of the `size` lists from `from` on, those with a zero bit empty, and returns the last.
    public static long addSizes(
            MemorySegment starts,
            boolean wideStarts,
            MemorySegment rows,
            long from,
            int size,
            long valid,
            MemorySegment target,
            boolean wide,
            long first) {
        long end = first;
        for (int i = 0; i < size; i++) {
            int row = rows.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            end += Starts.size(starts, wideStarts, row) & -(valid >>> i & 1);
            Starts.put(target, wide, from + i + 1, end);
        }
        return end;
    }

    /// Writes for each element of the lists that are taken its row among the elements of `starts`.
    public static void fillElements(
            MemorySegment starts,
            boolean wideStarts,
            MemorySegment rows,
            long count,
            MemorySegment ends,
            boolean wide,
            MemorySegment elements) {
        long end = 0;
        for (long i = 0; i < count; i++) {
            long place = end;
            end = Starts.get(ends, wide, i + 1);
            long shift = place == end ? 0 : Starts.get(starts, wideStarts, row(rows, i)) - place;
            for (; place < end; place++) {
                elements.set(ValueLayout.JAVA_INT_UNALIGNED, place << 2, Math.toIntExact(place + shift));
            }
        }
    }

    private static long row(MemorySegment rows, long i) {
        return Math.max(0, rows.get(ValueLayout.JAVA_INT_UNALIGNED, i << 2));
    }
}
