package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.RowReferences;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// MIN, MAX, ARGMIN and ARGMAX of text, binary values, 128-bit decimals, lists and structs.
///
/// The first eight bytes of the extreme value, as a long that compares like them, decide for most rows; the
/// value itself stays where it came from ([RowReferences]) and is looked at when they are equal, as it always is for
/// lists and structs.
final class ExtremeRowReduction implements Reduction {
    private final DataType type;
    private final boolean greatest;
    private final boolean argument;
    private final RowReferences picks;
    private final PickOrder orders = new PickOrder();
    private final StateColumn prefixes;
    private final StateColumn ordinals;

    /// Gives ordinals if `argument`, else values.
    ExtremeRowReduction(DataType type, boolean greatest, boolean argument, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.greatest = greatest;
        this.argument = argument;
        this.picks = new RowReferences(type, settings, pool);
        this.prefixes = new StateColumn(pool, "group extremes", Long.BYTES, 0);
        this.ordinals = new StateColumn(pool, "group ordinals", Long.BYTES, 0);
    }

    @Override
    public List<StateField> stateFields() {
        StateField value = StateField.value(greatest ? "max" : "min", type);
        return argument ? List.of(value, StateField.ordinal("ordinal", false)) : List.of(value);
    }

    @Override
    public void update(ReductionInput feed, int groupCount) {
        ArgumentVector values = feed.argument(0);
        Column column = values.column();
        long first = picks.keep(column, values.token(), groupCount) + values.from();
        prefixes.ensure(groupCount);
        ordinals.ensure(groupCount);
        long[] rowOrdinals = argument ? feed.argument(1).longs() : null;
        for (int i = 0; i < feed.rows(); i++) {
            int id = feed.ids()[i];
            if (id >= 0) {
                long row = values.from() + i;
                offer(id, column, row, prefix(column, row), first + i, rowOrdinals == null ? 0 : rowOrdinals[i]);
            }
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        update(states, groupCount);
    }

    private void offer(int id, Column column, long row, long prefix, long pick, long ordinal) {
        long at = StateColumn.FRONT + ((long) id << 3);
        if (isBetter(at, column, row, prefix, ordinal)) {
            picks.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, pick);
            prefixes.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, prefix);
            ordinals.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, ordinal);
        }
    }

    private boolean isBetter(long at, Column column, long row, long prefix, long ordinal) {
        long present = picks.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        if (present == RowReferences.NONE) {
            return true;
        }
        int order = Long.compare(prefix, prefixes.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at));
        if (order == 0) {
            order = orders.compare(
                    column, row, picks.column(RowReferences.columnOf(present)), RowReferences.rowOf(present));
        }
        if (order == 0) {
            return ordinal < ordinals.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        }
        return greatest ? order > 0 : order < 0;
    }

    /// A long that is less only if the value is.
    static long prefix(Column column, long row) {
        return switch (column) {
            case VarColumn text -> textPrefix(text, row);
            case FixedColumn wide -> Int128.high(wide.segment(), row);
            case ListColumn _, StructColumn _ -> 0;
            default -> throw new AssertionError(column.type());
        };
    }

    private static long textPrefix(VarColumn text, long row) {
        long start = text.offsets().start(row);
        long size = text.offsets().start(row + 1) - start;
        return ByteRuns.firstWord(text.segment(), start, size) ^ Long.MIN_VALUE;
    }

    @Override
    public List<Column> export(int groupCount) {
        Column values = picks.values(groupCount);
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
        picks.clear();
        prefixes.clear();
        ordinals.clear();
    }

    @Override
    public void close() {
        picks.close();
        prefixes.close();
        ordinals.close();
    }
}
