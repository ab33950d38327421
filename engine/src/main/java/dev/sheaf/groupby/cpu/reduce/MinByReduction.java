package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.OrderedLongs;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.RowReferences;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// MIN_BY and MAX_BY: the value of one argument in the row where another is least or greatest, the lowest row for
/// ties.
///
/// Fed what is ordered by, the value, and ordinals. What is ordered by is a long where one holds it
/// ([OrderedLongs]); else its first bytes are, and the rest is looked at where it came from, as in
/// [ExtremeRowReduction].
final class MinByReduction implements Reduction {
    private final DataType byType;
    private final DataType valueType;
    private final boolean greatest;
    private final MemoryPool pool;
    private final RowReferences values;
    private final PickOrder orders = new PickOrder();
    private final @Nullable RowReferences extremes;
    private final StateColumn prefixes;
    private final StateColumn ordinals;

    /// `isWord`: values of `byType` fit a long.
    MinByReduction(
            DataType byType,
            DataType valueType,
            boolean greatest,
            boolean isWord,
            CpuSettings settings,
            MemoryPool pool) {
        this.byType = byType;
        this.valueType = valueType;
        this.greatest = greatest;
        this.pool = pool;
        this.values = new RowReferences(valueType, settings, pool);
        this.extremes = isWord ? null : new RowReferences(byType, settings, pool);
        this.prefixes = new StateColumn(pool, "group extremes", Long.BYTES, 0);
        this.ordinals = new StateColumn(pool, "group ordinals", Long.BYTES, 0);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(
                StateField.ordinal("ordinal"), StateField.value("by", byType), StateField.value("value", valueType));
    }

    @Override
    public void update(ReductionInput feed, int groupCount) {
        pick(feed, feed.argument(0), feed.argument(1), feed.argument(2).longs(), groupCount);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        pick(states, states.argument(1), states.argument(2), states.argument(0).longs(), groupCount);
    }

    private void pick(
            ReductionInput feed, ArgumentVector by, ArgumentVector value, long[] rowOrdinals, int groupCount) {
        prefixes.ensure(groupCount);
        ordinals.ensure(groupCount);
        long firstValue = values.keep(value.encoded(), value.token(), groupCount) + value.from();
        if (extremes == null) {
            pickByWord(feed, by.ordered(), rowOrdinals, firstValue);
        } else {
            long firstBy = extremes.keep(by.column(), by.token(), groupCount) + by.from();
            pickByColumn(feed, by, extremes, rowOrdinals, firstBy, firstValue);
        }
    }

    private void pickByWord(ReductionInput feed, long[] words, long[] rowOrdinals, long firstValue) {
        for (int i = 0; i < feed.rows(); i++) {
            int id = feed.ids()[i];
            if (id >= 0 && isBetter(id, Long.compare(words[i], prefix(id)), rowOrdinals[i])) {
                set(id, words[i], rowOrdinals[i], firstValue + i);
            }
        }
    }

    private void pickByColumn(
            ReductionInput feed,
            ArgumentVector by,
            RowReferences kept,
            long[] rowOrdinals,
            long firstBy,
            long firstValue) {
        Column column = by.column();
        for (int i = 0; i < feed.rows(); i++) {
            int id = feed.ids()[i];
            if (id >= 0) {
                long row = by.from() + i;
                long prefix = ExtremeRowReduction.prefix(column, row);
                if (isBetter(id, compare(kept, id, column, row, prefix), rowOrdinals[i])) {
                    set(id, prefix, rowOrdinals[i], firstValue + i);
                    kept.pick(id, firstBy + i);
                }
            }
        }
    }

    private int compare(RowReferences kept, int id, Column column, long row, long prefix) {
        int order = Long.compare(prefix, prefix(id));
        long present = kept.get(id);
        return order != 0 || present == RowReferences.NONE
                ? order
                : orders.compare(
                        column, row, kept.column(RowReferences.columnOf(present)), RowReferences.rowOf(present));
    }

    /// Whether a row that compares like `order` to the best so far takes its place.
    private boolean isBetter(int id, int order, long ordinal) {
        if (values.get(id) == RowReferences.NONE) {
            return true;
        }
        return order == 0
                ? ordinal < ordinals.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at(id))
                : (order > 0) == greatest;
    }

    private long prefix(int id) {
        return prefixes.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at(id));
    }

    private void set(int id, long prefix, long ordinal, long pick) {
        prefixes.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at(id), prefix);
        ordinals.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at(id), ordinal);
        values.pick(id, pick);
    }

    private static long at(int id) {
        return StateColumn.FRONT + ((long) id << 3);
    }

    @Override
    public List<Column> export(int groupCount) {
        prefixes.ensure(groupCount);
        ordinals.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Column picked = closer.add(values.values(groupCount));
            Column by = closer.add(extremes == null ? words(groupCount) : extremes.values(groupCount));
            Validity validity = values.validity(groupCount);
            closer.release();
            return List.of(
                    new FixedColumn(DataType.INT64, groupCount, ordinals.view(groupCount), validity), by, picked);
        }
    }

    private Column words(int groupCount) {
        Validity valid = Validity.allValid(groupCount);
        return OrderedLongs.column(
                byType, prefixes.segment(), StateColumn.FRONT, Long.BYTES, 0, groupCount, valid, pool);
    }

    @Override
    public void clear() {
        values.clear();
        prefixes.clear();
        ordinals.clear();
        if (extremes != null) {
            extremes.clear();
        }
    }

    @Override
    public void close() {
        values.close();
        prefixes.close();
        ordinals.close();
        if (extremes != null) {
            extremes.close();
        }
    }
}
