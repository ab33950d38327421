package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.ExtremeRows;
import dev.sheaf.groupby.cpu.chunk.OrderedLongs;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.RowReferences;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// MIN_BY and MAX_BY: the value of one argument in the row where another is least or greatest, the lowest row for
/// ties.
///
/// Fed what is ordered by, the value, and ordinals. What is ordered by is a long where one holds it
/// ([OrderedLongs]), with all bits turned for MAX_BY, so that both look for the least; else see [ExtremeRows].
final class MinByReduction implements Reduction {
    private final DataType byType;
    private final DataType valueType;
    private final long turn;
    private final MemoryPool pool;
    private final RowReferences values;
    private final @Nullable ExtremeRows extremes;
    private int[] candidates = {};
    private final StateColumn words;
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
        this.turn = greatest ? -1 : 0;
        this.pool = pool;
        this.values = new RowReferences(valueType, settings, pool);
        this.extremes = isWord ? null : new ExtremeRows(byType, greatest, true, settings, pool);
        this.words = new StateColumn(pool, "group extremes", Long.BYTES, Long.MAX_VALUE);
        this.ordinals = new StateColumn(pool, "group ordinals", Long.BYTES, Long.MAX_VALUE);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(
                StateField.ordinal("ordinal"), StateField.value("by", byType), StateField.value("value", valueType));
    }

    @Override
    public void reserve(int groups) {
        words.reserve(groups);
        ordinals.reserve(groups);
        values.reserve(groups);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        pick(input, input.argument(0), input.argument(1), input.argument(2).longs(), groupCount);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        pick(states, states.argument(1), states.argument(2), states.argument(0).longs(), groupCount);
    }

    private void pick(
            ReductionInput input, ArgumentVector by, ArgumentVector value, long[] rowOrdinals, int groupCount) {
        words.ensure(groupCount);
        ordinals.ensure(groupCount);
        long firstValue = values.keep(value.encoded(), value.token(), groupCount) + value.from();
        int[] ids = input.ids();
        int rows = input.rows();
        if (candidates.length < rows) {
            candidates = new int[rows];
        }
        if (extremes == null) {
            int count = ExtremeRows.candidates(ids, by.ordered(), turn, rows, words.longs(), candidates);
            pickByWord(
                    ids,
                    by.ordered(),
                    rowOrdinals,
                    candidates,
                    count,
                    turn,
                    firstValue,
                    words.longs(),
                    ordinals.longs(),
                    values.longs());
        } else {
            extremes.begin(by, ids, rows, groupCount);
            int count = extremes.candidates(ids, rows, candidates);
            pickByRow(ids, extremes, rowOrdinals, count, firstValue);
        }
    }

    private static void pickByWord(
            int[] ids,
            long[] rowWords,
            long[] rowOrdinals,
            int[] rows,
            int count,
            long turn,
            long firstValue,
            LongBuffer words,
            LongBuffer ordinals,
            LongBuffer picks) {
        for (int next = 0; next < count; next++) {
            int i = rows[next];
            int at = at(ids[i]);
            long word = rowWords[i] ^ turn;
            long least = words.get(at);
            if (word < least || (word == least && rowOrdinals[i] < ordinals.get(at))) {
                words.put(at, word);
                ordinals.put(at, rowOrdinals[i]);
                picks.put(at, firstValue + i);
            }
        }
    }

    private void pickByRow(int[] ids, ExtremeRows by, long[] rowOrdinals, int count, long firstValue) {
        for (int next = 0; next < count; next++) {
            int i = candidates[next];
            if (isBetter(ids[i], by.advantage(ids[i], i), rowOrdinals[i])) {
                by.set(ids[i], i);
                set(ids[i], rowOrdinals[i], firstValue + i);
            }
        }
    }

    /// Whether a row with an advantage over the best so far, or the same value, takes its place.
    private boolean isBetter(int id, int advantage, long ordinal) {
        return advantage > 0 || (advantage == 0 && ordinal < ordinals.longs().get(at(id)));
    }

    private void set(int id, long ordinal, long pick) {
        ordinals.longs().put(at(id), ordinal);
        values.pick(id, pick);
    }

    private static int at(int id) {
        return StateColumn.FRONT_LONGS + id;
    }

    @Override
    public List<Column> export(int groupCount) {
        words.ensure(groupCount);
        ordinals.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Column picked = closer.add(values.values(groupCount));
            Column by = closer.add(extremes == null ? wordColumn(groupCount) : extremes.values(groupCount));
            Validity validity = values.validity(groupCount);
            closer.release();
            return List.of(
                    new FixedColumn(DataType.INT64, groupCount, ordinals.view(groupCount), validity), by, picked);
        }
    }

    private Column wordColumn(int groupCount) {
        Validity valid = Validity.allValid(groupCount);
        return OrderedLongs.column(
                byType, words.segment(), StateColumn.FRONT, Long.BYTES, turn, groupCount, valid, pool);
    }

    @Override
    public void clear() {
        values.clear();
        words.clear();
        ordinals.clear();
        if (extremes != null) {
            extremes.clear();
        }
    }

    @Override
    public void close() {
        values.close();
        words.close();
        ordinals.close();
        if (extremes != null) {
            extremes.close();
        }
    }
}
