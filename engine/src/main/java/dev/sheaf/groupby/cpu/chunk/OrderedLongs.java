package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Values of at most 64 bits as longs that compare like them: unsigned numbers with the top bit turned, floats
/// so that -0.0 < 0.0 < ... < NaN. One loop then serves all types.
public final class OrderedLongs {
    private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

    /// Values that become a column at a time: they lie in the first-level cache.
    private static final int BLOCK = 1024;

    private OrderedLongs() {}

    /// Whether the values, widened, already compare like themselves.
    static boolean isIdentity(DataType type) {
        return !type.isFloating() && !type.equals(DataType.UINT64);
    }

    static void encode(DataType type, long[] widened, int rows, long[] out) {
        if (type.equals(DataType.FLOAT64)) {
            encodeDoubles(widened, rows, out);
        } else if (type.equals(DataType.FLOAT32)) {
            encodeFloats(widened, rows, out);
        } else {
            turnTopBit(widened, rows, out);
        }
    }

    private static void turnTopBit(long[] widened, int rows, long[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = widened[i] ^ Long.MIN_VALUE;
        }
    }

    /// Several at once, unless there is a NaN, which has many bit patterns.
    private static void encodeDoubles(long[] widened, int rows, long[] out) {
        if (hasNaN(widened, rows)) {
            for (int i = 0; i < rows; i++) {
                out[i] = ofDouble(Double.longBitsToDouble(widened[i]));
            }
        } else {
            encodeBits(widened, rows, out);
        }
    }

    private static void encodeBits(long[] bits, int rows, long[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = bits[i] ^ (bits[i] >> 63 & Long.MAX_VALUE);
        }
    }

    /// Whether some double, without its sign, is beyond infinity.
    private static boolean hasNaN(long[] bits, int rows) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            any |= INFINITY - (bits[i] & Long.MAX_VALUE);
        }
        return any < 0;
    }

    private static void encodeFloats(long[] widened, int rows, long[] out) {
        for (int i = 0; i < rows; i++) {
            int bits = Float.floatToIntBits(Float.intBitsToFloat((int) widened[i]));
            out[i] = bits ^ (bits >> 31 & Integer.MAX_VALUE);
        }
    }

    /// Negative numbers have all bits but the sign turned; all NaNs become the one above infinity.
    public static long ofDouble(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }

    public static double toDouble(long ordered) {
        return Double.longBitsToDouble(ordered ^ (ordered >> 63 & Long.MAX_VALUE));
    }

    /// A column of `type` from ordered longs, the first `count` from byte `start` of `states` on, `step` bytes
    /// apart, with the bits `turn` turned. Takes over the validity.
    public static Column column(
            DataType type,
            MemorySegment states,
            long start,
            long step,
            long turn,
            int count,
            Validity validity,
            MemoryPool pool) {
        try {
            return switch (type.layout()) {
                case NONE -> {
                    validity.close();
                    yield new NullColumn(count, pool);
                }
                case BIT -> new BoolColumn(count, bits(states, start, step, turn, count, pool), validity);
                default -> new FixedColumn(type, count, values(type, states, start, step, turn, count, pool), validity);
            };
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    private static Buffer bits(MemorySegment states, long start, long step, long turn, int count, MemoryPool pool) {
        Buffer bits = pool.allocate(Validity.byteSize(count), "group states");
        long[] block = new long[Math.min(count, BLOCK)];
        for (int from = 0; from < count; from += BLOCK) {
            int rows = Math.min(BLOCK, count - from);
            gather(states, start + from * step, step, turn, rows, block);
            Bits.above(block, 0, rows, bits.segment(), from);
        }
        return bits;
    }

    private static Buffer values(
            DataType type, MemorySegment states, long start, long step, long turn, int count, MemoryPool pool) {
        int width = type.layout().byteWidth();
        Buffer buffer = pool.allocate((long) count * width, "group states");
        long[] block = new long[Math.min(count, BLOCK)];
        for (int from = 0; from < count; from += BLOCK) {
            int rows = Math.min(BLOCK, count - from);
            gather(states, start + from * step, step, turn, rows, block);
            decode(type, block, rows);
            Narrow.longs(block, rows, width, buffer.segment(), (long) from * width);
        }
        return buffer;
    }

    private static void gather(MemorySegment states, long start, long step, long turn, int rows, long[] out) {
        gather(Views.bytes(states, start, (rows - 1) * step + Long.BYTES), (int) step, turn, rows, out);
    }

    private static void gather(ByteBuffer states, int step, long turn, int rows, long[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = states.getLong(i * step) ^ turn;
        }
    }

    /// Turns ordered longs into the raw values that a column of the type holds, where they lie.
    private static void decode(DataType type, long[] ordered, int rows) {
        if (type.equals(DataType.FLOAT64)) {
            encodeBits(ordered, rows, ordered);
        } else if (type.equals(DataType.FLOAT32)) {
            decodeFloats(ordered, rows);
        } else if (type.equals(DataType.UINT64)) {
            turnTopBit(ordered, rows, ordered);
        }
    }

    private static void decodeFloats(long[] ordered, int rows) {
        for (int i = 0; i < rows; i++) {
            int bits = (int) ordered[i];
            ordered[i] = bits ^ (bits >> 31 & Integer.MAX_VALUE);
        }
    }
}
