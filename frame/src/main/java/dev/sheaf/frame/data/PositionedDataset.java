package dev.sheaf.frame.data;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.ForwardingSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Rows of a frame with the labels of a [RangeIndex] as one more column, which is made batch by batch and only for
/// scans that read it.
record PositionedDataset(Dataset rows, RangeIndex range, String name) implements Dataset {
    @Override
    public Schema schema() {
        List<Field> fields = new ArrayList<>(rows.schema().fields());
        fields.add(new Field(name, DataType.INT64, false));
        return new Schema(fields);
    }

    @Override
    public SourceStats stats() {
        return rows.stats();
    }

    @Override
    public String describe() {
        return "frame of " + range.size() + " rows";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        List<String> stored =
                scan.columns().stream().filter(column -> !column.equals(name)).toList();
        BatchSource read = rows.scan(
                new Scan(
                        stored, scan.filter().flatMap(this::ofRows), scan.lead().flatMap(this::ofRows)),
                context);
        return stored.size() < scan.columns().size()
                ? new Positioned(
                        read,
                        range,
                        schema().select(scan.columns()),
                        scan.columns().indexOf(name))
                : read;
    }

    /// What a condition asks of the rows, without what it asks of labels, which the rows do not have. Nothing behind a
    /// part about labels that may fail: whether it does must not depend on which rows are left out.
    private Optional<Expr> ofRows(Expr condition) {
        Failing failing = Failing.over(schema());
        return Conjuncts.join(Conjuncts.split(condition).stream()
                .takeWhile(part -> isOfRows(part) || !failing.mayFail(part))
                .filter(this::isOfRows)
                .toList());
    }

    private boolean isOfRows(Expr part) {
        return !ExprColumns.of(part).contains(name);
    }

    /// What is known of the rows that come first by a column; of labels the rows know nothing.
    private Optional<Scan.Lead> ofRows(Scan.Lead lead) {
        return lead.column().equals(name)
                ? Optional.empty()
                : Optional.of(new Scan.Lead(
                        lead.column(),
                        lead.direction(),
                        row -> lead.wanted().apply(row).flatMap(this::ofRows)));
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
