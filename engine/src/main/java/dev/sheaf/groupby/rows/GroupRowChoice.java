package dev.sheaf.groupby.rows;

import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.CountingSort;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/// Chooses rows of each group, which come group by group or in the order of the table. A byte a row of the grouped
/// order says which, so that none is taken twice.
public record GroupRowChoice(
        Table table, CountingSort.Grouped grouped, int groups, boolean inTableOrder, MemoryPool pool) {
    private static final String PURPOSE = "selected rows";

    /// Marks the rows of the group that lies from `from` to `to`.
    private interface Marking {
        void mark(MemorySegment marks, int from, int to);
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
                    marks.set(ValueLayout.JAVA_BYTE, row, (byte) 1);
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
                    marks.set(ValueLayout.JAVA_BYTE, row, (byte) 1);
                    wanted--;
                }
            }
        });
    }

    private static void fill(MemorySegment marks, int from, int to) {
        if (from < to) {
            marks.asSlice(from, to - from).fill((byte) 1);
        }
    }

    private Table chosen(Marking marking) {
        MemorySegment offsets = grouped.offsets().segment();
        try (Buffer marks = pool.allocateZeroed(grouped.rowCount(), PURPOSE)) {
            for (int group = 0; group < groups; group++) {
                int from = offsets.get(ValueLayout.JAVA_INT, (long) group << 2);
                marking.mark(marks.segment(), from, offsets.get(ValueLayout.JAVA_INT, (group + 1L) << 2));
            }
            return inTableOrder ? takeInTableOrder(marks.segment()) : take(marks.segment());
        }
    }

    private Table take(MemorySegment marks) {
        try (Buffer rows = pool.allocate(grouped.rowCount() * Integer.BYTES, PURPOSE)) {
            int count = 0;
            for (long i = 0; i < grouped.rowCount(); i++) {
                int row = grouped.rows().segment().get(ValueLayout.JAVA_INT, i << 2);
                rows.segment().set(ValueLayout.JAVA_INT, (long) count << 2, row);
                count += marks.get(ValueLayout.JAVA_BYTE, i);
            }
            return Take.rows(table, rows.segment(), count, pool);
        }
    }

    private Table takeInTableOrder(MemorySegment marks) {
        try (Buffer inTable = pool.allocateZeroed(table.rowCount(), PURPOSE);
                Buffer rows = pool.allocate(grouped.rowCount() * Integer.BYTES, PURPOSE)) {
            for (long i = 0; i < grouped.rowCount(); i++) {
                int row = grouped.rows().segment().get(ValueLayout.JAVA_INT, i << 2);
                inTable.segment().set(ValueLayout.JAVA_BYTE, row, marks.get(ValueLayout.JAVA_BYTE, i));
            }
            int count = 0;
            for (int row = 0; row < table.rowCount(); row++) {
                if (inTable.segment().get(ValueLayout.JAVA_BYTE, row) != 0) {
                    rows.segment().set(ValueLayout.JAVA_INT, (long) count++ << 2, row);
                }
            }
            return Take.rows(table, rows.segment(), count, pool);
        }
    }
}
