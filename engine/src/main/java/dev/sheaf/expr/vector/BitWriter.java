package dev.sheaf.expr.vector;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;

/// Collects bools, and the all-null column of the type null.
final class BitWriter implements ColumnWriter {
    private final DataType type;
    private final long rows;
    private final MemoryPool pool;
    private final Buffer values;
    private final Buffer validity;
    private final LongBuffer bits;
    private final LongBuffer valid;
    private boolean finished;

    BitWriter(DataType type, long rows, MemoryPool pool) {
        this.type = type;
        this.rows = rows;
        this.pool = pool;
        Buffer[] buffers = Allocation.all(pool, Validity.byteSize(rows), Validity.byteSize(rows));
        this.values = buffers[0];
        this.validity = buffers[1];
        this.bits = Views.longs(values.segment());
        this.valid = Views.longs(validity.segment());
    }

    @Override
    public void accept(Chunk chunk, Vector vector) {
        ColumnWriter.store(((Vector.Bits) vector).values(), chunk, bits);
        ColumnWriter.store(vector.valid(), chunk, valid);
    }

    @Override
    public Column finish() {
        if (type.equals(DataType.NULL)) {
            return new NullColumn(rows, pool);
        }
        finished = true;
        return new BoolColumn(rows, values, Validity.of(validity, rows));
    }

    @Override
    public void close() {
        if (!finished) {
            values.close();
            validity.close();
        }
    }
}
