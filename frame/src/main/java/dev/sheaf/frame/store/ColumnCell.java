package dev.sheaf.frame.store;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.write.ColumnWrites;
import dev.sheaf.memory.Exposure;
import dev.sheaf.memory.MemoryPool;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Owns one column, which is written through it alone, and closes the column once nobody reaches the cell.
///
/// Thread-safe: reading, sharing and writing exclude each other. What a reader got stays as it was, since a
/// write finds the reader's views and copies.
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
        private Column column;

        Kept(Column column) {
            this.column = column;
        }

        @Override
        public synchronized void run() {
            column.close();
        }
    }

    /// Takes over a column.
    ColumnCell(Column column) {
        this.kept = new Kept(column);
        this.type = column.type().decoded();
        this.length = column.length();
        this.cleanable = CLEANER.register(this, kept);
    }

    DataType type() {
        return type;
    }

    long length() {
        return length;
    }

    /// The column as it is now, to be closed.
    Column read() {
        try {
            synchronized (kept) {
                return kept.column.retain();
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    void fill(long from, long to, @Nullable Object value, MemoryPool pool) {
        try {
            synchronized (kept) {
                replace(ColumnWrites.fill(kept.column, from, to, value, pool));
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /// Takes over values for the rows from `start` on.
    void overwrite(long start, Column values, MemoryPool pool) {
        try {
            synchronized (kept) {
                Column next = values.length() == length ? values : patched(start, values, pool);
                replace(ColumnWrites.keepingAddress(kept.column, next, pool));
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private Column patched(long start, Column values, MemoryPool pool) {
        long end = start + values.length();
        try (values;
                Column before = kept.column.slice(0, start);
                Column after = kept.column.slice(end, length - end)) {
            return Concat.columns(type, List.of(before, values, after), pool);
        }
    }

    private void replace(Column next) {
        Column before = kept.column;
        kept.column = next;
        before.close();
    }

    Exposed expose(long start, long rows, MemoryPool pool) {
        try {
            synchronized (kept) {
                FixedColumn own = onlyView(pool);
                int width = type.layout().byteWidth();
                return new Exposed(
                        this, rows, Exposure.of(own.values()), own.segment().asSlice(start * width, rows * width));
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private FixedColumn onlyView(MemoryPool pool) {
        if (!(kept.column instanceof FixedColumn fixed)) {
            throw new IllegalArgumentException(
                    "values of " + type + " have no address; those of numbers, dates and times have one");
        }
        if (fixed.values().owner().viewCount() > 1) {
            replace(ColumnWrites.copy(fixed, pool));
        }
        return (FixedColumn) kept.column;
    }

    /// Notes that several columns are this cell.
    void addName() {
        hasNames = true;
    }

    /// Closes the column, unless other columns are this cell, too.
    void close() {
        if (!hasNames) {
            cleanable.clean();
        }
    }
}
