package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.RowReferences;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;
import java.util.List;

/// FIRST and LAST: the value, null or not, of the row with the lowest or highest ordinal.
final class FirstLastReduction implements Reduction {
    private final DataType type;
    private final boolean last;
    private final StateColumn ordinals;
    private final RowReferences picks;

    FirstLastReduction(DataType type, boolean last, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.last = last;
        this.ordinals = new StateColumn(pool, "group ordinals", Long.BYTES, last ? -1 : Long.MAX_VALUE);
        this.picks = new RowReferences(type, settings, pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.ordinal("ordinal"), StateField.value("value", type));
    }

    @Override
    public void reserve(int groups) {
        ordinals.reserve(groups);
        picks.reserve(groups);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        pick(input, input.argument(1).longs(), input.argument(0), groupCount);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        pick(states, states.argument(0).longs(), states.argument(1), groupCount);
    }

    private void pick(ReductionInput input, long[] rowOrdinals, ArgumentVector values, int groupCount) {
        ordinals.ensure(groupCount);
        long first = picks.keep(values.encoded(), values.token(), groupCount) + values.from();
        if (last) {
            pickLast(input.ids(), rowOrdinals, input.rows(), first, ordinals.longs(), picks.longs());
        } else {
            pickFirst(input.ids(), rowOrdinals, input.rows(), first, ordinals.longs(), picks.longs());
        }
    }

    private static void pickFirst(
            int[] ids, long[] rowOrdinals, int rows, long firstPick, LongBuffer ordinals, LongBuffer picks) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            if (rowOrdinals[i] < ordinals.get(at)) {
                ordinals.put(at, rowOrdinals[i]);
                picks.put(at, firstPick + i);
            }
        }
    }

    private static void pickLast(
            int[] ids, long[] rowOrdinals, int rows, long firstPick, LongBuffer ordinals, LongBuffer picks) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            if (rowOrdinals[i] > ordinals.get(at)) {
                ordinals.put(at, rowOrdinals[i]);
                picks.put(at, firstPick + i);
            }
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        ordinals.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Column values = closer.add(picks.values(groupCount));
            Buffer view = closer.add(ordinals.view(groupCount));
            Validity validity = picks.validity(groupCount);
            closer.release();
            return List.of(new FixedColumn(DataType.INT64, groupCount, view, validity), values);
        }
    }

    @Override
    public void clear() {
        ordinals.clear();
        picks.clear();
    }

    @Override
    public void close() {
        ordinals.close();
        picks.close();
    }
}
