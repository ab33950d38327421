package dev.sheaf.order;

import static dev.sheaf.order.GroupPlaces.get;
import static dev.sheaf.order.GroupPlaces.set;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
                Buffer offsets = offsets(starts.segment(), order)) {
            Buffer rows = rows(starts.segment());
            return new CountingSort.Grouped(offsets.retain(), rows, parts.rowCount());
        }
    }

    private Buffer ints(long count) {
        return pool.allocate(count * Integer.BYTES, PURPOSE);
    }

    /// Where groups start in their order, and how many rows there are at last. Writes where each group's first row
    /// goes.
    private Buffer offsets(MemorySegment starts, GroupOrder order) {
        try (Buffer firsts = ints(parts.rowCount())) {
            number(starts, firsts.segment());
            int groups = before[parts.parts()];
            try (Buffer places = order.places(firsts.segment(), groups);
                    Buffer offsets = ints(groups + 1L)) {
                toStarts(starts, groups, places.segment(), offsets.segment());
                return offsets.retain();
            }
        }
    }

    /// Replaces words by numbers of groups in their part, and writes sizes and first rows of all groups.
    private void number(MemorySegment sizes, MemorySegment firsts) {
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
    private void moveTogether(int part, MemorySegment ints) {
        long size = (long) before[part + 1] - before[part];
        MemorySegment.copy(ints, (long) parts.start(part) << 2, ints, (long) before[part] << 2, size << 2);
    }

    private void toStarts(MemorySegment sizes, int groups, MemorySegment places, MemorySegment offsets) {
        for (int group = 0; group < groups; group++) {
            set(offsets, get(places, group), get(sizes, group));
        }
        int next = 0;
        for (int place = 0; place < groups; place++) {
            int size = get(offsets, place);
            set(offsets, place, next);
            next += size;
        }
        set(offsets, groups, next);
        GroupPlaces.inChunks(groups, tasks, (from, to) -> {
            for (int group = from; group < to; group++) {
                set(sizes, group, get(offsets, get(places, group)));
            }
        });
    }

    private Buffer rows(MemorySegment starts) {
        return pool.filled(
                (long) parts.rowCount() * Integer.BYTES,
                PURPOSE,
                rows -> forEachSpan((from, to) -> {
                    int[] places = new int[BLOCK_ROWS];
                    for (int part = from; part < to; part++) {
                        for (int first = parts.start(part); first < parts.start(part + 1); first += BLOCK_ROWS) {
                            int size = Math.min(BLOCK_ROWS, parts.start(part + 1) - first);
                            toPlaces(first, size, before[part], starts, places);
                            write(first, size, places, rows);
                        }
                    }
                }));
    }

    private void toPlaces(int first, int size, int groupsBefore, MemorySegment starts, int[] places) {
        MemorySegment numbers = parts.words();
        for (int i = 0; i < size; i++) {
            long number = numbers.get(ValueLayout.JAVA_LONG_UNALIGNED, ((long) first + i) << 3);
            long at = (groupsBefore + number) << 2;
            places[i] = starts.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            starts.set(ValueLayout.JAVA_INT_UNALIGNED, at, places[i] + 1);
        }
    }

    private void write(int first, int size, int[] places, MemorySegment out) {
        MemorySegment rows = parts.rows();
        for (int i = 0; i < size; i++) {
            int row = rows.get(ValueLayout.JAVA_INT_UNALIGNED, ((long) first + i) << 2);
            out.set(ValueLayout.JAVA_INT_UNALIGNED, (long) places[i] << 2, row);
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
