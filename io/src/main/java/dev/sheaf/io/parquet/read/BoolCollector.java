package dev.sheaf.io.parquet.read;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.ExpandNulls;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.io.parquet.decode.ChunkDictionary;
import dev.sheaf.io.parquet.decode.PageValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Collects bools.
final class BoolCollector implements ColumnCollector {
    private static final String PURPOSE = "Parquet bools";

    private final MemoryPool pool;
    private Buffer values;
    private ByteBuffer view;

    BoolCollector(int rows, MemoryPool pool) {
        this.pool = pool;
        this.values = pool.allocateZeroed(Validity.byteSize(rows) + Long.BYTES, PURPOSE);
        this.view = Views.bytes(values.segment());
    }

    @Override
    public void reserve(int rows) {
        Buffer grown = GrowingBuffers.growZeroed(values, Validity.byteSize(rows) + Long.BYTES, pool, PURPOSE);
        view = grown == values ? view : Views.bytes(grown.segment());
        values = grown;
    }

    @Override
    public void append(
            PageValues page,
            @Nullable ChunkDictionary dictionary,
            int row,
            int rows,
            int valid,
            @Nullable ByteBuffer bits) {
        ((PageValues.Bools) page).read(view, row, valid);
        if (bits != null && valid < rows) {
            ExpandNulls.bits(view, bits, row, rows, valid);
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
