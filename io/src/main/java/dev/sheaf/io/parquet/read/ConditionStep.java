package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
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

    /// Takes note of a batch of `batchRows`, for `rows` of which the step was tested, its columns decoded.
    void tookFor(int batchRows, int rows, int kept, long nanos) {
        parts.forEach(part -> part.tested(batchRows, rows, kept, nanos));
    }
}
