package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// Leaves out rows of batches whose keys the other side of a join lacks, all but a few of them.
///
/// A batch of whose first rows most stay is passed on whole.
///
/// @param names the columns that hold the keys
/// @param filter has the keys of the other side; stays the caller's
public record PartnerStep(List<String> names, KeyFilter filter) implements BatchStep {

    @Override
    public Table apply(Batch left, QueryContext context) {
        Table batch = left.table();
        int[] numbers = new int[Math.toIntExact(batch.rowCount())];
        int count = select(batch, numbers);
        return count == numbers.length ? batch.retain() : Take.rows(batch, numbers, count, context.pool());
    }

    /// Writes which rows of a batch stay; gives how many, or all if they are too many to be told apart.
    public int select(Table batch, int[] numbers) {
        List<Column> columns = names.stream().map(batch::column).toList();
        int rows = numbers.length;
        int count = 0;
        for (int first = 0; first < rows; first += KeyFilter.CHUNK_ROWS) {
            int chunk = Math.min(KeyFilter.CHUNK_ROWS, rows - first);
            count = filter.select(columns, first, chunk, numbers, count);
            if (first == 0 && chunk < rows && count > chunk / 4 * 3) {
                return rows;
            }
        }
        return count;
    }
}
