package dev.sheaf.cli.datagen;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One scan over generated columns: hands out batches in row order, each made on the thread that pulls it.
final class GeneratedSource implements BatchSource {
    private static final long BATCH_ROWS = 1 << 16;

    private final Schema schema;
    private final List<GeneratedColumn> columns;
    private final long rowCount;
    private final AtomicLong nextRow = new AtomicLong();

    private GeneratedSource(List<GeneratedColumn> columns, long rowCount) {
        this.schema = schemaOf(columns);
        this.columns = columns;
        this.rowCount = rowCount;
    }

    /// A scan of some of the columns, in the order of `names`.
    static BatchSource scan(List<GeneratedColumn> columns, List<String> names, long rowCount) {
        Schema all = schemaOf(columns);
        return new GeneratedSource(
                names.stream().map(name -> columns.get(all.indexOf(name))).toList(), rowCount);
    }

    static Schema schemaOf(List<GeneratedColumn> columns) {
        return Schema.of(columns.stream().map(GeneratedColumn::field).toArray(Field[]::new));
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(rowCount);
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        long first = nextRow.getAndAdd(BATCH_ROWS);
        if (first >= rowCount) {
            return null;
        }
        int rows = (int) Math.min(BATCH_ROWS, rowCount - first);
        List<Column> made = new ArrayList<>();
        try {
            columns.forEach(column -> made.add(column.fill().rows(first, rows, context.pool())));
        } catch (RuntimeException | Error failure) {
            made.forEach(Column::close);
            throw failure;
        }
        return new Batch(new Table(schema, made, rows), first);
    }

    @Override
    public long lowestNextRow() {
        return nextRow.get();
    }

    @Override
    public void close() {
        nextRow.set(rowCount);
    }
}
