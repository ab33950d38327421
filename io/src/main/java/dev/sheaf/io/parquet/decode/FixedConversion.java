package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.io.parquet.bytes.BigEndian;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.meta.DecimalRange;
import dev.sheaf.io.parquet.meta.Leaf;
import java.nio.ByteBuffer;

/// Turns the values of a page as they lie there, one after the other, into values of a column.
///
/// `sourceWidth` and `targetWidth` are bytes a value. Loops are per kind and monomorphic; the plain numbers are
/// one copy of memory.
record FixedConversion(int sourceWidth, int targetWidth, Loop loop) {

    /// Converts `count` values from byte `from` of `source` to byte `at` of `target`.
    interface Loop {
        void convert(ByteBuffer source, int from, ByteBuffer target, int at, int count);
    }

    void convert(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        loop.convert(source, from, target, at, count);
    }

    /// The conversion from a leaf's values to a type of fixed width.
    static FixedConversion of(Leaf leaf, DataType type) {
        int width = type.layout().byteWidth();
        Loop loop = loop(leaf, type, width);
        Loop checked = type instanceof DataType.DecimalType decimal ? checkedDecimal(loop, decimal) : loop;
        return new FixedConversion(leaf.plainWidth(), width, checked);
    }

    private static Loop loop(Leaf leaf, DataType type, int width) {
        return switch (leaf.physical()) {
            case INT32 -> int32(type, width);
            case INT64 -> int64(type, width);
            case INT96 -> FixedConversion::int96;
            case FLOAT, DOUBLE -> copy(width);
            case FIXED_LEN_BYTE_ARRAY -> bytes(leaf.width(), type, width);
            case BOOLEAN, BYTE_ARRAY -> throw new AssertionError(leaf);
        };
    }

    private static Loop int32(DataType type, int width) {
        if (type instanceof DataType.IntType(int bits, boolean signed) && bits < Integer.SIZE) {
            return narrow(bits, signed);
        }
        return switch (type) {
            case DataType.TimeType(TimeUnit unit) -> checkedTime(FixedConversion::int32ToInt64, unit);
            case DataType.DecimalType _ when width == Layout.INT128.byteWidth() -> FixedConversion::int32ToInt128;
            case DataType.DecimalType _ when width == Layout.INT64.byteWidth() -> FixedConversion::int32ToInt64;
            default -> copy(Integer.BYTES);
        };
    }

    private static Loop int64(DataType type, int width) {
        return switch (type) {
            case DataType.TimeType(TimeUnit unit) -> checkedTime(copy(Long.BYTES), unit);
            case DataType.DecimalType _ when width == Layout.INT128.byteWidth() -> FixedConversion::int64ToInt128;
            case DataType.DecimalType _ when width == Layout.INT32.byteWidth() -> FixedConversion::int64ToInt32;
            default -> copy(Long.BYTES);
        };
    }

    private static Loop bytes(int sourceWidth, DataType type, int width) {
        return switch (type) {
            case DataType.DecimalType _ ->
                (source, from, target, at, count) ->
                        BigEndian.toIntegers(source, from, sourceWidth, target, at, width, count);
            case DataType.IntervalType() -> FixedConversion::interval;
            case DataType.FloatType _ -> FixedConversion::float16;
            default -> throw new AssertionError(type);
        };
    }

    static Loop copy(int width) {
        return (source, from, target, at, count) -> target.put(at, source, from, count * width);
    }

    private static Loop narrow(int bits, boolean signed) {
        int shift = Integer.SIZE - bits;
        return (source, from, target, at, count) -> {
            for (int i = 0; i < count; i++) {
                int value = source.getInt(from + i * Integer.BYTES);
                int back = signed ? value << shift >> shift : value << shift >>> shift;
                if (back != value) {
                    throw new MalformedPageException(
                            "the value " + value + " in a column of " + (signed ? "int" : "uint") + bits);
                }
                if (bits == Byte.SIZE) {
                    target.put(at + i, (byte) value);
                } else {
                    target.putShort(at + i * Short.BYTES, (short) value);
                }
            }
        };
    }

    /// Times of day outside the day have no meaning anywhere later on.
    private static Loop checkedTime(Loop loop, TimeUnit unit) {
        long day = unit.perSecond() * 24 * 60 * 60;
        return (source, from, target, at, count) -> {
            loop.convert(source, from, target, at, count);
            for (int i = 0; i < count; i++) {
                long time = target.getLong(at + i * Long.BYTES);
                if (time < 0 || time >= day) {
                    throw new MalformedPageException("a time of day of " + time + " " + unit.symbol());
                }
            }
        };
    }

    private static Loop checkedDecimal(Loop loop, DataType.DecimalType type) {
        DecimalRange range = new DecimalRange(type);
        return (source, from, target, at, count) -> {
            loop.convert(source, from, target, at, count);
            range.check(target, at, count);
        };
    }

    private static void int32ToInt64(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            target.putLong(at + i * Long.BYTES, source.getInt(from + i * 4));
        }
    }

    private static void int32ToInt128(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            setInt128(target, at + i * 16, source.getInt(from + i * Integer.BYTES));
        }
    }

    private static void int64ToInt128(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            setInt128(target, at + i * 16, source.getLong(from + i * Long.BYTES));
        }
    }

    private static void setInt128(ByteBuffer target, int at, long value) {
        target.putLong(at, value);
        target.putLong(at + Long.BYTES, value >> 63);
    }

    private static void int64ToInt32(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            long value = source.getLong(from + i * Long.BYTES);
            if (value != (int) value) {
                throw new MalformedPageException("the unscaled value " + value + " in a decimal of at most 9 digits");
            }
            target.putInt(at + i * Integer.BYTES, (int) value);
        }
    }

    /// Nanoseconds of the day and Julian day to microseconds since 1970; what is below a microsecond is cut off,
    /// as nanoseconds would not reach the years that such files hold.
    private static void int96(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            long nanos = source.getLong(from + i * 12);
            long day = source.getInt(from + i * 12 + Long.BYTES) - JULIAN_EPOCH_DAY;
            target.putLong(at + i * Long.BYTES, day * MICROS_PER_DAY + Math.floorDiv(nanos, 1_000L));
        }
    }

    /// Months, days and milliseconds.
    private static void interval(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            int read = from + i * 12;
            int write = at + i * 16;
            long millis = Integer.toUnsignedLong(source.getInt(read + 8));
            target.putLong(write, source.getLong(read));
            target.putLong(write + Long.BYTES, millis * NANOS_PER_MILLI);
        }
    }

    private static void float16(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            short half = source.getShort(from + i * Short.BYTES);
            target.putInt(at + i * Float.BYTES, Float.floatToRawIntBits(Float.float16ToFloat(half)));
        }
    }

    private static final long JULIAN_EPOCH_DAY = 2_440_588;
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;
}
