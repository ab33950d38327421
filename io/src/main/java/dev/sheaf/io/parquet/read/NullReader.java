package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.NullColumn;
import dev.sheaf.memory.MemoryPool;

/// A column of the null type: there is nothing to read.
record NullReader() implements ColumnReader {
    @Override
    public Column read(int rows, MemoryPool pool) {
        return new NullColumn(rows, pool);
    }

    @Override
    public Column read(RowChoice choice, MemoryPool pool) {
        return new NullColumn(choice.count(), pool);
    }

    @Override
    public void close() {
        // holds nothing
    }
}
