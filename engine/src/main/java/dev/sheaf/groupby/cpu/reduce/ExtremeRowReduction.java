package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.ExtremeRows;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// MIN, MAX, ARGMIN and ARGMAX of text, binary values, 128-bit decimals, intervals, lists and structs, see
/// [ExtremeRows].
final class ExtremeRowReduction implements Reduction {
    private final DataType type;
    private final boolean greatest;
    private final boolean argument;
    private final ExtremeRows best;
    private final StateColumn ordinals;
    private int[] candidates = {};

    /// Gives ordinals if `argument`, else values.
    ExtremeRowReduction(DataType type, boolean greatest, boolean argument, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.greatest = greatest;
        this.argument = argument;
        this.best = new ExtremeRows(type, greatest, argument, settings, pool);
        this.ordinals = new StateColumn(pool, "group ordinals", Long.BYTES, 0);
    }

    @Override
    public List<StateField> stateFields() {
        StateField value = StateField.value(greatest ? "max" : "min", type);
        return argument ? List.of(value, StateField.ordinal("ordinal", false)) : List.of(value);
    }

    @Override
    public void reserve(int groups) {
        ordinals.reserve(groups);
        best.reserve(groups);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        int rows = input.rows();
        int[] ids = input.ids();
        best.begin(input.argument(0), ids, rows, groupCount);
        if (candidates.length < rows) {
            candidates = new int[rows];
        }
        int count = best.candidates(ids, rows, candidates);
        if (argument) {
            ordinals.ensure(groupCount);
            takeWithOrdinals(ids, input.argument(1).longs(), count);
        } else {
            take(ids, count);
        }
    }

    private void take(int[] ids, int count) {
        for (int next = 0; next < count; next++) {
            int i = candidates[next];
            if (best.advantage(ids[i], i) > 0) {
                best.set(ids[i], i);
            }
        }
    }

    private void takeWithOrdinals(int[] ids, long[] rowOrdinals, int count) {
        for (int next = 0; next < count; next++) {
            int i = candidates[next];
            if (isBetter(ids[i], i, rowOrdinals[i])) {
                best.set(ids[i], i);
                ordinals.longs().put(at(ids[i]), rowOrdinals[i]);
            }
        }
    }

    private boolean isBetter(int id, int i, long ordinal) {
        int advantage = best.advantage(id, i);
        return advantage > 0 || (advantage == 0 && ordinal < ordinals.longs().get(at(id)));
    }

    private static int at(int id) {
        return StateColumn.FRONT_LONGS + id;
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        update(states, groupCount);
    }

    @Override
    public List<Column> export(int groupCount) {
        Column values = best.values(groupCount);
        if (!argument) {
            return List.of(values);
        }
        try (Closer closer = new Closer()) {
            closer.add(values);
            ordinals.ensure(groupCount);
            Column rows = new FixedColumn(
                    DataType.INT64, groupCount, ordinals.view(groupCount), Validity.allValid(groupCount));
            closer.release();
            return List.of(values, rows);
        }
    }

    @Override
    public void clear() {
        best.clear();
        ordinals.clear();
    }

    @Override
    public void close() {
        best.close();
        ordinals.close();
    }
}
