package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.groupby.cuda.stride.SharedRows;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rows that are left to the CPU, for some of the threads of a query: the processors of the others fill
/// slabs for the device. Those wait for the device, as all do in the end, since it may leave its rows, too;
/// then all take what is left. Closing it closes nothing.
final class FrontRows implements BatchSource {
    private final SharedRows rows;
    private final SourceStats stats;
    private final Runnable awaitDevice;
    private final long batchRows;
    private final int most;
    private final Set<Thread> workers = new HashSet<>();

    /// @param awaitDevice returns once the device has taken its last rows or has left them; fails if the query
    ///     has to
    /// @param most threads that get rows
    FrontRows(SharedRows rows, SourceStats stats, Runnable awaitDevice, long batchRows, int most) {
        this.rows = rows;
        this.stats = stats;
        this.awaitDevice = awaitDevice;
        this.batchRows = batchRows;
        this.most = most;
    }

    @Override
    public Schema schema() {
        return rows.table().schema();
    }

    @Override
    public SourceStats stats() {
        return stats;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        Batch batch = isWorker() ? rows.fromFront(batchRows) : null;
        if (batch == null) {
            awaitDevice.run();
            batch = rows.fromFront(batchRows);
        }
        return batch;
    }

    private synchronized boolean isWorker() {
        return workers.contains(Thread.currentThread())
                || (workers.size() < most && workers.add(Thread.currentThread()));
    }

    @Override
    public void close() {}
}
