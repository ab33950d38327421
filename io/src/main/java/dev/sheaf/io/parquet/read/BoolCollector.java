package dev.sheaf.io.parquet.read;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.ExpandNulls;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.io.parquet.decode.ChunkDictionary;
import dev.sheaf.io.parquet.decode.PageValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Collects bools.
final class BoolCollector implements ColumnCollector {
    private static final String PURPOSE = "Parquet bools";

    private final MemoryPool pool;
    private Buffer values;

    BoolCollector(int rows, MemoryPool pool) {
        this.pool = pool;
        this.values = pool.allocateZeroed(Validity.byteSize(rows) + Long.BYTES, PURPOSE);
    }

    @Override
    public void reserve(int rows) {
        values = GrowingBuffers.growZeroed(values, Validity.byteSize(rows) + Long.BYTES, pool, PURPOSE);
    }

    @Override
    public void append(
            PageValues page,
            @Nullable ChunkDictionary dictionary,
            int row,
            int rows,
            int valid,
            @Nullable MemorySegment bits) {
        ((PageValues.Bools) page).read(values.segment(), row, valid);
        if (bits != null && valid < rows) {
            ExpandNulls.bits(values.segment(), bits, row, rows, valid);
        }
    }

    @Override
    public BoolColumn finish(Validity validity) {
        long bytes = Validity.byteSize(validity.length());
        return new BoolColumn(validity.length(), values.slice(0, bytes), validity);
    }

    @Override
    public void close() {
        values.close();
    }
}
