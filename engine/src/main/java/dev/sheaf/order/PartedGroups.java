package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.util.Arrays;

/// The groups of rows that share a word, where rows lie in parts by their words.
///
/// ```
/// parts -- GroupTable, for each part --> number of each row's group --> order of groups --> rows at their places
/// ```
/// What a part has of numbers, counts and places stays in a cache while the part is at work, and each row number is
/// written once, to where it belongs in the result. Memory: 8 bytes a row besides the parts, 4 of which are the result.
///
/// @param before the groups before each part, once they are numbered
record PartedGroups(RowParts parts, int[] before, MemoryPool pool, Tasks tasks) {
    private static final String PURPOSE = "rows by group";
    private static final int SPANS = 128;
    private static final int BLOCK_ROWS = 1 << 10;

    /// The rows of each group, rising. The words of the parts are used up; the caller closes the result.
    static CountingSort.Grouped of(RowParts parts, GroupOrder order, MemoryPool pool, Tasks tasks) {
        return new PartedGroups(parts, new int[parts.parts() + 1], pool, tasks).find(order);
    }

    private CountingSort.Grouped find(GroupOrder order) {
        try (Buffer starts = ints(parts.rowCount());
                Buffer offsets = offsets(Ints.of(starts.segment()), order)) {
            Buffer rows = rows(Ints.of(starts.segment()));
            return new CountingSort.Grouped(offsets.retain(), rows, parts.rowCount());
        }
    }

    private Buffer ints(long count) {
        return pool.allocate(count * Integer.BYTES, PURPOSE);
    }

    /// Where groups start in their order, and how many rows there are at last. Writes where each group's first row
    /// goes.
    private Buffer offsets(Ints starts, GroupOrder order) {
        try (Buffer firsts = ints(parts.rowCount())) {
            number(starts, Ints.of(firsts.segment()));
            int groups = before[parts.parts()];
            try (Buffer places = order.places(firsts.segment(), groups);
                    Buffer offsets = ints(groups + 1L)) {
                toStarts(starts, groups, Ints.of(places.segment()), Ints.of(offsets.segment()));
                return offsets.retain();
            }
        }
    }

    /// Replaces words by numbers of groups in their part, and writes sizes and first rows of all groups.
    private void number(Ints sizes, Ints firsts) {
        forEachSpan((from, to) -> {
            try (GroupTable table = new GroupTable(parts, from, to, pool)) {
                for (int part = from; part < to; part++) {
                    before[part + 1] = table.number(part, sizes, firsts);
                }
            }
        });
        Arrays.parallelPrefix(before, Integer::sum);
        for (int part = 1; part < parts.parts(); part++) {
            moveTogether(part, sizes);
            moveTogether(part, firsts);
        }
    }

    /// What is known of the groups of a part lies where its rows do, until it comes behind that of the parts before.
    private void moveTogether(int part, Ints ints) {
        ints.copy(before[part], ints, parts.start(part), before[part + 1] - before[part]);
    }

    private void toStarts(Ints sizes, int groups, Ints places, Ints offsets) {
        for (int group = 0; group < groups; group++) {
            offsets.put(places.get(group), sizes.get(group));
        }
        int next = 0;
        for (int place = 0; place < groups; place++) {
            int size = offsets.get(place);
            offsets.put(place, next);
            next += size;
        }
        offsets.put(groups, next);
        GroupPlaces.inChunks(groups, tasks, (from, to) -> GroupPlaces.through(places, offsets, from, to, sizes));
    }

    private Buffer rows(Ints starts) {
        return pool.filled(
                (long) parts.rowCount() * Integer.BYTES,
                PURPOSE,
                rows -> forEachSpan((from, to) -> {
                    Ints out = Ints.of(rows);
                    int[] places = new int[BLOCK_ROWS];
                    for (int part = from; part < to; part++) {
                        for (int first = parts.start(part); first < parts.start(part + 1); first += BLOCK_ROWS) {
                            int size = Math.min(BLOCK_ROWS, parts.start(part + 1) - first);
                            toPlaces(first, size, before[part], starts, places);
                            write(first, size, places, out);
                        }
                    }
                }));
    }

    private void toPlaces(int first, int size, int groupsBefore, Ints starts, int[] places) {
        Longs numbers = parts.words();
        for (int i = 0; i < size; i++) {
            long at = groupsBefore + numbers.get(first + (long) i);
            places[i] = starts.get(at);
            starts.put(at, places[i] + 1);
        }
    }

    private void write(int first, int size, int[] places, Ints out) {
        Ints rows = parts.rows();
        for (int i = 0; i < size; i++) {
            out.put(places[i], rows.get(first + (long) i));
        }
    }

    private void forEachSpan(GroupPlaces.Chunk work) {
        int spans = Math.min(parts.parts(), SPANS);
        tasks.forEach(spans, span -> {
            Checkpoint.pass();
            work.take(parts.parts() * span / spans, parts.parts() * (span + 1) / spans);
        });
    }
}
