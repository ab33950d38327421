package dev.sheaf.sql.change;

import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.Snapshot;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of a query of a transaction, which is aborted if it fails while they are made.
record AttemptedRows(LogicalPlan query, Catalogue catalogue) implements QueryDataset {

    /// The query as one that aborts the transaction if it fails.
    static LogicalPlan of(LogicalPlan query, Catalogue catalogue) {
        return new LogicalPlan.Scan(
                new AttemptedRows(query, catalogue), query.schema().names(), Optional.empty());
    }

    @Override
    public List<LogicalPlan> queries() {
        return List.of(query);
    }

    @Override
    public AttemptedRows over(List<LogicalPlan> others) {
        return new AttemptedRows(others.getFirst(), catalogue);
    }

    @Override
    public Schema schema() {
        return query.schema();
    }

    @Override
    public String describe() {
        return "query of a transaction";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        Snapshot during = catalogue.transaction();
        return catalogue.attempt(
                during, () -> new Attempted(Executor.execute(rows(query, scan.columns()), context), catalogue, during));
    }

    /// The same batches.
    ///
    /// @param during what they were asked for in: rows that are read after its end are nothing to the next one
    private record Attempted(
            BatchSource source,
            Catalogue catalogue,
            @Nullable Snapshot during) implements BatchSource {
        @Override
        public Schema schema() {
            return source.schema();
        }

        @Override
        public SourceStats stats() {
            return source.stats();
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            return catalogue.attempt(during, () -> source.next(context));
        }

        @Override
        public @Nullable Batch takeRest(QueryContext context) {
            return catalogue.attempt(during, () -> source.takeRest(context));
        }

        @Override
        public long lowestNextRow() {
            return source.lowestNextRow();
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
