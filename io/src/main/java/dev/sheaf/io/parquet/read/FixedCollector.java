package dev.sheaf.io.parquet.read;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.FixedWidth;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.io.parquet.decode.ChunkDictionary;
import dev.sheaf.io.parquet.decode.FixedValues;
import dev.sheaf.io.parquet.decode.PageValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Collects values of fixed width.
final class FixedCollector implements ColumnCollector {
    private static final String PURPOSE = "Parquet values";

    private final DataType type;
    private final FixedWidth width;
    private final MemoryPool pool;
    private Buffer values;
    private MovingView view;

    FixedCollector(DataType type, int rows, MemoryPool pool) {
        this.type = type;
        this.width = FixedWidth.of(type.layout().byteWidth());
        this.pool = pool;
        this.values = pool.allocate((long) rows * width.bytes(), PURPOSE);
        this.view = new MovingView(values.segment());
    }

    @Override
    public void reserve(int rows) {
        values = GrowingBuffers.grow(values, (long) rows * width.bytes(), pool, PURPOSE);
        view = view.of(values.segment());
    }

    @Override
    public void append(
            PageValues page,
            @Nullable ChunkDictionary dictionary,
            int row,
            int rows,
            int valid,
            @Nullable ByteBuffer bits) {
        int at = view.seek((long) row * width.bytes(), (long) rows * width.bytes());
        FixedRows.read((FixedValues) page, width, view.bytes(), at, row, rows, valid, bits);
    }

    @Override
    public FixedColumn finish(Validity validity) {
        return new FixedColumn(type, validity.length(), values.slice(0, validity.length() * width.bytes()), validity);
    }

    @Override
    public void close() {
        values.close();
    }
}
