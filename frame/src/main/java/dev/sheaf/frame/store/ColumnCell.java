package dev.sheaf.frame.store;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.write.ColumnWrites;
import dev.sheaf.memory.Exposure;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.spill.SpillableColumn;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Owns the rows of one column, which is written through it alone, and gives them back once nobody reaches the cell.
///
/// Thread-safe: sharing and writing exclude each other. What a reader got stays as it was, since a write finds the
/// reader's views and copies.
public final class ColumnCell {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Kept kept;
    private final Cleaner.Cleanable cleanable;
    private final DataType type;
    private final long length;
    private volatile boolean hasNames;

    /// What the cleaner closes; the lock, since the cell itself may be unreachable while its last method
    /// runs.
    private static final class Kept implements Runnable {
        private @Nullable Windows windows;

        Kept(Windows windows) {
            this.windows = windows;
        }

        Windows open() {
            Windows present = windows;
            if (present == null) {
                throw new IllegalStateException("the frame of this column is closed");
            }
            return present;
        }

        @Override
        public synchronized void run() {
            open().close();
            windows = null;
        }
    }

    /// Takes over rows.
    ColumnCell(Windows windows) {
        this.kept = new Kept(windows);
        this.type = windows.type();
        this.length = windows.length();
        this.cleanable = CLEANER.register(this, kept);
    }

    DataType type() {
        return type;
    }

    long length() {
        return length;
    }

    private <T> T locked(Function<Windows, T> work) {
        try {
            synchronized (kept) {
                return work.apply(kept.open());
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private void change(UnaryOperator<Windows> change) {
        locked(windows -> kept.windows = change.apply(windows));
    }

    /// Something of the rows as they are now, which others may write meanwhile.
    <T> T look(long from, long rows, Function<Windows, T> reader) {
        Windows taken = locked(windows -> windows.retained(from, rows));
        try {
            return reader.apply(taken);
        } finally {
            taken.close();
        }
    }

    /// Some of the rows for another cell; a copy of them if their address was handed out.
    Windows share(long from, long rows, MemoryPool pool) {
        return locked(windows -> windows.shared(from, rows, pool));
    }

    void fill(long from, long to, @Nullable Object value, MemoryPool pool) {
        change(windows -> windows.filled(from, to, value, pool));
    }

    /// Takes over the rows from `start` on.
    void overwrite(long start, Windows rows, MemoryPool pool) {
        change(windows -> windows.isExposed() ? written(windows, start, rows, pool) : windows.replaced(start, rows));
    }

    /// Writes rows to the address that was handed out.
    private static Windows written(Windows windows, long start, Windows rows, MemoryPool pool) {
        Windows next = windows.retained(0, windows.length()).replaced(start, rows);
        try {
            Column values = next.read(SpillableColumn::load, pool);
            windows.firstPart().write(before -> ColumnWrites.keepingAddress(before, values, pool));
            return windows;
        } finally {
            next.close();
        }
    }

    Exposed expose(long start, long rows, MemoryPool pool) {
        if (type.layout().byteWidth() == 0) {
            throw new IllegalArgumentException(
                    "values of " + type + " have no address; those of numbers, dates and times have one");
        }
        change(windows -> windows.onlyPart().isPresent() ? windows : windows.together(pool));
        return locked(windows -> {
            SpillableColumn part = windows.onlyPart().orElseThrow();
            part.write(values -> onlyView(values, pool));
            return part.use(values -> exposed((FixedColumn) values, start, rows));
        });
    }

    private static Column onlyView(Column values, MemoryPool pool) {
        if (!(values instanceof FixedColumn fixed)) {
            return Dictionaries.decode(values, pool);
        }
        return fixed.values().owner().isWritable() ? fixed : ColumnWrites.copy(fixed, pool);
    }

    private Exposed exposed(FixedColumn values, long start, long rows) {
        int width = type.layout().byteWidth();
        return new Exposed(
                this, rows, Exposure.of(values.values()), values.segment().asSlice(start * width, rows * width));
    }

    /// Notes that several columns are this cell.
    void addName() {
        hasNames = true;
    }

    /// Gives the rows back, unless other columns are this cell, too.
    void close() {
        if (!hasNames) {
            cleanable.clean();
        }
    }
}
