package dev.sheaf.column;

import dev.sheaf.memory.MemoryPool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A column of the type null: every row is null.
public final class NullColumn implements Column {
    private final Validity validity;
    private boolean closed;

    /// A column of `length` nulls.
    public NullColumn(long length, MemoryPool pool) {
        this(Validity.allNull(length, pool));
    }

    private NullColumn(Validity validity) {
        this.validity = validity;
    }

    @Override
    public DataType type() {
        return DataType.NULL;
    }

    @Override
    public long length() {
        return validity.length();
    }

    @Override
    public Validity validity() {
        checkOpen();
        return validity;
    }

    @Override
    public NullColumn slice(long start, long rows) {
        checkOpen();
        return new NullColumn(validity.slice(start, rows));
    }

    @Override
    public @Nullable Object get(long row) {
        Objects.checkIndex(row, length());
        checkOpen();
        return null;
    }

    @Override
    public void close() {
        closed = true;
        validity.close();
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.column(DataType.NULL, validity.length());
        }
    }
}
