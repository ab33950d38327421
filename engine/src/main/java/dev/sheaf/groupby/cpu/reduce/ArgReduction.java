package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ExtremeRows;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.OrderedLongs;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;
import java.util.List;

/// ARGMIN and ARGMAX of values of at most 64 bits: the lowest ordinal of the rows with the extreme value.
///
/// Both look for the least value: for ARGMAX, values come with all bits turned.
final class ArgReduction implements Reduction {
    private final DataType type;
    private final long turn;
    private final MemoryPool pool;
    private final StateColumn values;
    private final StateColumn ordinals;
    private final GroupValidity seen;
    private int[] candidates = {};

    ArgReduction(DataType type, boolean greatest, MemoryPool pool) {
        this.type = type;
        this.turn = greatest ? -1 : 0;
        this.pool = pool;
        this.values = new StateColumn(pool, "group extremes", Long.BYTES, Long.MAX_VALUE);
        this.ordinals = new StateColumn(pool, "group extremes", Long.BYTES, Long.MAX_VALUE);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.ordinal("ordinal"), StateField.value("value", type));
    }

    @Override
    public void reserve(int groups) {
        values.reserve(groups);
        ordinals.reserve(groups);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        take(input, input.argument(0).ordered(), input.argument(1).longs(), groupCount);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        take(states, states.argument(1).ordered(), states.argument(0).longs(), groupCount);
    }

    private void take(ReductionInput input, long[] rowValues, long[] rowOrdinals, int groupCount) {
        values.ensure(groupCount);
        ordinals.ensure(groupCount);
        seen.mark(input, groupCount);
        if (candidates.length < input.rows()) {
            candidates = new int[input.rows()];
        }
        int count = ExtremeRows.candidates(input.ids(), rowValues, turn, input.rows(), values.longs(), candidates);
        take(input.ids(), rowValues, rowOrdinals, candidates, count, turn, values.longs(), ordinals.longs());
    }

    private static void take(
            int[] ids,
            long[] rowValues,
            long[] rowOrdinals,
            int[] rows,
            int count,
            long turn,
            LongBuffer values,
            LongBuffer ordinals) {
        for (int next = 0; next < count; next++) {
            int i = rows[next];
            int at = StateColumn.FRONT_LONGS + ids[i];
            long value = rowValues[i] ^ turn;
            long least = values.get(at);
            if (value < least || (value == least && rowOrdinals[i] < ordinals.get(at))) {
                values.put(at, value);
                ordinals.put(at, rowOrdinals[i]);
            }
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        values.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Column extremes = closer.add(OrderedLongs.column(
                    type,
                    values.segment(),
                    StateColumn.FRONT,
                    Long.BYTES,
                    turn,
                    groupCount,
                    Validity.allValid(groupCount),
                    pool));
            Buffer view = closer.add(ordinals.view(groupCount));
            Validity validity = seen.validity(groupCount);
            closer.release();
            return List.of(new FixedColumn(DataType.INT64, groupCount, view, validity), extremes);
        }
    }

    @Override
    public void clear() {
        values.clear();
        ordinals.clear();
        seen.clear();
    }

    @Override
    public void close() {
        values.close();
        ordinals.close();
        seen.close();
    }
}
