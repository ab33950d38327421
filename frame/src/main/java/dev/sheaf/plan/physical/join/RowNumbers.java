package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.plan.physical.rows.Ordinals;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;

/// Rows that carry their numbers in the stream.
final class RowNumbers {
    private RowNumbers() {}

    /// The columns of a batch and a last one with the numbers of its rows, under the names of `schema`; closed by the
    /// caller.
    static Table of(Batch batch, Schema schema, QueryContext context) {
        List<Column> columns = new ArrayList<>();
        try (FixedColumn numbers = Ordinals.longs(batch.firstRow(), batch.rowCount(), context.pool())) {
            batch.table().columns().forEach(column -> columns.add(column.retain()));
            columns.add(numbers.retain());
            return new Table(schema, columns, batch.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }
}
