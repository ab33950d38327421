package dev.sheaf.groupby.cuda.stride;

import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import org.jspecify.annotations.Nullable;

/// The rows of a table in memory for two who take them from its two ends until they meet.
///
/// ```
/// first row --> the front takes small batches ...  | ... the back takes large ones <-- last row
/// ```
/// Neither waits for the other, and who is faster takes more. Batches are views and keep their places in the
/// table. Thread-safe.
public final class SharedRows implements AutoCloseable {
    private final Batch all;
    private long front;
    private long back;
    private boolean hasBack = true;

    /// Takes over the rows.
    public SharedRows(Batch all) {
        this.all = all;
        this.back = all.rowCount();
    }

    /// All rows, which stay here.
    public Table table() {
        return all.table();
    }

    /// Up to `most` rows from the front, which the caller closes; null if there are none left.
    public synchronized @Nullable Batch fromFront(long most) {
        long first = front;
        front += Math.min(most, back - front);
        return part(first, front);
    }

    /// Up to `most` rows from the back, which the caller closes; null if there are none left.
    public synchronized @Nullable Batch fromBack(long most) {
        long end = back;
        back -= hasBack ? Math.min(most, back - front) : 0;
        return part(back, end);
    }

    /// How many rows the back has taken.
    public synchronized long takenByBack() {
        return all.rowCount() - back;
    }

    /// From now on the back takes nothing, and what it took is left to the front.
    public synchronized void leaveToFront() {
        back = all.rowCount();
        hasBack = false;
    }

    private @Nullable Batch part(long first, long end) {
        return first == end ? null : new Batch(all.table().slice(first, end - first), all.firstRow() + first);
    }

    @Override
    public void close() {
        all.close();
    }
}
