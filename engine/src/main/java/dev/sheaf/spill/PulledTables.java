package dev.sheaf.spill;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tables that are made one after the other, each when it is asked for; one thread makes one at a time. Their rows are
/// numbered in the order in which they are made.
public final class PulledTables implements BatchSource {
    private final Schema schema;
    private final Supplier<@Nullable Table> tables;
    private final Runnable close;
    private long nextRow;

    /// @param tables gives the next table of `schema`, which the caller then owns, or null when there are no
    ///     more
    /// @param close releases what the tables are made of
    public PulledTables(Schema schema, Supplier<@Nullable Table> tables, Runnable close) {
        this.schema = schema;
        this.tables = tables;
        this.close = close;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public synchronized @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        Table table = tables.get();
        if (table == null) {
            return null;
        }
        Batch batch = new Batch(table, nextRow);
        nextRow += table.rowCount();
        return batch;
    }

    @Override
    public void close() {
        close.run();
    }
}
