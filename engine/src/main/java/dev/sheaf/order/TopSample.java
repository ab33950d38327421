package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Leaves few of many rows of which the first `count` are asked for.
///
/// `count` rows of a sample are not after its row number `count`, so whatever is after that is not asked for.
/// Of rows in any order, `count` in a sample leave about as large a part of all. There are rounds while each
/// leaves less than half.
record TopSample(List<Column> keys, List<SortDirection> directions, long count, MemoryPool pool) {
    private static final int LEAST_ROWS = 256;

    /// A sample of more of the rows costs about what the rows cost.
    private static final long ROWS_A_SAMPLE = 8;

    /// One row found of so many, or fewer.
    private static final int FEW = 4;

    private long sampleRows() {
        return Math.max(LEAST_ROWS, 4 * Math.min(count, Integer.MAX_VALUE));
    }

    /// Replaces the first `found` of `numbers`, those of the rows before some row, of `rows` rows, by those of the rows
    /// that can be among the first; gives how many they are. Numbers rise.
    int narrow(int rows, MemorySegment numbers, int found) {
        int left = found;
        int before = Integer.MAX_VALUE;
        while (count > 0 && left <= before / 2 && left >= sampleRows() * ROWS_A_SAMPLE) {
            before = left;
            left = round(rows, numbers, left);
        }
        return left;
    }

    private int round(int rows, MemorySegment numbers, int found) {
        int size = (int) sampleRows();
        try (Closer closer = new Closer()) {
            MemorySegment sample = closer.add(pool.allocate((long) size * Integer.BYTES, "top rows"))
                    .segment();
            spread(Ints.of(numbers), found, Ints.of(sample), size);
            List<Column> sampled = taken(keys, sample, size, closer);
            Buffer order = closer.add(Sorting.argsort(sampled, directions, size, pool));
            int last = order.segment().getAtIndex(ValueLayout.JAVA_INT, count - 1);
            List<Column> bound =
                    sampled.stream().map(key -> closer.add(key.slice(last, 1))).toList();
            return select(bound, rows, numbers, found, closer);
        }
    }

    private static void spread(Ints numbers, long found, Ints sample, int size) {
        for (int i = 0; i < size; i++) {
            sample.put(i, numbers.get(i * found / size));
        }
    }

    private List<Column> taken(List<Column> columns, MemorySegment rows, int count, Closer closer) {
        return columns.stream()
                .map(key -> closer.add(Take.rows(key, rows, count, pool)))
                .toList();
    }

    /// The rows that are not after the bound. That is before the row that the rows found are before, so all rows may be
    /// compared with it; of few, the keys are put together first.
    private int select(List<Column> bound, int rows, MemorySegment numbers, int found, Closer closer) {
        if (found > rows / FEW) {
            return Threshold.withTies(keys, bound, directions, rows).select(rows, numbers);
        }
        List<Column> few = taken(keys, numbers, found, closer);
        MemorySegment places = closer.add(pool.allocate((long) found * Integer.BYTES, "top rows"))
                .segment();
        int left = Threshold.withTies(few, bound, directions, found).select(found, places);
        choose(Ints.of(numbers), Ints.of(places), left);
        return left;
    }

    /// Replaces numbers by those at some places, which rise.
    private static void choose(Ints numbers, Ints places, int count) {
        for (int i = 0; i < count; i++) {
            numbers.put(i, numbers.get(places.get(i)));
        }
    }
}
