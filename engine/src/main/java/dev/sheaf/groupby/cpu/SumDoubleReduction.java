package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The sum of floats in float64.
final class SumDoubleReduction implements Reduction {
    private final StateColumn sums;
    private final Seen seen;

    SumDoubleReduction(MemoryPool pool) {
        this.sums = new StateColumn(pool, "group sums", Double.BYTES, 0);
        this.seen = new Seen(pool);
    }

    @Override
    public List<Field> stateFields() {
        return List.of(new Field("sum", DataType.FLOAT64));
    }

    @Override
    public void update(Feed feed, int groupCount) {
        sums.ensure(groupCount);
        seen.mark(feed, groupCount);
        add(feed.ids(), feed.argument(0).doubles(), feed.rows(), sums.segment());
    }

    private static void add(int[] ids, double[] values, int rows, MemorySegment sums) {
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 3);
            sums.set(
                    ValueLayout.JAVA_DOUBLE_UNALIGNED, at, sums.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at) + values[i]);
        }
    }

    @Override
    public void merge(Feed states, int groupCount) {
        update(states, groupCount);
    }

    @Override
    public List<Column> export(int groupCount) {
        var validity = seen.validity(groupCount);
        return List.of(new FixedColumn(DataType.FLOAT64, groupCount, sums.view(groupCount), validity));
    }

    @Override
    public void clear() {
        sums.clear();
        seen.clear();
    }

    @Override
    public void close() {
        sums.close();
        seen.close();
    }
}
