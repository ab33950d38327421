package dev.sheaf.io.parquet.bytes;

import java.nio.ByteBuffer;

/// Runs of bits in memory, least significant bit first, as both the format and our columns have them.
///
/// Targets start zeroed and have 8 bytes of padding, as buffers from a pool do.
public final class Bits {
    /// Bits that one step moves: shifted by up to 7 they still fit a long.
    private static final int STEP = 32;

    private Bits() {}

    public static boolean get(ByteBuffer bits, long bit) {
        return (bits.get((int) (bit >>> 3)) >>> (bit & 7) & 1) != 0;
    }

    public static void set(ByteBuffer bits, long bit) {
        int at = (int) (bit >>> 3);
        bits.put(at, (byte) (bits.get(at) | 1 << (bit & 7)));
    }

    /// Copies bits into zeroed ones and returns how many of them are set. From byte to byte they go by whole words.
    public static int copy(ByteBuffer source, long from, ByteBuffer target, long at, int count) {
        int whole = ((from | at) & 7) == 0 ? count & -Long.SIZE : 0;
        int ones = copyWords(source, (int) (from >>> 3), target, (int) (at >>> 3), whole >>> 3);
        for (int done = whole; done < count; done += STEP) {
            long bit = from + done;
            long word = word(source, bit) & lowBits(Math.min(STEP, count - done));
            ones += Long.bitCount(word);
            or(target, at + done, word);
        }
        return ones;
    }

    private static int copyWords(ByteBuffer source, int from, ByteBuffer target, int at, int bytes) {
        int ones = 0;
        for (int i = 0; i < bytes; i += Long.BYTES) {
            long word = source.getLong(from + i);
            ones += Long.bitCount(word);
            target.putLong(at + i, word);
        }
        return ones;
    }

    /// Sets bits of zeroed memory.
    public static void setAll(ByteBuffer target, long at, int count) {
        for (int done = 0; done < count; done += STEP) {
            or(target, at + done, lowBits(Math.min(STEP, count - done)));
        }
    }

    /// How many of the bits are set.
    public static int count(ByteBuffer bits, long from, int count) {
        int ones = 0;
        for (int done = 0; done < count; done += STEP) {
            ones += Long.bitCount(word(bits, from + done) & lowBits(Math.min(STEP, count - done)));
        }
        return ones;
    }

    /// How many bits from `from` on there are up to the one that is the `ones`-th set one, and with it. There is one.
    public static int upTo(ByteBuffer bits, long from, int ones) {
        int left = ones;
        for (int done = 0; ; done += STEP) {
            long word = word(bits, from + done) & lowBits(STEP);
            int here = Long.bitCount(word);
            if (here >= left) {
                return done + Long.numberOfTrailingZeros(Long.expand(1L << (left - 1), word)) + 1;
            }
            left -= here;
        }
    }

    /// Reads numbers of `width` bits, at most 32, from bit `bit` on into `target` from index `at` on.
    ///
    /// Returns the bit behind the last. The hot loop of dictionary pages: numbers of up to 8 bits come eight from a
    /// load, those of up to 16 bits four.
    public static long unpack(ByteBuffer source, long bit, int width, int[] target, int at, int count) {
        int mask = width == Integer.SIZE ? -1 : (1 << width) - 1;
        int eights = width <= 2 * Byte.SIZE && (bit & 7) == 0 ? count & -8 : 0;
        if (width <= Byte.SIZE) {
            narrow(source, (int) (bit >>> 3), width, target, at, eights);
        } else {
            wide(source, (int) (bit >>> 3), width, target, at, eights);
        }
        long next = bit + (long) eights * width;
        for (int i = at + eights; i < at + count; i++) {
            target[i] = (int) word(source, next) & mask;
            next += width;
        }
        return next;
    }

    private static void narrow(ByteBuffer source, int from, int width, int[] target, int at, int count) {
        int mask = (1 << width) - 1;
        int next = from;
        for (int i = at; i < at + count; i += 8) {
            long word = source.getLong(next);
            target[i] = (int) word & mask;
            target[i + 1] = (int) (word >>> width) & mask;
            target[i + 2] = (int) (word >>> (2 * width)) & mask;
            target[i + 3] = (int) (word >>> (3 * width)) & mask;
            target[i + 4] = (int) (word >>> (4 * width)) & mask;
            target[i + 5] = (int) (word >>> (5 * width)) & mask;
            target[i + 6] = (int) (word >>> (6 * width)) & mask;
            target[i + 7] = (int) (word >>> (7 * width)) & mask;
            next += width;
        }
    }

    /// Of numbers of an odd width the second four begin in the middle of a byte.
    private static void wide(ByteBuffer source, int from, int width, int[] target, int at, int count) {
        int mask = (1 << width) - 1;
        int half = width >>> 1;
        int shift = (width & 1) << 2;
        int next = from;
        for (int i = at; i < at + count; i += 8) {
            long low = source.getLong(next);
            long high = source.getLong(next + half) >>> shift;
            target[i] = (int) low & mask;
            target[i + 1] = (int) (low >>> width) & mask;
            target[i + 2] = (int) (low >>> (2 * width)) & mask;
            target[i + 3] = (int) (low >>> (3 * width)) & mask;
            target[i + 4] = (int) high & mask;
            target[i + 5] = (int) (high >>> width) & mask;
            target[i + 6] = (int) (high >>> (2 * width)) & mask;
            target[i + 7] = (int) (high >>> (3 * width)) & mask;
            next += width;
        }
    }

    /// Ors up to 57 bits into those from bit `bit` on.
    public static void or(ByteBuffer target, long bit, long word) {
        int at = (int) (bit >>> 3);
        target.putLong(at, target.getLong(at) | word << (bit & 7));
    }

    /// The bits from bit `bit` on, at least 57.
    private static long word(ByteBuffer bits, long bit) {
        return bits.getLong((int) (bit >>> 3)) >>> (bit & 7);
    }

    private static long lowBits(int count) {
        return (1L << count) - 1;
    }
}
