package dev.sheaf.groupby.rows;

import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import dev.sheaf.order.CountingSort;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/// Chooses rows of each group, which come group by group or in the order of the table. A byte a row of the grouped
/// order says which, so that none is taken twice.
public record GroupRowChoice(
        Table table, CountingSort.Grouped grouped, int groups, boolean inTableOrder, MemoryPool pool) {
    private static final String PURPOSE = "selected rows";

    /// Marks the rows of the group that lies from `from` to `to`.
    private interface Marking {
        void mark(ByteBuffer marks, int from, int to);
    }

    public Table head(int count) {
        return chosen((marks, from, to) ->
                fill(marks, from, Math.clamp((count < 0 ? to : from) + (long) count, from, to)));
    }

    public Table tail(int count) {
        return chosen((marks, from, to) ->
                fill(marks, Math.clamp((count < 0 ? from : to) - (long) count, from, to), to));
    }

    public Table nth(int... numbers) {
        return chosen((marks, from, to) -> {
            for (int number : numbers) {
                long row = (number < 0 ? to : from) + (long) number;
                if (row >= from && row < to) {
                    marks.put((int) row, (byte) 1);
                }
            }
        });
    }

    /// Takes each row with the chance that as many as are still wanted are among those still left.
    public Table sample(int count, long seed) {
        if (count < 0) {
            throw new IllegalArgumentException("a sample has 0 rows or more, not " + count);
        }
        SplittableRandom random = new SplittableRandom(seed);
        return chosen((marks, from, to) -> {
            int wanted = count;
            for (int row = from; row < to && wanted > 0; row++) {
                if (random.nextInt(to - row) < wanted) {
                    marks.put(row, (byte) 1);
                    wanted--;
                }
            }
        });
    }

    private static void fill(ByteBuffer marks, int from, int to) {
        for (int row = from; row < to; row++) {
            marks.put(row, (byte) 1);
        }
    }

    private Table chosen(Marking marking) {
        try (Buffer marks = pool.allocateZeroed(grouped.rowCount(), PURPOSE)) {
            ByteBuffer view = Views.bytes(marks.segment(), 0, grouped.rowCount());
            mark(marking, Ints.of(grouped.offsets().segment()), groups, view);
            return inTableOrder ? takeInTableOrder(view) : take(view);
        }
    }

    private static void mark(Marking marking, Ints offsets, int groups, ByteBuffer marks) {
        for (int group = 0; group < groups; group++) {
            marking.mark(marks, offsets.get(group), offsets.get(group + 1));
        }
    }

    private Table take(ByteBuffer marks) {
        try (Buffer rows = pool.allocate(grouped.rowCount() * Integer.BYTES, PURPOSE)) {
            int count = keep(Ints.of(grouped.rows().segment()), marks, Ints.of(rows.segment()));
            return Take.rows(table, rows.segment(), count, pool);
        }
    }

    private static int keep(Ints grouped, ByteBuffer marks, Ints rows) {
        int count = 0;
        for (int i = 0; i < marks.limit(); i++) {
            rows.put(count, grouped.get(i));
            count += marks.get(i);
        }
        return count;
    }

    private Table takeInTableOrder(ByteBuffer marks) {
        try (Buffer inTable = pool.allocateZeroed(table.rowCount(), PURPOSE);
                Buffer rows = pool.allocate(grouped.rowCount() * Integer.BYTES, PURPOSE)) {
            ByteBuffer ofRows = Views.bytes(inTable.segment(), 0, table.rowCount());
            turn(Ints.of(grouped.rows().segment()), marks, ofRows);
            int count = numbers(ofRows, Ints.of(rows.segment()));
            return Take.rows(table, rows.segment(), count, pool);
        }
    }

    private static void turn(Ints grouped, ByteBuffer marks, ByteBuffer ofRows) {
        for (int i = 0; i < marks.limit(); i++) {
            ofRows.put(grouped.get(i), marks.get(i));
        }
    }

    private static int numbers(ByteBuffer ofRows, Ints rows) {
        int count = 0;
        for (int row = 0; row < ofRows.limit(); row++) {
            if (ofRows.get(row) != 0) {
                rows.put(count++, row);
            }
        }
        return count;
    }
}
