package dev.sheaf.spark.column;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/// A column of truth values, a bit each.
final class BoolFiller extends Filler {
    private @Nullable Buffer bits;

    BoolFiller(int ordinal, int capacity, MemoryPool pool) {
        super(pool, ordinal, capacity);
    }

    @Override
    void value(InternalRow row, int at) {
        set(at, row.getBoolean(ordinal));
    }

    @Override
    void value(ColumnVector vector, int row, int at) {
        set(at, vector.getBoolean(row));
    }

    @Override
    void nothing(int at) {
        target();
    }

    private void set(int at, boolean value) {
        Buffer target = target();
        if (value) {
            Validity.setBits(target.segment(), at, at + 1L, true);
        }
    }

    private Buffer target() {
        if (bits == null) {
            bits = pool.allocateZeroed(Validity.byteSize(capacity), "values of a batch");
        }
        return bits;
    }

    @Override
    Column build(long rows, Validity valid) {
        target();
        BoolColumn column = new BoolColumn(rows, Objects.requireNonNull(bits), valid);
        bits = null;
        return column;
    }

    @Override
    public void close() {
        super.close();
        if (bits != null) {
            bits.close();
            bits = null;
        }
    }
}
