package dev.sheaf.spill;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The rows of an [ExternalSort] in order, as a stream. One thread merges at a time.
final class SortedTables implements BatchSource {
    private final Schema schema;
    private final Supplier<@Nullable Table> tables;
    private final Runnable end;
    private long nextRow;

    /// Tables in order, null at their end, of which the first columns are those of `schema`; closing this runs `end`.
    SortedTables(Schema schema, Supplier<@Nullable Table> tables, Runnable end) {
        this.schema = schema;
        this.tables = tables;
        this.end = end;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return SourceStats.UNKNOWN;
    }

    @Override
    public synchronized @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        try (Table table = tables.get()) {
            if (table == null) {
                return null;
            }
            List<Column> columns = table.columns().subList(0, schema.size());
            Table first = new Table(schema, columns.stream().map(Column::retain).toList(), table.rowCount());
            Batch batch = new Batch(first, nextRow);
            nextRow += table.rowCount();
            return batch;
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
