package dev.sheaf.column;

import dev.sheaf.memory.MemoryPool;

/// A column of the type null: every row is null.
public final class NullColumn implements Column {
    private final Validity validity;

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
        return validity;
    }

    @Override
    public NullColumn slice(long start, long rows) {
        return new NullColumn(validity.slice(start, rows));
    }

    @Override
    public void close() {
        validity.close();
    }
}
