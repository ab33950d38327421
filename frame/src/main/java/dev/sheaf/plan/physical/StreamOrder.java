package dev.sheaf.plan.physical;

import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Puts batches that several threads pull from one source back into the order of the source, as early as their
/// place is certain.
///
/// A batch has its place when it lies before everything that may still come: before the
/// [BatchSource#lowestNextRow()] of the source now, and before what that was when each pull under way began. From
/// a source that cannot tell, one thread pulls at a time. Thread-safe; to act on batches in order, poll and act
/// while synchronized on this.
public final class StreamOrder implements AutoCloseable {
    private final BatchSource source;
    private final Object oneAtATime = new Object();
    private final PriorityQueue<Batch> waiting = new PriorityQueue<>(Comparator.comparingLong(Batch::firstRow));
    private final List<Pull> underWay = new ArrayList<>();
    private long highest = Long.MIN_VALUE;
    private boolean ended;

    public StreamOrder(BatchSource source) {
        this.source = source;
    }

    /// A pull under way, which gives no row before `floor`; compared by identity.
    private static final class Pull {
        private final long floor;

        private Pull(long floor) {
            this.floor = floor;
        }
    }

    /// Pulls one batch and gives it its place; false at the end of the source.
    public boolean pull(QueryContext context) {
        if (source.lowestNextRow() != Long.MIN_VALUE) {
            return pullOne(context);
        }
        synchronized (oneAtATime) {
            return pullOne(context);
        }
    }

    private boolean pullOne(QueryContext context) {
        Pull pull = begin();
        Batch batch = null;
        try {
            batch = source.next(context);
            noteEnd(batch == null);
            return batch != null;
        } finally {
            end(pull, batch);
        }
    }

    private synchronized void noteEnd(boolean isEnd) {
        ended |= isEnd;
    }

    /// Whether the source is at its end, no pull is under way and no batch waits.
    synchronized boolean isDone() {
        return ended && underWay.isEmpty() && waiting.isEmpty();
    }

    private synchronized Pull begin() {
        Pull pull = new Pull(floor());
        underWay.add(pull);
        return pull;
    }

    private synchronized void end(Pull pull, @Nullable Batch batch) {
        underWay.remove(pull);
        if (batch != null) {
            highest = Math.max(highest, batch.firstRow());
            waiting.add(batch);
        }
    }

    /// The lowest row that a pull beginning now may give.
    private long floor() {
        long told = source.lowestNextRow();
        return told == Long.MIN_VALUE ? highest + 1 : told;
    }

    /// The next batch in order, or null while an earlier one may still come.
    public synchronized @Nullable Batch poll() {
        Batch first = waiting.peek();
        return first != null && isFinal(first.firstRow()) ? waiting.poll() : null;
    }

    private boolean isFinal(long firstRow) {
        return firstRow < floor() && underWay.stream().allMatch(pull -> firstRow < pull.floor);
    }

    @Override
    public synchronized void close() {
        waiting.forEach(Batch::close);
        waiting.clear();
    }
}
