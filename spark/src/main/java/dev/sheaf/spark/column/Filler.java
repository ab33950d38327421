package dev.sheaf.spark.column;

import dev.sheaf.column.Column;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/// A column that is being filled from one place in Spark's rows, up to a number of rows that is known before.
abstract class Filler implements AutoCloseable {
    final MemoryPool pool;
    final int ordinal;
    final int capacity;
    private @Nullable Buffer validity;

    Filler(MemoryPool pool, int ordinal, int capacity) {
        this.pool = pool;
        this.ordinal = ordinal;
        this.capacity = capacity;
    }

    /// Takes the value of a row that is not null.
    abstract void value(InternalRow row, int at);

    /// Takes a value of a vector that is not null.
    abstract void value(ColumnVector vector, int row, int at);

    /// Makes room for a row without a value.
    abstract void nothing(int at);

    /// Takes values without a null, and whatever stands for nulls, if that is faster than one by one.
    boolean values(ColumnVector vector, int from, int count, int at) {
        return false;
    }

    /// The column of the rows so far; the next row is the first of another one.
    abstract Column build(long rows, Validity valid);

    /// Whether it takes no more rows, though there is room for some.
    boolean isFull() {
        return false;
    }

    final void add(InternalRow row, int at) {
        if (row.isNullAt(ordinal)) {
            setNull(at);
            nothing(at);
        } else {
            value(row, at);
        }
    }

    final void add(ColumnVector vector, int from, int count, int at) {
        if (!values(vector, from, count, at)) {
            addEach(vector, from, count, at);
        } else if (vector.hasNull()) {
            for (int i = 0; i < count; i++) {
                if (vector.isNullAt(from + i)) {
                    setNull(at + i);
                }
            }
        }
    }

    private void addEach(ColumnVector vector, int from, int count, int at) {
        for (int i = 0; i < count; i++) {
            if (vector.isNullAt(from + i)) {
                setNull(at + i);
                nothing(at + i);
            } else {
                value(vector, from + i, at + i);
            }
        }
    }

    private void setNull(int at) {
        if (validity == null) {
            validity = pool.allocate(Validity.byteSize(capacity), "nulls of a batch");
            Validity.setBits(validity.segment(), 0, capacity, true);
        }
        Validity.setBits(validity.segment(), at, at + 1L, false);
    }

    final Column build(int rows) {
        Validity valid = validity == null ? Validity.allValid(rows) : Validity.of(validity, rows);
        validity = null;
        return build(rows, valid);
    }

    @Override
    public void close() {
        if (validity != null) {
            validity.close();
            validity = null;
        }
    }
}
