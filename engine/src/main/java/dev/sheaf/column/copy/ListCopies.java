package dev.sheaf.column.copy;

import dev.sheaf.memory.Ints;

/// Takes lists by the numbers of their rows: where each ends, then which elements it has.
public final class ListCopies {
    private ListCopies() {}

    /// Writes the ends of up to 64 lists, whose numbers stand from `from` on, to place `to` of `target` and on, those
    /// with a zero bit empty, and returns the last.
    public static long addSizes(
            Starts starts, int[] rows, int from, int size, long valid, Starts target, long to, long first) {
        long end = first;
        for (int i = 0; i < size; i++) {
            end += starts.size(rows[from + i]) & -(valid >>> i & 1);
            target.put(to + i, end);
        }
        return end;
    }

    /// Writes for each element of the lists that are taken its row among the elements of `starts`.
    public static void fillElements(Starts starts, TakenRows taken, Starts ends, Ints elements) {
        taken.forEachBlock(0, taken.count(), (rows, count, from) -> {
            for (int i = 0; i < count; i++) {
                long place = ends.get(from + i);
                long end = ends.get(from + i + 1);
                long shift = place == end ? 0 : starts.get(Math.max(0, rows[i])) - place;
                for (; place < end; place++) {
                    elements.put(place, Math.toIntExact(place + shift));
                }
            }
        });
    }
}
