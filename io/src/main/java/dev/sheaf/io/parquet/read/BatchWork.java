package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The columns of one batch, decoded by however many threads turn up; each takes the next column.
final class BatchWork {
    private final List<ColumnReader> readers;
    private final RowChoice choice;
    private final MemoryPool pool;
    private final AtomicInteger nextColumn = new AtomicInteger();
    private final AtomicReferenceArray<@Nullable Column> columns;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CountDownLatch undecoded;

    /// All rows, or those chosen, of the readers' columns.
    BatchWork(List<ColumnReader> readers, RowChoice choice, MemoryPool pool) {
        this.readers = readers;
        this.choice = choice;
        this.pool = pool;
        this.columns = new AtomicReferenceArray<>(readers.size());
        this.undecoded = new CountDownLatch(readers.size());
    }

    boolean hasUntaken() {
        return nextColumn.get() < readers.size();
    }

    /// Decodes one column on this thread; false if all are taken.
    boolean decodeOne() {
        int column = hasUntaken() ? nextColumn.getAndIncrement() : readers.size();
        if (column >= readers.size()) {
            return false;
        }
        try {
            if (failure.get() == null) {
                columns.set(column, read(readers.get(column)));
            }
        } catch (Throwable thrown) {
            failure.compareAndSet(null, thrown);
        } finally {
            undecoded.countDown();
        }
        return true;
    }

    private Column read(ColumnReader reader) {
        return choice.isAll() ? reader.read(choice.rows(), pool) : reader.read(choice, pool);
    }

    /// Decodes what nobody else has taken, waits for the rest, and returns all columns.
    ///
    /// Throws the first failure of any thread, with the other columns closed.
    List<Column> complete() {
        while (decodeOne()) {
            // the next one
        }
        await();
        List<Column> decoded = new ArrayList<>();
        for (int i = 0; i < columns.length(); i++) {
            Column column = columns.get(i);
            if (column != null) {
                decoded.add(column);
            }
        }
        if (failure.get() != null) {
            decoded.forEach(Column::close);
        }
        switch (failure.get()) {
            case null -> {
                return decoded;
            }
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case Throwable thrown -> throw new IllegalStateException(thrown);
        }
    }

    private void await() {
        boolean interrupted = false;
        while (true) {
            try {
                undecoded.await();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
