package dev.sheaf.cli;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Writes a generated dataset to a file.
final class GeneratedFile {
    private GeneratedFile() {}

    /// Writes all rows in order, made on the threads of the work, and returns how many.
    static long write(Dataset dataset, OutputFile file, CancellableWork work) {
        QueryContext context = work.context();
        LogicalPlan all = new LogicalPlan.Scan(dataset, dataset.schema().names(), Optional.empty());
        AtomicLong written = new AtomicLong();
        long total = dataset.stats().rowCount().orElse(-1);
        try (BatchSink sink = file.open(dataset.schema(), context)) {
            Executor.forEach(all, context, table -> {
                try (var _ = context.phases().time(Phase.WRITE)) {
                    sink.write(table);
                }
                long rows = written.addAndGet(table.rowCount());
                context.progress().progress("writing " + file.path().getFileName(), rows, total);
            });
            sink.commit();
        }
        work.endProgress();
        return written.get();
    }
}
