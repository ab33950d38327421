package dev.sheaf.spark.column;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Int128;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.vectorized.ColumnVector;

/// The digits of decimals as whole numbers of so many bytes.
record DecimalValues(int precision, int scale, int width) implements FixedValues {
    DecimalValues(DecimalType type, int width) {
        this(type.precision(), type.scale(), width);
    }

    @Override
    public void put(InternalRow row, int ordinal, MemorySegment to, int at) {
        if (width == Integer.BYTES || width == Long.BYTES) {
            put(row.getDecimal(ordinal, precision, scale).toUnscaledLong(), to, at);
        } else {
            put(row.getDecimal(ordinal, precision, scale), to, at);
        }
    }

    @Override
    public void put(ColumnVector vector, int row, MemorySegment to, int at) {
        put(vector.getDecimal(row, precision, scale), to, at);
    }

    private void put(Decimal decimal, MemorySegment to, int at) {
        if (width == Integer.BYTES || width == Long.BYTES) {
            put(decimal.toUnscaledLong(), to, at);
            return;
        }
        BigInteger digits = decimal.toJavaBigDecimal().unscaledValue();
        Int128.set(to, at, Int128.highWord(digits), digits.longValue());
    }

    private void put(long digits, MemorySegment to, int at) {
        if (width == Integer.BYTES) {
            to.setAtIndex(JAVA_INT, at, Math.toIntExact(digits));
        } else {
            to.setAtIndex(JAVA_LONG, at, digits);
        }
    }

    /// Vectors of Spark hold up to 9 digits as int and up to 18 as long.
    @Override
    public boolean copy(ColumnVector vector, int from, int count, MemorySegment to, int at) {
        boolean narrow = precision <= 9;
        if (!(vector instanceof WritableColumnVector) || precision > 18 || narrow != (width == Integer.BYTES)) {
            return false;
        }
        return (narrow ? Plain.INT : Plain.LONG).copy(vector, from, count, to, at);
    }
}
