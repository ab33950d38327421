package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.OrderedLongs;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;
import java.util.List;

/// MIN and MAX of values of at most 64 bits, compared as [OrderedLongs].
public final class ExtremeReduction implements Reduction {
    private final DataType type;
    private final boolean greatest;
    private final StateField.Role role;
    private final MemoryPool pool;
    private final StateColumn extremes;
    private final GroupValidity seen;

    public ExtremeReduction(DataType type, boolean greatest, MemoryPool pool) {
        this(type, greatest, StateField.Role.VALUE, pool);
    }

    private ExtremeReduction(DataType type, boolean greatest, StateField.Role role, MemoryPool pool) {
        this.type = type;
        this.greatest = greatest;
        this.role = role;
        this.pool = pool;
        long initial = greatest ? Long.MIN_VALUE : Long.MAX_VALUE;
        this.extremes = new StateColumn(pool, "group extremes", Long.BYTES, initial);
        this.seen = new GroupValidity(pool);
    }

    /// The ordinal of each group's first row, of ordinals.
    public static ExtremeReduction ofFirstRow(MemoryPool pool) {
        return new ExtremeReduction(DataType.INT64, false, StateField.Role.ORDINAL, pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(new StateField(new Field(greatest ? "max" : "min", type), role));
    }

    @Override
    public void reserve(int groups) {
        extremes.reserve(groups);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        extremes.ensure(groupCount);
        seen.mark(input, groupCount);
        take(input.ids(), input.argument(0).ordered(), input.rows());
    }

    private void take(int[] ids, long[] values, int rows) {
        if (greatest) {
            max(ids, values, rows, extremes.longs());
        } else {
            min(ids, values, rows, extremes.longs());
        }
    }

    private static void min(int[] ids, long[] values, int rows, LongBuffer least) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            long before = least.get(at);
            least.put(at, Math.min(before, values[i]));
        }
    }

    private static void max(int[] ids, long[] values, int rows, LongBuffer greatest) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            long before = greatest.get(at);
            greatest.put(at, Math.max(before, values[i]));
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
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
