package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// MIN and MAX of values of at most 64 bits, compared as [OrderedLongs].
final class ExtremeReduction implements Reduction {
    private final DataType type;
    private final boolean greatest;
    private final MemoryPool pool;
    private final StateColumn extremes;
    private final Seen seen;

    ExtremeReduction(DataType type, boolean greatest, MemoryPool pool) {
        this.type = type;
        this.greatest = greatest;
        this.pool = pool;
        long initial = greatest ? Long.MIN_VALUE : Long.MAX_VALUE;
        this.extremes = new StateColumn(pool, "group extremes", Long.BYTES, initial);
        this.seen = new Seen(pool);
    }

    @Override
    public List<Field> stateFields() {
        return List.of(new Field(greatest ? "max" : "min", type));
    }

    @Override
    public void update(Feed feed, int groupCount) {
        extremes.ensure(groupCount);
        seen.mark(feed, groupCount);
        if (greatest) {
            max(feed.ids(), feed.argument(0).ordered(), feed.rows(), extremes.segment());
        } else {
            min(feed.ids(), feed.argument(0).ordered(), feed.rows(), extremes.segment());
        }
    }

    private static void min(int[] ids, long[] values, int rows, MemorySegment least) {
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 3);
            long before = least.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            least.set(ValueLayout.JAVA_LONG_UNALIGNED, at, Math.min(before, values[i]));
        }
    }

    private static void max(int[] ids, long[] values, int rows, MemorySegment greatest) {
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 3);
            long before = greatest.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            greatest.set(ValueLayout.JAVA_LONG_UNALIGNED, at, Math.max(before, values[i]));
        }
    }

    @Override
    public void merge(Feed states, int groupCount) {
        update(states, groupCount);
    }

    @Override
    public List<Column> export(int groupCount) {
        extremes.ensure(groupCount);
        return List.of(OrderedLongs.column(
                type,
                extremes.segment(),
                StateColumn.FRONT,
                Long.BYTES,
                0,
                groupCount,
                seen.validity(groupCount),
                pool));
    }

    @Override
    public void clear() {
        extremes.clear();
        seen.clear();
    }

    @Override
    public void close() {
        extremes.close();
        seen.close();
    }
}
