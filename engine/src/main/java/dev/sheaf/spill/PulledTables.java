package dev.sheaf.spill;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tables that are made when they are asked for. Their rows are numbered in the order in which they are ready.
public final class PulledTables implements BatchSource {
    private final Schema schema;
    private final Supplier<@Nullable Table> tables;
    private final boolean sideBySide;
    private final Runnable close;
    private final AtomicLong nextRow = new AtomicLong();

    private PulledTables(Schema schema, Supplier<@Nullable Table> tables, boolean sideBySide, Runnable close) {
        this.schema = schema;
        this.tables = tables;
        this.sideBySide = sideBySide;
        this.close = close;
    }

    /// Tables that one thread makes at a time, one after the other.
    ///
    /// @param tables gives the next table of `schema`, which the caller then owns, or null when there are no
    ///     more
    /// @param close releases what the tables are made of
    public static PulledTables inOrder(Schema schema, Supplier<@Nullable Table> tables, Runnable close) {
        return new PulledTables(schema, tables, false, close);
    }

    /// As [#inOrder], of tables in no order: threads make several at once.
    public static PulledTables inAnyOrder(Schema schema, Supplier<@Nullable Table> tables, Runnable close) {
        return new PulledTables(schema, tables, true, close);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        if (sideBySide) {
            return numbered(tables.get());
        }
        synchronized (this) {
            return numbered(tables.get());
        }
    }

    private @Nullable Batch numbered(@Nullable Table table) {
        return table == null ? null : new Batch(table, nextRow.getAndAdd(table.rowCount()));
    }

    @Override
    public long lowestNextRow() {
        return nextRow.get();
    }

    @Override
    public void close() {
        close.run();
    }
}
