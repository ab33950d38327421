package dev.sheaf.frame.data;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.ForwardingSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;

/// The rows of a table with the labels of a [RangeIndex] as one more column, which is made batch by batch
/// and only for scans that read it.
record PositionedDataset(Table table, Index index, String name) implements Dataset {

    /// The table alone if the labels are columns of it.
    Dataset orTable() {
        return index instanceof RangeIndex ? this : new TableDataset(table);
    }

    @Override
    public Schema schema() {
        List<Field> fields = new ArrayList<>(table.schema().fields());
        if (index instanceof RangeIndex) {
            fields.add(new Field(name, DataType.INT64, false));
        }
        return new Schema(fields);
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(table.rowCount());
    }

    @Override
    public String describe() {
        return "frame of " + table.rowCount() + " rows";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        List<String> stored =
                scan.columns().stream().filter(column -> !column.equals(name)).toList();
        BatchSource rows = new TableDataset(table).scan(new Scan(stored, scan.filter()), context);
        return stored.size() < scan.columns().size() && index instanceof RangeIndex range
                ? new Positioned(
                        rows,
                        range,
                        schema().select(scan.columns()),
                        scan.columns().indexOf(name))
                : rows;
    }

    /// Batches with a column of labels at a position.
    private record Positioned(BatchSource input, RangeIndex range, Schema schema, int at) implements ForwardingSource {
        @Override
        public Batch pass(Batch batch, QueryContext context) {
            try (batch) {
                List<Column> columns = new ArrayList<>();
                batch.table().columns().forEach(column -> columns.add(column.retain()));
                try {
                    columns.add(at, range.labels(batch.firstRow(), batch.rowCount(), context.pool()));
                } catch (RuntimeException | Error failure) {
                    columns.forEach(Column::close);
                    throw failure;
                }
                return new Batch(new Table(schema, columns, batch.rowCount()), batch.firstRow());
            }
        }
    }
}
