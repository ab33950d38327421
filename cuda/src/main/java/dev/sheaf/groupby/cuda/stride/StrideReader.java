package dev.sheaf.groupby.cuda.stride;

import dev.sheaf.query.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Cuts the batches of a feed into pieces of so many rows: small batches together, large ones in parts.
public final class StrideReader implements AutoCloseable {
    private final BatchFeed feed;
    private final Deque<Batch> rest = new ArrayDeque<>();
    private long rowsGiven;
    /// Rows of the first batch of `rest` that were given already.
    private long taken;
    /// All there is, if it lies in memory.
    private @Nullable Batch whole;

    public StrideReader(BatchFeed feed) {
        this.feed = feed;
    }

    /// The batches of the next `rows` rows, or of fewer at the end, which the caller closes; none if there are
    /// no more.
    public List<Batch> next(long rows) {
        List<Batch> batches = new ArrayList<>();
        try {
            long room = rows;
            while (room > 0) {
                Batch part = part(room);
                if (part == null) {
                    break;
                }
                batches.add(part);
                room -= part.rowCount();
            }
            rowsGiven += rows - room;
            return batches;
        } catch (RuntimeException | Error failure) {
            batches.forEach(Batch::close);
            throw failure;
        }
    }

    /// Takes back what [#next] gave last.
    void giveBack(List<Batch> batches) {
        if (taken > 0) {
            Batch begun = rest.removeFirst();
            try (begun) {
                rest.addFirst(
                        new Batch(begun.table().slice(taken, begun.rowCount() - taken), begun.firstRow() + taken));
            }
            taken = 0;
        }
        for (Batch batch : batches.reversed()) {
            rest.addFirst(batch);
            rowsGiven -= batch.rowCount();
        }
    }

    /// Whether there are more rows.
    public boolean hasMore() {
        Batch batch = nextWithRows();
        if (batch != null) {
            rest.addFirst(batch);
        }
        return batch != null;
    }

    /// Whether [#startOver] is possible: for a table in memory.
    public boolean canStartOver() {
        return hasMore() && whole != null;
    }

    /// Begins again at the first row. Strides that were given before may still be open.
    public void startOver() {
        Batch all = Objects.requireNonNull(whole, "only a table in memory can be read again");
        rest.forEach(Batch::close);
        rest.clear();
        rest.add(new Batch(all.table().retain(), all.firstRow()));
        taken = 0;
        rowsGiven = 0;
    }

    /// How many rows were given.
    long rowsGiven() {
        return rowsGiven;
    }

    /// Up to `most` rows of the next batch that has any.
    private @Nullable Batch part(long most) {
        Batch batch = nextWithRows();
        if (batch == null || (batch.rowCount() <= most && taken == 0)) {
            return batch;
        }
        long first = taken;
        long rows = Math.min(most, batch.rowCount() - first);
        taken += rows;
        Batch part = new Batch(batch.table().slice(first, rows), batch.firstRow() + first);
        if (taken == batch.rowCount()) {
            taken = 0;
            batch.close();
        } else {
            rest.addFirst(batch);
        }
        return part;
    }

    private @Nullable Batch nextWithRows() {
        while (true) {
            Batch batch = rest.isEmpty() ? pull() : rest.removeFirst();
            if (batch == null || batch.rowCount() > 0) {
                return batch;
            }
            batch.close();
        }
    }

    private @Nullable Batch pull() {
        Batch batch = feed.next();
        if (batch != null && whole == null && feed.gaveWhole()) {
            whole = new Batch(batch.table().retain(), batch.firstRow());
        }
        return batch;
    }

    @Override
    public void close() {
        rest.forEach(Batch::close);
        rest.clear();
        if (whole != null) {
            whole.close();
        }
    }
}
