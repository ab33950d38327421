package dev.sheaf.spark.column;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeWriter;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.unsafe.types.UTF8String;

/// A value of a column as a field of a row of Spark, or an element of an array.
final class ValueWriter {
    private static final int LONG_DIGITS = 18;

    private ValueWriter() {}

    /// Writes the value of a row of a column at a place.
    ///
    /// @param type what Spark calls its type, which is none of arrays
    static void write(UnsafeWriter writer, int at, DataType type, Column column, long row) {
        if (column.isNull(row)) {
            setNull(writer, at, type);
            return;
        }
        switch (column) {
            case FixedColumn fixed when type instanceof DecimalType decimal -> decimal(writer, at, decimal, fixed, row);
            case FixedColumn fixed -> number(writer, at, fixed, row);
            case BoolColumn bools -> writer.write(at, bools.isTrue(row));
            case DictionaryColumn words -> write(writer, at, type, words.values(), words.code(row));
            case VarColumn text -> {
                long start = text.segment().address() + text.offsets().start(row);
                int count = Math.toIntExact(text.offsets().size(row));
                writer.write(at, UTF8String.fromAddress(null, start, count)); // binary is written in the same way
            }
            default -> throw new IllegalStateException("no result of Spark is a " + column.type());
        }
    }

    /// Decimals of many digits have their place kept, as Spark's rows want it.
    static void setNull(UnsafeWriter writer, int at, DataType type) {
        if (type instanceof DecimalType decimal && decimal.precision() > LONG_DIGITS) {
            writer.write(at, (Decimal) null, decimal.precision(), decimal.scale());
            return;
        }
        switch (elementBytes(type)) {
            case Byte.BYTES -> writer.setNull1Bytes(at);
            case Short.BYTES -> writer.setNull2Bytes(at);
            case Integer.BYTES -> writer.setNull4Bytes(at);
            default -> writer.setNull8Bytes(at);
        }
    }

    /// What an element takes in the part of an array that all elements have: a value, or where it stands.
    static int elementBytes(DataType type) {
        return switch (type) {
            case BooleanType _, ByteType _ -> Byte.BYTES;
            case ShortType _ -> Short.BYTES;
            case IntegerType _, DateType _, FloatType _ -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }

    private static void number(UnsafeWriter writer, int at, FixedColumn column, long row) {
        MemorySegment values = column.segment();
        switch (column.type().layout()) {
            case INT8 -> writer.write(at, values.get(JAVA_BYTE, row));
            case INT16 -> writer.write(at, values.getAtIndex(JAVA_SHORT, row));
            case INT32 -> writer.write(at, values.getAtIndex(JAVA_INT, row));
            case INT64 -> writer.write(at, values.getAtIndex(JAVA_LONG, row));
            case FLOAT32 -> writer.write(at, values.getAtIndex(JAVA_FLOAT, row));
            case FLOAT64 -> writer.write(at, values.getAtIndex(JAVA_DOUBLE, row));
            default -> throw new IllegalStateException("no result of Spark is a " + column.type());
        }
    }

    private static void decimal(UnsafeWriter writer, int at, DecimalType type, FixedColumn column, long row) {
        MemorySegment values = column.segment();
        Decimal value = switch (column.type().layout()) {
            case INT32 -> Decimal.createUnsafe(values.getAtIndex(JAVA_INT, row), type.precision(), type.scale());
            case INT64 -> Decimal.createUnsafe(values.getAtIndex(JAVA_LONG, row), type.precision(), type.scale());
            default -> wide(type, Int128.toBigInteger(Int128.high(values, row), Int128.low(values, row)));
        };
        writer.write(at, value, type.precision(), type.scale());
    }

    private static Decimal wide(DecimalType type, BigInteger digits) {
        BigDecimal value = new BigDecimal(digits, type.scale());
        return Decimal.apply(value, type.precision(), type.scale());
    }
}
