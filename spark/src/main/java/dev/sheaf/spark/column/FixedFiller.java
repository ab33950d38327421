package dev.sheaf.spark.column;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/// A column of values of one width.
final class FixedFiller extends Filler {
    private final DataType type;
    private final FixedValues kind;
    private @Nullable Buffer values;

    FixedFiller(DataType type, FixedValues kind, int ordinal, int capacity, MemoryPool pool) {
        super(pool, ordinal, capacity);
        this.type = type;
        this.kind = kind;
    }

    @Override
    void value(InternalRow row, int at) {
        kind.put(row, ordinal, target(), at);
    }

    @Override
    void value(ColumnVector vector, int row, int at) {
        kind.put(vector, row, target(), at);
    }

    /// Vectors of Spark itself hold something where a value is null; others may refuse to say what.
    @Override
    boolean values(ColumnVector vector, int from, int count, int at) {
        boolean readable = vector instanceof WritableColumnVector || !vector.hasNull();
        return readable && kind.copy(vector, from, count, target(), at);
    }

    @Override
    void nothing(int at) {
        target();
    }

    private MemorySegment target() {
        if (values == null) {
            values = pool.allocate((long) capacity * type.layout().byteWidth(), "values of a batch");
        }
        return values.segment();
    }

    @Override
    Column build(long rows, Validity valid) {
        target();
        FixedColumn column = new FixedColumn(type, rows, java.util.Objects.requireNonNull(values), valid);
        values = null;
        return column;
    }

    @Override
    public void close() {
        super.close();
        if (values != null) {
            values.close();
            values = null;
        }
    }
}
