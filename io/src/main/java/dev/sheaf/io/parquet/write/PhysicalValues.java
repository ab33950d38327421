package dev.sheaf.io.parquet.write;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.io.parquet.meta.SchemaWriter;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;

/// Turns columns without nulls into values in plain encoding; the opposite of `FixedConversion`.
final class PhysicalValues {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private PhysicalValues() {}

    /// Appends the values of `columns`, which are of a type of fixed width, in the leaf's plain encoding.
    ///
    /// @throws IllegalArgumentException if an interval cannot be stored
    /// @throws ArithmeticException if a count of seconds does not fit as milliseconds
    static void append(List<Column> columns, Leaf leaf, ByteOutput output) {
        for (Column column : columns) {
            int count = (int) column.length();
            FixedColumn fixed = (FixedColumn) column;
            output.reserve((long) count * leaf.plainWidth());
            convert(fixed.type(), leaf, fixed.segment(), count, output.segment(), output.size());
            output.advance((long) count * leaf.plainWidth());
        }
    }

    private static void convert(
            DataType type, Leaf leaf, MemorySegment source, int count, MemorySegment target, long at) {
        switch (type) {
            case DataType.IntType(int bits, boolean signed)
            when bits < Integer.SIZE -> widen(source, bits, signed, count, target, at);
            case DataType.TimeType(TimeUnit unit)
            when SchemaWriter.isMilli(unit) -> millisOfDay(source, unit, count, target, at);
            case DataType.TimestampType(TimeUnit unit, var _)
            when unit == TimeUnit.SECOND -> secondsToMillis(source, count, target, at);
            case DataType.DecimalType decimal when decimal.bits() == 128 -> reverse(source, count, target, at);
            case DataType.IntervalType() -> intervals(source, count, target, at);
            default -> MemorySegment.copy(source, 0, target, at, (long) count * leaf.plainWidth());
        }
    }

    private static void widen(
            MemorySegment source, int bits, boolean signed, int count, MemorySegment target, long at) {
        int mask = signed ? -1 : (1 << bits) - 1;
        for (int i = 0; i < count; i++) {
            int value = bits == Byte.SIZE
                    ? source.get(ValueLayout.JAVA_BYTE, i)
                    : source.get(Bytes.LE_SHORT, (long) i * Short.BYTES);
            target.set(Bytes.LE_INT, at + (long) i * Integer.BYTES, value & mask);
        }
    }

    private static void millisOfDay(MemorySegment source, TimeUnit unit, int count, MemorySegment target, long at) {
        long millis = TimeUnit.MILLI.perSecond() / unit.perSecond();
        for (int i = 0; i < count; i++) {
            long value = source.get(Bytes.LE_LONG, (long) i * Long.BYTES) * millis;
            target.set(Bytes.LE_INT, at + (long) i * Integer.BYTES, Math.toIntExact(value));
        }
    }

    private static void secondsToMillis(MemorySegment source, int count, MemorySegment target, long at) {
        for (int i = 0; i < count; i++) {
            long seconds = source.get(Bytes.LE_LONG, (long) i * Long.BYTES);
            target.set(Bytes.LE_LONG, at + (long) i * Long.BYTES, Math.multiplyExact(seconds, 1_000L));
        }
    }

    /// Two little-endian words to 16 bytes of big endian.
    private static void reverse(MemorySegment source, int count, MemorySegment target, long at) {
        for (long i = 0; i < count * 16L; i += 16) {
            target.set(Bytes.LE_LONG, at + i, Long.reverseBytes(source.get(Bytes.LE_LONG, i + Long.BYTES)));
            target.set(Bytes.LE_LONG, at + i + Long.BYTES, Long.reverseBytes(source.get(Bytes.LE_LONG, i)));
        }
    }

    /// Months, days and milliseconds, each without a sign.
    private static void intervals(MemorySegment source, int count, MemorySegment target, long at) {
        for (int i = 0; i < count; i++) {
            int months = source.get(Bytes.LE_INT, i * 16L);
            int days = source.get(Bytes.LE_INT, i * 16L + 4);
            long nanos = source.get(Bytes.LE_LONG, i * 16L + 8);
            long millis = nanos / NANOS_PER_MILLI;
            if (months < 0 || days < 0 || nanos < 0 || nanos % NANOS_PER_MILLI != 0 || millis > 0xFFFF_FFFFL) {
                throw new IllegalArgumentException("Parquet cannot hold an interval of " + months + " months, " + days
                        + " days and " + nanos + " ns: no part may be negative, finer than a millisecond or longer"
                        + " than 49 days in milliseconds");
            }
            target.set(Bytes.LE_INT, at + i * 12L, months);
            target.set(Bytes.LE_INT, at + i * 12L + 4, days);
            target.set(Bytes.LE_INT, at + i * 12L + 8, (int) millis);
        }
    }

    /// Appends bools as bits.
    static void appendBools(List<Column> columns, int count, ByteOutput output) {
        output.reserveZeroed(Validity.byteSize(count));
        ByteBuffer bits = Views.bytes(output.segment(), output.size(), Validity.byteSize(count) + Long.BYTES);
        int bit = 0;
        for (Column column : columns) {
            BoolColumn bools = (BoolColumn) column;
            for (int row = 0; row < bools.length(); row += Integer.SIZE) {
                Bits.or(bits, bit + row, bools.trueWord(row) & 0xFFFF_FFFFL);
            }
            bit += (int) bools.length();
        }
        output.advance(Validity.byteSize(count));
    }
}
