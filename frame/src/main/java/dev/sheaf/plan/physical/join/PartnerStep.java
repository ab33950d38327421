package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// Leaves out rows of batches whose keys the other side of a join lacks, all but a few of them.
///
/// A batch of whose first rows most stay is passed on whole.
public final class PartnerStep implements BatchStep {
    private static final int SAMPLE_ROWS = 1 << 12;

    private final List<Integer> columns;
    private final List<JoinKey> keys;
    private final KeyFilter filter;

    /// @param names the columns of `schema` that hold the keys
    /// @param filter has the keys of the other side; stays the caller's
    public PartnerStep(Schema schema, List<String> names, List<JoinKey> keys, KeyFilter filter) {
        this.columns = names.stream().map(schema::indexOf).toList();
        this.keys = keys;
        this.filter = filter;
    }

    @Override
    public Table apply(Batch left, QueryContext context) {
        Table batch = left.table();
        int rows = Math.toIntExact(batch.rowCount());
        int[] numbers = new int[rows];
        int sample = Math.min(rows, SAMPLE_ROWS);
        int count = select(batch, 0, sample, numbers, 0);
        if (sample < rows && count > sample / 4 * 3) {
            return batch.retain();
        }
        count = select(batch, sample, rows, numbers, count);
        return count == rows ? batch.retain() : Take.rows(batch, numbers, count, context.pool());
    }

    /// Adds the rows from `first` to `end` that stay to `count` numbers of rows; gives how many these are then.
    private int select(Table batch, int first, int end, int[] numbers, int count) {
        List<Column> values = columns.stream().map(batch::column).toList();
        KeyHashes hashes = KeyHashes.of(values, keys, first, end - first);
        int kept = count;
        for (int row = first; row < end; row++) {
            if (filter.mayHave(hashes.hash(row - first)) && !hashes.matchesNothing(row - first)) {
                numbers[kept++] = row;
            }
        }
        return kept;
    }
}
