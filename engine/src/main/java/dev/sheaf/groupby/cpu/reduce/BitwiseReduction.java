package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation.BitOperation;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.OrderedLongs;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;
import java.util.List;
import java.util.Locale;

/// BITWISE AND, OR and XOR of integers, widened to 64 bits.
final class BitwiseReduction implements Reduction {
    private final DataType type;
    private final BitOperation operation;
    private final MemoryPool pool;
    private final StateColumn bits;
    private final GroupValidity seen;

    BitwiseReduction(DataType type, BitOperation operation, MemoryPool pool) {
        this.type = type;
        this.operation = operation;
        this.pool = pool;
        this.bits = new StateColumn(pool, "group bits", Long.BYTES, operation == BitOperation.AND ? -1 : 0);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value(operation.name().toLowerCase(Locale.ROOT), type));
    }

    @Override
    public void reserve(int groups) {
        bits.reserve(groups);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        bits.ensure(groupCount);
        seen.mark(input, groupCount);
        long[] values = input.argument(0).longs();
        switch (operation) {
            case AND -> and(input.ids(), values, input.rows(), bits.longs());
            case OR -> or(input.ids(), values, input.rows(), bits.longs());
            case XOR -> xor(input.ids(), values, input.rows(), bits.longs());
        }
    }

    private static void and(int[] ids, long[] values, int rows, LongBuffer bits) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            bits.put(at, bits.get(at) & values[i]);
        }
    }

    private static void or(int[] ids, long[] values, int rows, LongBuffer bits) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            bits.put(at, bits.get(at) | values[i]);
        }
    }

    private static void xor(int[] ids, long[] values, int rows, LongBuffer bits) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            bits.put(at, bits.get(at) ^ values[i]);
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        update(states, groupCount);
    }

    @Override
    public List<Column> export(int groupCount) {
        bits.ensure(groupCount);
        // Columns are made from ordered longs, where unsigned numbers have their top bit turned; these have not.
        long turn = type.equals(DataType.UINT64) ? Long.MIN_VALUE : 0;
        return List.of(OrderedLongs.column(
                type,
                bits.segment(),
                StateColumn.FRONT,
                Long.BYTES,
                turn,
                groupCount,
                seen.validity(groupCount),
                pool));
    }

    @Override
    public void clear() {
        bits.clear();
        seen.clear();
    }

    @Override
    public void close() {
        bits.close();
        seen.close();
    }
}
