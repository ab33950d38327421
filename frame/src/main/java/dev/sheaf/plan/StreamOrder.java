package dev.sheaf.plan;

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
/// A pull that begins after a batch has been returned gives a later batch. So while a pull is under way, what it
/// will give comes after every batch that was there when it began (its floor), and whatever lies at or before
/// the lowest floor is final. Thread-safe; to act on what is polled in order, poll and act while synchronized
/// on this.
final class StreamOrder implements AutoCloseable {
    private final PriorityQueue<Batch> waiting = new PriorityQueue<>(Comparator.comparingLong(Batch::firstRow));
    private final List<Pull> underWay = new ArrayList<>();
    private long highest = Long.MIN_VALUE;

    /// A pull under way; compared by identity.
    static final class Pull {
        private final long floor;

        private Pull(long floor) {
            this.floor = floor;
        }
    }

    /// Pulls one batch and gives it its place; false at the end of the source.
    boolean pull(BatchSource source, QueryContext context) {
        Pull pull = begin();
        Batch batch = null;
        try {
            batch = source.next(context);
            return batch != null;
        } finally {
            end(pull, batch);
        }
    }

    private synchronized Pull begin() {
        Pull pull = new Pull(highest);
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

    /// The next batch in order, or null while an earlier one may still come.
    synchronized @Nullable Batch poll() {
        Batch first = waiting.peek();
        return first != null && isFinal(first) ? waiting.poll() : null;
    }

    private boolean isFinal(Batch batch) {
        return underWay.stream().allMatch(pull -> batch.firstRow() <= pull.floor);
    }

    @Override
    public synchronized void close() {
        waiting.forEach(Batch::close);
        waiting.clear();
    }
}
