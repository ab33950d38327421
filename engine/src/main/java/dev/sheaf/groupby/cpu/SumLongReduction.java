package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The exact sum of whole numbers of at most 64 bits: `sum + wraps * 2^64`, `sum` signed.
///
/// `wraps` counts the overflows of `sum`, up and down; overflow that cancels out leaves it at zero. It takes
/// memory only once there is an overflow.
final class SumLongReduction implements Reduction {
    private final MemoryPool pool;
    private final boolean unsigned;
    private final StateColumn sums;
    private final Seen seen;
    private @Nullable StateColumn wraps;

    SumLongReduction(boolean unsigned, MemoryPool pool) {
        this.pool = pool;
        this.unsigned = unsigned;
        this.sums = new StateColumn(pool, "group sums", Long.BYTES, 0);
        this.seen = new Seen(pool);
    }

    @Override
    public List<Field> stateFields() {
        return List.of(new Field("sum", DataType.INT64), new Field("wraps", DataType.INT64, false));
    }

    @Override
    public void update(Feed feed, int groupCount) {
        sums.ensure(groupCount);
        seen.mark(feed, groupCount);
        add(feed.ids(), feed.argument(0).longs(), feed.rows(), groupCount);
        if (unsigned) {
            countTopBits(feed.ids(), feed.argument(0).longs(), feed.rows(), groupCount);
        }
    }

    private void add(int[] ids, long[] values, int rows, int groupCount) {
        int done = 0;
        while ((done = add(ids, values, done, rows, sums.segment())) < rows) {
            wrap(ids[done], values[done] >= 0 ? 1 : -1, groupCount);
            done++;
        }
    }

    /// Adds rows from `from` on, up to the end or through the first that overflows, whose number it returns.
    private static int add(int[] ids, long[] values, int from, int rows, MemorySegment sums) {
        for (int i = from; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 3);
            long value = values[i];
            long before = sums.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            long after = before + value;
            sums.set(ValueLayout.JAVA_LONG_UNALIGNED, at, after);
            if (((before ^ after) & (value ^ after)) < 0) {
                return i;
            }
        }
        return rows;
    }

    /// Unsigned values from 2^63 on were added as if 2^64 less.
    private void countTopBits(int[] ids, long[] values, int rows, int groupCount) {
        for (int i = 0; i < rows; i++) {
            if (values[i] < 0) {
                wrap(ids[i], 1, groupCount);
            }
        }
    }

    private void wrap(int id, long by, int groupCount) {
        if (by == 0) {
            return;
        }
        StateColumn present = wraps == null ? wraps = new StateColumn(pool, "group sums", Long.BYTES, 0) : wraps;
        present.ensure(groupCount);
        long at = StateColumn.FRONT + ((long) id << 3);
        MemorySegment segment = present.segment();
        segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at) + by);
    }

    @Override
    public void merge(Feed states, int groupCount) {
        sums.ensure(groupCount);
        seen.mark(states, groupCount);
        add(states.ids(), states.argument(0).longs(), states.rows(), groupCount);
        long[] others = states.argument(1).longs();
        for (int i = 0; i < states.rows(); i++) {
            wrap(states.ids()[i], others[i], groupCount);
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        Buffer wrapBuffer = wraps == null
                ? pool.allocateZeroed((long) groupCount * Long.BYTES, "group sums")
                : wraps.view(groupCount);
        Column wrapColumn = new FixedColumn(DataType.INT64, groupCount, wrapBuffer, Validity.allValid(groupCount));
        try {
            Validity validity = seen.validity(groupCount);
            return List.of(new FixedColumn(DataType.INT64, groupCount, sums.view(groupCount), validity), wrapColumn);
        } catch (RuntimeException failure) {
            wrapColumn.close();
            throw failure;
        }
    }

    @Override
    public void clear() {
        sums.clear();
        seen.clear();
        if (wraps != null) {
            wraps.clear();
        }
    }

    @Override
    public void close() {
        sums.close();
        seen.close();
        if (wraps != null) {
            wraps.close();
        }
    }
}
