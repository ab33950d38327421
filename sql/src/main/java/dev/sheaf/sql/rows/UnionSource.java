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
/// give rows that come earlier. Threads that are early wait for the last pulls of the others.
final class UnionSource implements BatchSource {
    private final Schema schema;
    private final List<BatchSource> sources;
    private final SourceStats stats;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int current;
    private int pulls;

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
        int index;
        while ((index = begin()) < sources.size()) {
            Batch batch = null;
            try {
                batch = placed(sources.get(index).next(context));
            } finally {
                end();
            }
            if (batch != null) {
                return batch;
            }
            leave(index);
        }
        return null;
    }

    /// A batch of the present stream, which does not end before the pull that gave it.
    private @Nullable Batch placed(@Nullable Batch batch) {
        if (batch == null) {
            return null;
        }
        lock.lock();
        try {
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

    /// The stream to pull from.
    private int begin() {
        lock.lock();
        try {
            pulls++;
            return current;
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

    /// Goes on from a stream that is at its end, once nobody pulls from it.
    private void leave(int index) {
        lock.lock();
        try {
            while (current == index && pulls > 0) {
                changed.awaitUninterruptibly();
            }
            if (current == index) {
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
