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
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.spark.translate.Slot;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;

/// Rows of a result as rows of Spark: the keys and what Spark's last step takes. One row object is used again and
/// again, as Spark's own operators do.
public final class RowWriter {
    private static final int LONG_DIGITS = 18;
    private static final int BYTES_BEFOREHAND = 64;

    private final List<Slot> slots;
    private final UnsafeRowWriter writer;

    public RowWriter(List<Slot> slots) {
        this.slots = slots;
        this.writer = new UnsafeRowWriter(slots.size(), BYTES_BEFOREHAND);
    }

    /// The row, which holds until the next call.
    public UnsafeRow row(Table table, long row) {
        writer.reset();
        writer.zeroOutNullBytes();
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            write(i, slot, table.column(slot.column()), row);
        }
        return writer.getRow();
    }

    private void write(int at, Slot slot, Column column, long row) {
        boolean isNull = column.isNull(row);
        switch (slot.kind()) {
            case VALUE -> {
                if (isNull) {
                    setNull(at, slot);
                } else {
                    value(at, slot, column, row);
                }
            }
            case LONG_OR_NULL -> {
                if (isNull || !fitsLong((FixedColumn) column, row)) {
                    writer.setNullAt(at);
                } else {
                    writer.write(at, Int128.low(((FixedColumn) column).segment(), row));
                }
            }
            case DOUBLE_SUM -> {
                if (isNull) {
                    writer.setNullAt(at);
                } else {
                    writer.write(at, 0.0 + doubleAt(column, row));
                }
            }
            case COUNT_AS_DOUBLE -> writer.write(at, (double) countAt(column, row));
            case ONE_AS_DOUBLE -> writer.write(at, (double) Math.min(1, countAt(column, row)));
            case TWO_AT_MOST -> writer.write(at, (double) Math.min(2, countAt(column, row)));
            case DOUBLE_OR_ZERO -> writer.write(at, isNull ? 0.0 : 0.0 + doubleAt(column, row));
            case ONE_IF_PRESENT -> writer.write(at, isNull ? 0L : 1L);
            case ABSENT -> writer.write(at, isNull);
            case TRUE -> writer.write(at, true);
            case UNUSED -> setNull(at, slot);
            case UNUSED_ZERO -> writer.write(at, 0.0);
        }
    }

    private static boolean fitsLong(FixedColumn column, long row) {
        return Int128.high(column.segment(), row) == Int128.low(column.segment(), row) >> 63;
    }

    private static long countAt(Column column, long row) {
        return ((FixedColumn) column).segment().getAtIndex(JAVA_LONG, row);
    }

    private static double doubleAt(Column column, long row) {
        return ((FixedColumn) column).segment().getAtIndex(JAVA_DOUBLE, row);
    }

    /// Decimals of many digits have their place kept, as Spark's rows want it.
    private void setNull(int at, Slot slot) {
        if (slot.type() instanceof DecimalType decimal && decimal.precision() > LONG_DIGITS) {
            writer.write(at, (Decimal) null, decimal.precision(), decimal.scale());
        } else {
            writer.setNullAt(at);
        }
    }

    private void value(int at, Slot slot, Column column, long row) {
        switch (column) {
            case FixedColumn fixed when slot.type() instanceof DecimalType decimal -> decimal(at, decimal, fixed, row);
            case FixedColumn fixed -> number(at, fixed, row);
            case BoolColumn bools -> writer.write(at, bools.isTrue(row));
            case DictionaryColumn words -> value(at, slot, words.values(), words.code(row));
            case VarColumn text -> {
                long start = text.segment().address() + text.offsets().start(row);
                int count = Math.toIntExact(text.offsets().size(row));
                writer.write(at, UTF8String.fromAddress(null, start, count)); // binary is written in the same way
            }
            default -> throw new IllegalStateException("no result of Spark is a " + column.type());
        }
    }

    private void number(int at, FixedColumn column, long row) {
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

    private void decimal(int at, DecimalType type, FixedColumn column, long row) {
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
