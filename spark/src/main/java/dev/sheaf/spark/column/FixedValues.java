package dev.sheaf.spark.column;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnVector;

/// How values of one width go from Spark to a column: a class for each width, so that a column's loop knows it.
sealed interface FixedValues permits FixedValues.Plain, DecimalValues {
    void put(InternalRow row, int ordinal, MemorySegment to, int at);

    void put(ColumnVector vector, int row, MemorySegment to, int at);

    /// Copies a run at once, or says that there is no such way.
    boolean copy(ColumnVector vector, int from, int count, MemorySegment to, int at);

    /// Numbers and times as they are.
    enum Plain implements FixedValues {
        BYTE {
            @Override
            public void put(InternalRow row, int ordinal, MemorySegment to, int at) {
                to.set(JAVA_BYTE, at, row.getByte(ordinal));
            }

            @Override
            public void put(ColumnVector vector, int row, MemorySegment to, int at) {
                to.set(JAVA_BYTE, at, vector.getByte(row));
            }

            @Override
            public boolean copy(ColumnVector vector, int from, int count, MemorySegment to, int at) {
                MemorySegment.copy(vector.getBytes(from, count), 0, to, JAVA_BYTE, at, count);
                return true;
            }
        },
        SHORT {
            @Override
            public void put(InternalRow row, int ordinal, MemorySegment to, int at) {
                to.setAtIndex(JAVA_SHORT, at, row.getShort(ordinal));
            }

            @Override
            public void put(ColumnVector vector, int row, MemorySegment to, int at) {
                to.setAtIndex(JAVA_SHORT, at, vector.getShort(row));
            }

            @Override
            public boolean copy(ColumnVector vector, int from, int count, MemorySegment to, int at) {
                MemorySegment.copy(vector.getShorts(from, count), 0, to, JAVA_SHORT, at * 2L, count);
                return true;
            }
        },
        INT {
            @Override
            public void put(InternalRow row, int ordinal, MemorySegment to, int at) {
                to.setAtIndex(JAVA_INT, at, row.getInt(ordinal));
            }

            @Override
            public void put(ColumnVector vector, int row, MemorySegment to, int at) {
                to.setAtIndex(JAVA_INT, at, vector.getInt(row));
            }

            @Override
            public boolean copy(ColumnVector vector, int from, int count, MemorySegment to, int at) {
                MemorySegment.copy(vector.getInts(from, count), 0, to, JAVA_INT, at * 4L, count);
                return true;
            }
        },
        LONG {
            @Override
            public void put(InternalRow row, int ordinal, MemorySegment to, int at) {
                to.setAtIndex(JAVA_LONG, at, row.getLong(ordinal));
            }

            @Override
            public void put(ColumnVector vector, int row, MemorySegment to, int at) {
                to.setAtIndex(JAVA_LONG, at, vector.getLong(row));
            }

            @Override
            public boolean copy(ColumnVector vector, int from, int count, MemorySegment to, int at) {
                MemorySegment.copy(vector.getLongs(from, count), 0, to, JAVA_LONG, at * 8L, count);
                return true;
            }
        },
        FLOAT {
            @Override
            public void put(InternalRow row, int ordinal, MemorySegment to, int at) {
                to.setAtIndex(JAVA_FLOAT, at, row.getFloat(ordinal));
            }

            @Override
            public void put(ColumnVector vector, int row, MemorySegment to, int at) {
                to.setAtIndex(JAVA_FLOAT, at, vector.getFloat(row));
            }

            @Override
            public boolean copy(ColumnVector vector, int from, int count, MemorySegment to, int at) {
                MemorySegment.copy(vector.getFloats(from, count), 0, to, JAVA_FLOAT, at * 4L, count);
                return true;
            }
        },
        DOUBLE {
            @Override
            public void put(InternalRow row, int ordinal, MemorySegment to, int at) {
                to.setAtIndex(JAVA_DOUBLE, at, row.getDouble(ordinal));
            }

            @Override
            public void put(ColumnVector vector, int row, MemorySegment to, int at) {
                to.setAtIndex(JAVA_DOUBLE, at, vector.getDouble(row));
            }

            @Override
            public boolean copy(ColumnVector vector, int from, int count, MemorySegment to, int at) {
                MemorySegment.copy(vector.getDoubles(from, count), 0, to, JAVA_DOUBLE, at * 8L, count);
                return true;
            }
        }
    }
}
