package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Interval;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Lists and structs as bytes that are equal exactly for equal values: a mark for null or not, then the bytes of
/// the value, sizes before what has no fixed size. Floats have one NaN and one zero, intervals one
/// form of a length.
final class RowBytes {
    private static final String PURPOSE = "group keys";

    private RowBytes() {}

    /// The rows of a chunk as binary values without nulls, to be closed by the caller.
    static VarColumn of(Column column, long from, int rows, MemoryPool pool) {
        try (Closer closer = new Closer();
                ByteHeap bytes = new ByteHeap(pool, PURPOSE)) {
            Buffer offsets = closer.add(pool.allocate((rows + 1L) * Long.BYTES, PURPOSE));
            for (int i = 0; i < rows; i++) {
                offsets.segment().setAtIndex(ValueLayout.JAVA_LONG, i, bytes.size());
                add(column, from + i, bytes);
            }
            offsets.segment().setAtIndex(ValueLayout.JAVA_LONG, rows, bytes.size());
            Buffer view = bytes.view();
            closer.release();
            return new VarColumn(DataType.BINARY, Offsets.fitting(offsets, rows), view, Validity.allValid(rows));
        }
    }

    private static void add(Column column, long row, ByteHeap bytes) {
        boolean isNull = column.isNull(row);
        addByte(bytes, isNull ? 0 : 1);
        if (!isNull) {
            addValue(column, row, bytes);
        }
    }

    private static void addValue(Column column, long row, ByteHeap bytes) {
        switch (column) {
            case NullColumn _ -> {}
            case BoolColumn bools -> addByte(bytes, bools.isTrue(row) ? 1 : 0);
            case FixedColumn fixed -> addFixed(fixed, row, bytes);
            case VarColumn text -> {
                addLong(bytes, text.offsets().size(row));
                bytes.append(
                        text.segment(),
                        text.offsets().start(row),
                        text.offsets().size(row));
            }
            case DictionaryColumn codes -> addValue(codes.values(), codes.code(row), bytes);
            case ListColumn lists -> {
                addLong(bytes, lists.offsets().size(row));
                for (long i = lists.offsets().start(row); i < lists.offsets().start(row + 1); i++) {
                    add(lists.elements(), i, bytes);
                }
            }
            case StructColumn structs -> structs.children().forEach(child -> add(child, row, bytes));
        }
    }

    private static void addFixed(FixedColumn column, long row, ByteHeap bytes) {
        MemorySegment values = column.segment();
        switch (column.type().layout()) {
            case FLOAT32 -> addLong(bytes, Float.floatToIntBits(values.getAtIndex(ValueLayout.JAVA_FLOAT, row) + 0.0f));
            case FLOAT64 ->
                addLong(bytes, Double.doubleToLongBits(values.getAtIndex(ValueLayout.JAVA_DOUBLE, row) + 0.0));
            case INTERVAL -> {
                long at = bytes.reserve(2 * Long.BYTES);
                Interval.of(values, row).normal().write(bytes.segment().asSlice(at), 0);
            }
            default -> {
                int width = column.type().layout().byteWidth();
                bytes.append(values, row * width, width);
            }
        }
    }

    private static void addByte(ByteHeap bytes, int value) {
        long at = bytes.reserve(1);
        bytes.segment().set(ValueLayout.JAVA_BYTE, at, (byte) value);
    }

    private static void addLong(ByteHeap bytes, long value) {
        long at = bytes.reserve(Long.BYTES);
        bytes.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
    }
}
