package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The rows `offset` to `offset + count` of an input in its order, numbered from 0 on. Several threads may pull;
/// reading stops when the range is complete.
final class RangeSource implements BatchSource {
    private final BatchSource input;
    private final long offset;
    private final long end;
    private final StreamOrder order;
    private long passed;

    RangeSource(BatchSource input, long offset, long count) {
        this.input = input;
        this.order = new StreamOrder(input);
        this.offset = offset;
        this.end = count > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + count;
    }

    @Override
    public Schema schema() {
        return input.schema();
    }

    @Override
    public SourceStats stats() {
        OptionalLong rows = input.stats().rowCount();
        long most = Math.min(rows.orElse(Long.MAX_VALUE), end) - offset;
        return end == Long.MAX_VALUE && rows.isEmpty() ? SourceStats.UNKNOWN : SourceStats.ofRows(Math.max(0, most));
    }

    /// A thread that finds the input at its end leaves what still waits for its place to the last pull under way.
    @Override
    public @Nullable Batch next(QueryContext context) {
        boolean more = true;
        while (true) {
            synchronized (order) {
                Batch placed = pollPlaced();
                if (placed != null || !more || passed >= end) {
                    return placed;
                }
            }
            more = order.pull(context);
        }
    }

    /// The next batch in order with the part of its rows that lies in the range, or null if there is none now.
    private @Nullable Batch pollPlaced() {
        Batch batch;
        while ((batch = order.poll()) != null) {
            long first = Math.max(offset, passed);
            long until = Math.min(end, passed + batch.rowCount());
            long start = first - passed;
            passed += batch.rowCount();
            if (first >= until) {
                batch.close();
                continue;
            }
            try (Batch placed = batch) {
                return new Batch(placed.table().slice(start, until - first), first - offset);
            }
        }
        return null;
    }

    @Override
    public long lowestNextRow() {
        synchronized (order) {
            return order.isDone() || passed >= end ? Long.MAX_VALUE : Math.max(0, passed - offset);
        }
    }

    @Override
    public void close() {
        order.close();
        input.close();
    }
}
