package dev.sheaf.groupby.cuda.result;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import org.jspecify.annotations.Nullable;

/// A result as a stream of one batch. Closes the table if nobody took it.
public final class ResultSource implements BatchSource {
    private final Schema schema;
    private final long rows;
    private @Nullable Table table;

    public ResultSource(Table table) {
        this.schema = table.schema();
        this.rows = table.rowCount();
        this.table = table;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(rows);
    }

    @Override
    public synchronized @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        Table result = table;
        table = null;
        return result == null ? null : new Batch(result, 0);
    }

    @Override
    public synchronized void close() {
        if (table != null) {
            table.close();
            table = null;
        }
    }
}
