package dev.sheaf.sql.rows;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Streams one after the other.
///
/// A stream begins when every pull on the one before has come to its end: a pull that begins later must never
/// give rows that come earlier. Threads that are early wait for the last pulls of the others, and pull again if one of
/// those gave a batch: who finds a full join at its end while another thread probes may not have seen its last rows.
final class UnionSource implements BatchSource {
    private final Schema schema;
    private final List<BatchSource> sources;
    private final SourceStats stats;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int current;
    private int pulls;

    /// Batches that the streams have given.
    private long given;

    /// What the ordinals of the present stream begin at: behind those of the streams before.
    private long base;

    /// Behind the rows that the present stream has given.
    private long end;

    /// Takes over the sources.
    UnionSource(Schema schema, List<BatchSource> sources) {
        this.schema = schema;
        this.sources = List.copyOf(sources);
        this.stats = stats(sources);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return stats;
    }

    private static SourceStats stats(List<BatchSource> sources) {
        long rows = 0;
        for (BatchSource source : sources) {
            OptionalLong count = source.stats().rowCount();
            if (count.isEmpty()) {
                return SourceStats.UNKNOWN;
            }
            rows += count.getAsLong();
        }
        return SourceStats.ofRows(rows);
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        Pull pull;
        while ((pull = begin()).stream < sources.size()) {
            Batch batch = null;
            try {
                batch = placed(sources.get(pull.stream).next(context));
            } finally {
                end();
            }
            if (batch != null) {
                return batch;
            }
            leave(pull);
        }
        return null;
    }

    /// A pull on a stream, and how many batches had been given when it began.
    private record Pull(int stream, long given) {}

    /// A batch of the present stream, which does not end before the pull that gave it.
    private @Nullable Batch placed(@Nullable Batch batch) {
        if (batch == null) {
            return null;
        }
        lock.lock();
        try {
            given++;
            end = Math.max(end, base + batch.firstRow() + batch.rowCount());
            return new Batch(batch.table(), base + batch.firstRow());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long lowestNextRow() {
        lock.lock();
        try {
            if (current == sources.size()) {
                return Long.MAX_VALUE;
            }
            long lowest = sources.get(current).lowestNextRow();
            if (lowest == Long.MAX_VALUE) {
                return current == sources.size() - 1 ? lowest : end;
            }
            return lowest == Long.MIN_VALUE ? lowest : base + lowest;
        } finally {
            lock.unlock();
        }
    }

    private Pull begin() {
        lock.lock();
        try {
            pulls++;
            return new Pull(current, given);
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            pulls--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Goes on from a stream that is at its end, once nobody pulls from it: if no pull gave a batch since the one that
    /// found the end began.
    private void leave(Pull pull) {
        lock.lock();
        try {
            while (current == pull.stream && pulls > 0) {
                changed.awaitUninterruptibly();
            }
            if (current == pull.stream && given == pull.given) {
                current++;
                base = end;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        sources.forEach(BatchSource::close);
    }
}
