package dev.sheaf.spark.scan;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spark.translate.InputColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Batches of a file as tables of the columns that a request reads.
final class SplitSource implements BatchSource {
    private final BatchSource rows;
    private final Schema schema;
    private final List<ColumnStep> steps;

    /// Takes over `rows`, which has the columns of the file by their names there.
    SplitSource(BatchSource rows, ScanColumns columns, List<InputColumn> inputs) {
        this.rows = rows;
        this.schema = new Schema(inputs.stream().map(InputColumn::field).toList());
        this.steps = inputs.stream()
                .map(input -> ColumnStep.of(input, columns, rows.schema()))
                .toList();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        Batch batch = rows.next(context);
        if (batch == null) {
            return null;
        }
        try (batch) {
            return new Batch(table(batch.table(), context.pool()), batch.firstRow());
        }
    }

    private Table table(Table own, MemoryPool pool) {
        List<Column> made = new ArrayList<>();
        try {
            for (ColumnStep step : steps) {
                made.add(step.column(own, pool));
            }
            return new Table(schema, made, own.rowCount());
        } catch (RuntimeException | Error failure) {
            made.forEach(Column::close);
            throw failure;
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
