package dev.sheaf.plan.physical;

import dev.sheaf.column.Table;
import dev.sheaf.plan.physical.rows.BatchCollector;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;

/// The rows that windows give: one table if they fitted in memory, else a stream. Each method may be called once.
sealed interface WindowRows {

    /// The rows as a stream, which the caller closes.
    BatchSource stream(SourceOpener opener);

    /// The rows as one table, which the caller closes.
    Table table(QueryContext context);

    /// Rows in memory.
    record Held(Table rows) implements WindowRows {
        @Override
        public BatchSource stream(SourceOpener opener) {
            try (rows) {
                return opener.scan(rows);
            }
        }

        @Override
        public Table table(QueryContext context) {
            return rows;
        }
    }

    /// Rows that are read from disk as they are pulled.
    record Stored(BatchSource rows) implements WindowRows {
        @Override
        public BatchSource stream(SourceOpener opener) {
            return rows;
        }

        @Override
        public Table table(QueryContext context) {
            try (rows;
                    BatchCollector batches = BatchCollector.pull(rows, BatchStep.NOTHING, context)) {
                return batches.toTable(rows.schema(), context);
            }
        }
    }
}
