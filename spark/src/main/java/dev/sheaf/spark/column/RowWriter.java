package dev.sheaf.spark.column;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Table;
import dev.sheaf.spark.translate.Slot;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.ArrayType;

/// Rows of a result as rows of Spark: the keys and what Spark's last step takes. One row object is used again and
/// again, as Spark's own operators do.
public final class RowWriter {
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
            case VALUE -> ValueWriter.write(writer, at, slot.type(), column, row);
            case LIST -> ListWriter.write(writer, at, (ArrayType) slot.type(), column, row);
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
            case ONE_UNLESS_NAN -> writer.write(at, isNull || Double.isNaN(doubleAt(column, row)) ? 0.0 : 1.0);
            case TWO_AT_MOST -> writer.write(at, (double) Math.min(2, countAt(column, row)));
            case DOUBLE_OR_ZERO -> writer.write(at, isNull ? 0.0 : 0.0 + doubleAt(column, row));
            case ONE_IF_PRESENT -> writer.write(at, isNull ? 0L : 1L);
            case ABSENT -> writer.write(at, isNull);
            case TRUE -> writer.write(at, true);
            case UNUSED -> ValueWriter.setNull(writer, at, slot.type());
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
}
