package dev.sheaf.io.parquet.write;

import dev.sheaf.column.DataType;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.decode.TextBuilder;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import org.apache.parquet.format.Statistics;

/// Finds the least and greatest of values in plain encoding for the statistics of a chunk.
///
/// Floating bounds leave out NaNs, which are counted, and a zero is written as -0.0 below and 0.0 above, as the
/// format asks for. Long strings give shortened bounds.
final class Bounds {
    private static final int MAX_TEXT_BYTES = 64;

    private Bounds() {}

    /// Adds the bounds of `count` numbers of fixed width.
    static void ofFixed(MemorySegment values, int count, Leaf leaf, DataType type, Statistics statistics) {
        if (count == 0) {
            return;
        }
        boolean unsigned = type instanceof DataType.IntType(int _, boolean signed) && !signed;
        switch (leaf.physical()) {
            case INT32 -> integers(values, count, Integer.BYTES, unsigned ? Integer.MIN_VALUE : 0, statistics);
            case INT64 -> integers(values, count, Long.BYTES, unsigned ? Long.MIN_VALUE : 0, statistics);
            case FLOAT -> floating(values, count, Float.BYTES, statistics);
            case DOUBLE -> floating(values, count, Double.BYTES, statistics);
            case FIXED_LEN_BYTE_ARRAY -> {
                if (type instanceof DataType.DecimalType) {
                    decimals(values, count, statistics);
                }
            }
            case BOOLEAN, INT96, BYTE_ARRAY -> throw new AssertionError(leaf);
        }
    }

    /// `flip` is the sign bit of unsigned numbers, with all bits above: with these flipped they order as signed ones.
    private static void integers(MemorySegment values, int count, int width, long flip, Statistics statistics) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            long value = bits(values, i, width) ^ flip;
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        set(statistics, bytes(min ^ flip, width), bytes(max ^ flip, width));
    }

    /// Every float32 is a double, so one loop compares both.
    private static void floating(MemorySegment values, int count, int width, Statistics statistics) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        int nans = 0;
        for (int i = 0; i < count; i++) {
            long bits = bits(values, i, width);
            double value = width == Float.BYTES ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
            nans += Double.isNaN(value) ? 1 : 0;
            min = value < min ? value : min;
            max = value > max ? value : max;
        }
        statistics.setNan_count(nans);
        if (nans < count) {
            set(statistics, ofFloating(min == 0 ? -0.0 : min, width), ofFloating(max == 0 ? 0.0 : max, width));
        }
    }

    private static byte[] ofFloating(double value, int width) {
        return bytes(
                width == Float.BYTES ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value),
                width);
    }

    /// Value `i` of 4 or 8 bytes; the sign bit of the narrower ones is repeated above.
    private static long bits(MemorySegment values, int i, int width) {
        return width == Integer.BYTES
                ? values.get(Bytes.LE_INT, (long) i * Integer.BYTES)
                : values.get(Bytes.LE_LONG, (long) i * Long.BYTES);
    }

    /// Signed numbers of 16 bytes, big endian.
    private static void decimals(MemorySegment values, int count, Statistics statistics) {
        long min = 0;
        long max = 0;
        for (long at = 16; at < count * 16L; at += 16) {
            min = compareDecimals(values, at, min) < 0 ? at : min;
            max = compareDecimals(values, at, max) > 0 ? at : max;
        }
        set(statistics, copy(values, min, 16), copy(values, max, 16));
    }

    private static int compareDecimals(MemorySegment values, long a, long b) {
        int high = Long.compare(bigEndian(values, a), bigEndian(values, b));
        return high != 0
                ? high
                : Long.compareUnsigned(bigEndian(values, a + Long.BYTES), bigEndian(values, b + Long.BYTES));
    }

    private static long bigEndian(MemorySegment values, long at) {
        return Long.reverseBytes(values.get(Bytes.LE_LONG, at));
    }

    /// Adds the bounds of `count` bits from the bit `from` on.
    static void ofBools(MemorySegment bits, int from, int count, Statistics statistics) {
        if (count > 0) {
            int ones = Bits.count(Views.bytes(bits), from, count);
            set(statistics, new byte[] {(byte) (ones == count ? 1 : 0)}, new byte[] {(byte) (ones > 0 ? 1 : 0)});
        }
    }

    /// Adds the bounds of `count` strings or bytes from the `from`-th on, in the order of unsigned bytes.
    static void ofText(TextBuilder text, int from, int count, Statistics statistics) {
        if (count == 0) {
            return;
        }
        int min = from;
        int max = from;
        for (int i = from + 1; i < from + count; i++) {
            min = compare(text, i, min) < 0 ? i : min;
            max = compare(text, i, max) > 0 ? i : max;
        }
        setMin(statistics, bytes(text, min));
        setMax(statistics, bytes(text, max));
    }

    /// Adds the bounds of the entries of a dictionary that `count` codes from the `from`-th on stand for.
    static void ofCoded(TextBuilder entries, MemorySegment codes, int from, int count, Statistics statistics) {
        BitSet used = new BitSet(entries.count());
        for (int i = from; i < from + count; i++) {
            used.set(codes.get(Bytes.LE_INT, (long) i * Integer.BYTES));
        }
        int min = used.nextSetBit(0);
        int max = min;
        for (int i = min; i >= 0; i = used.nextSetBit(i + 1)) {
            min = compare(entries, i, min) < 0 ? i : min;
            max = compare(entries, i, max) > 0 ? i : max;
        }
        if (min >= 0) {
            setMin(statistics, bytes(entries, min));
            setMax(statistics, bytes(entries, max));
        }
    }

    private static int compare(TextBuilder text, int a, int b) {
        MemorySegment bytes = text.bytes();
        long startA = text.offset(a);
        long startB = text.offset(b);
        long endA = text.offset(a + 1);
        long endB = text.offset(b + 1);
        long differs = MemorySegment.mismatch(bytes, startA, endA, bytes, startB, endB);
        if (differs < 0) {
            return 0;
        }
        if (startA + differs == endA || startB + differs == endB) {
            return Long.compare(endA - startA, endB - startB);
        }
        return Byte.compareUnsigned(
                bytes.get(ValueLayout.JAVA_BYTE, startA + differs), bytes.get(ValueLayout.JAVA_BYTE, startB + differs));
    }

    private static byte[] bytes(TextBuilder text, int index) {
        long size = text.offset(index + 1) - text.offset(index);
        return copy(text.bytes(), text.offset(index), Math.min(size, MAX_TEXT_BYTES + 1L));
    }

    private static byte[] copy(MemorySegment values, long at, long size) {
        return values.asSlice(at, size).toArray(ValueLayout.JAVA_BYTE);
    }

    private static void setMin(Statistics statistics, byte[] bytes) {
        boolean exact = bytes.length <= MAX_TEXT_BYTES;
        statistics.setMin_value(exact ? bytes : Arrays.copyOf(bytes, characterStart(bytes)));
        statistics.setIs_min_value_exact(exact);
    }

    /// A greatest value that is cut gets its last ASCII character raised by one; without any, there is no bound.
    private static void setMax(Statistics statistics, byte[] bytes) {
        if (bytes.length <= MAX_TEXT_BYTES) {
            statistics.setMax_value(bytes);
            statistics.setIs_max_value_exact(true);
            return;
        }
        int last = MAX_TEXT_BYTES - 1;
        while (last >= 0 && (bytes[last] < 0 || bytes[last] == 0x7F)) {
            last--;
        }
        if (last >= 0) {
            byte[] raised = Arrays.copyOf(bytes, last + 1);
            raised[last]++;
            statistics.setMax_value(raised);
            statistics.setIs_max_value_exact(false);
        }
    }

    /// The start of the character that byte [#MAX_TEXT_BYTES] belongs to.
    private static int characterStart(byte[] bytes) {
        int start = MAX_TEXT_BYTES;
        while (start > 0 && (bytes[start] & 0xC0) == 0x80) {
            start--;
        }
        return start;
    }

    /// The lowest `width` bytes.
    private static byte[] bytes(long value, int width) {
        byte[] all = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
        return Arrays.copyOf(all, width);
    }

    private static void set(Statistics statistics, byte[] min, byte[] max) {
        statistics.setMin_value(min).setMax_value(max);
        statistics.setIs_min_value_exact(true);
        statistics.setIs_max_value_exact(true);
    }
}
