package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Parts of a scan's condition, tested once the columns that they read are decoded.
///
/// @param parts what the step tests
/// @param added the columns that no step before has decoded
/// @param inputs the columns that the parts read
/// @param schema the fields of `inputs`
/// @param condition the parts, joined
record ConditionStep(List<ConditionPart> parts, BitSet added, BitSet inputs, Schema schema, RowFilter condition) {

    /// A bit a row, lowest first, set where the parts leave the row; null if one fails on a value. The columns stay
    /// the caller's.
    ///
    /// @param columns those decoded so far, each at its place in the scan
    long @Nullable [] mark(@Nullable Column[] columns, int rows, MemoryPool pool) {
        List<Column> read = inputs.stream()
                .mapToObj(index -> Objects.requireNonNull(columns[index]).retain())
                .toList();
        long[] left = new long[(rows + Long.SIZE - 1) / Long.SIZE];
        try (Table table = new Table(schema, read, rows)) {
            condition.mark(table, left, pool);
            return left;
        } catch (ArithmeticException | IllegalArgumentException valueFails) {
            return null;
        }
    }

    /// Whether the step leaves no row of a row group of so many rows, as the values of its only column tell that are
    /// known before any row is read. Asked only of a step that leaves few rows, as far as known.
    boolean leavesNone(List<ColumnReader> readers, long rows, MemoryPool pool) {
        if (inputs.cardinality() != 1 || !parts.getFirst().isRare()) {
            return false;
        }
        long begun = System.nanoTime();
        @Nullable Column[] columns = new Column[readers.size()];
        int only = inputs.nextSetBit(0);
        columns[only] = readers.get(only).values(rows, pool).orElse(null);
        try (Column values = columns[only]) {
            boolean isNone = values != null && isNone(mark(columns, (int) values.length(), pool));
            if (isNone) {
                int all = (int) Math.min(rows, Integer.MAX_VALUE);
                tookFor(all, all, 0, System.nanoTime() - begun);
            }
            return isNone;
        }
    }

    private static boolean isNone(long @Nullable [] marked) {
        return marked != null && Arrays.stream(marked).allMatch(word -> word == 0);
    }

    /// Takes note of a batch of `batchRows`, for `rows` of which the step was tested, its columns decoded.
    void tookFor(int batchRows, int rows, int kept, long nanos) {
        parts.forEach(part -> part.tested(batchRows, rows, kept, nanos));
    }
}
