package dev.sheaf.io.parquet.read;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.io.parquet.decode.ChunkDictionary;
import dev.sheaf.io.parquet.decode.FixedValues;
import dev.sheaf.io.parquet.decode.PageValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Collects values of fixed width.
final class FixedCollector implements ColumnCollector {
    private static final String PURPOSE = "Parquet values";

    private final DataType type;
    private final int width;
    private final MemoryPool pool;
    private Buffer values;

    FixedCollector(DataType type, int rows, MemoryPool pool) {
        this.type = type;
        this.width = type.layout().byteWidth();
        this.pool = pool;
        this.values = pool.allocate((long) rows * width, PURPOSE);
    }

    @Override
    public void reserve(int rows) {
        values = GrowingBuffers.grow(values, (long) rows * width, pool, PURPOSE);
    }

    @Override
    public void append(
            PageValues page,
            @Nullable ChunkDictionary dictionary,
            int row,
            int rows,
            int valid,
            @Nullable MemorySegment bits) {
        FixedRows.read((FixedValues) page, width, values.segment(), row, rows, valid, bits);
    }

    @Override
    public FixedColumn finish(Validity validity) {
        return new FixedColumn(type, validity.length(), values.slice(0, validity.length() * width), validity);
    }

    @Override
    public void close() {
        values.close();
    }
}
