package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// COUNT: the number of rows that count.
final class CountReduction implements Reduction {
    private final StateColumn counts;

    CountReduction(MemoryPool pool) {
        this.counts = new StateColumn(pool, "group counts", Long.BYTES, 0);
    }

    @Override
    public List<Field> stateFields() {
        return List.of(new Field("count", DataType.INT64, false));
    }

    @Override
    public void update(Feed feed, int groupCount) {
        counts.ensure(groupCount);
        count(feed.ids(), feed.rows(), counts.segment());
    }

    private static void count(int[] ids, int rows, MemorySegment counts) {
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 3);
            counts.set(ValueLayout.JAVA_LONG_UNALIGNED, at, counts.get(ValueLayout.JAVA_LONG_UNALIGNED, at) + 1);
        }
    }

    @Override
    public void merge(Feed states, int groupCount) {
        counts.ensure(groupCount);
        add(states.ids(), states.argument(0).longs(), states.rows(), counts.segment());
    }

    private static void add(int[] ids, long[] added, int rows, MemorySegment counts) {
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 3);
            counts.set(ValueLayout.JAVA_LONG_UNALIGNED, at, counts.get(ValueLayout.JAVA_LONG_UNALIGNED, at) + added[i]);
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        return List.of(
                new FixedColumn(DataType.INT64, groupCount, counts.view(groupCount), Validity.allValid(groupCount)));
    }

    @Override
    public void clear() {
        counts.clear();
    }

    @Override
    public void close() {
        counts.close();
    }
}
