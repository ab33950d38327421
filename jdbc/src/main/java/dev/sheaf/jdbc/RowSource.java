package dev.sheaf.jdbc;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import org.jspecify.annotations.Nullable;

/// Where the rows of a result come from, table by table in order.
sealed interface RowSource extends AutoCloseable {

    Schema schema();

    /// The next table, which the caller closes, or null.
    @Nullable
    Table next();

    @Override
    void close();

    /// The rows of a query, computed as they are asked for.
    record Of(BatchSource source, QueryContext context) implements RowSource {
        @Override
        public Schema schema() {
            return source.schema();
        }

        @Override
        public @Nullable Table next() {
            Batch batch = source.next(context);
            return batch == null ? null : batch.table();
        }

        @Override
        public void close() {
            source.close();
        }
    }

    /// The rows of one table, which it owns.
    final class Whole implements RowSource {
        private final Table table;
        private boolean given;

        Whole(Table table) {
            this.table = table;
        }

        @Override
        public Schema schema() {
            return table.schema();
        }

        @Override
        public @Nullable Table next() {
            if (given) {
                return null;
            }
            given = true;
            return table.retain();
        }

        @Override
        public void close() {
            table.close();
        }
    }
}
