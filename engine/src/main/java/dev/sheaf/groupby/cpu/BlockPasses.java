package dev.sheaf.groupby.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The loops of [BlockSums] over a block of rows, whose arrays lie in the first-level cache: what the words of
/// places grow by.
///
/// They read columns and write words, so that the compiler sees that nothing overlaps, and does
/// eight or sixteen rows at once: it does not where two arrays of a kind are read and written. `keep` is -1
/// where there is something already to be added to, and 0 at first. Where values are masked, those of a row
/// count of whose byte, number `at + i`, bit `63 - up` is 1: then `counts` is added, too.
final class BlockPasses {
    private BlockPasses() {}

    /// Adds shifted values and `more` to words, and returns the bits that any value has.
    static long addBytes(
            MemorySegment values, long from, int rows, long mask, int shift, long more, long keep, long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long value = values.get(ValueLayout.JAVA_BYTE, from + i) & mask;
            any |= value;
            words[i] = (words[i] & keep) + more + (value << shift);
        }
        return any;
    }

    /// The same for numbers of 16 bits.
    static long addShorts(
            MemorySegment values, long from, int rows, long mask, int shift, long more, long keep, long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long value = values.get(ValueLayout.JAVA_SHORT_UNALIGNED, (from + i) << 1) & mask;
            any |= value;
            words[i] = (words[i] & keep) + more + (value << shift);
        }
        return any;
    }

    /// The same for numbers of 32 bits.
    static long addInts(
            MemorySegment values, long from, int rows, long mask, int shift, long more, long keep, long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long value = values.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2) & mask;
            any |= value;
            words[i] = (words[i] & keep) + more + (value << shift);
        }
        return any;
    }

    /// The same for numbers of 64 bits; those returned are of values to which `margin` has been added.
    static long addLongs(
            MemorySegment values, long from, int rows, long margin, int shift, long more, long keep, long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long value = values.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3);
            any |= value + margin;
            words[i] = (words[i] & keep) + more + (value << shift);
        }
        return any;
    }

    /// The same where values are masked.
    static long addBytes(
            MemorySegment values,
            long from,
            int rows,
            byte[] bytes,
            int at,
            int up,
            long mask,
            int shift,
            long more,
            long counts,
            long keep,
            long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            long value = values.get(ValueLayout.JAVA_BYTE, from + i) & mask & wanted;
            any |= value;
            words[i] = (words[i] & keep) + more + (counts & wanted) + (value << shift);
        }
        return any;
    }

    /// The same for numbers of 16 bits, masked.
    static long addShorts(
            MemorySegment values,
            long from,
            int rows,
            byte[] bytes,
            int at,
            int up,
            long mask,
            int shift,
            long more,
            long counts,
            long keep,
            long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            long value = values.get(ValueLayout.JAVA_SHORT_UNALIGNED, (from + i) << 1) & mask & wanted;
            any |= value;
            words[i] = (words[i] & keep) + more + (counts & wanted) + (value << shift);
        }
        return any;
    }

    /// The same for numbers of 32 bits, masked.
    static long addInts(
            MemorySegment values,
            long from,
            int rows,
            byte[] bytes,
            int at,
            int up,
            long mask,
            int shift,
            long more,
            long counts,
            long keep,
            long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            long value = values.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2) & mask & wanted;
            any |= value;
            words[i] = (words[i] & keep) + more + (counts & wanted) + (value << shift);
        }
        return any;
    }

    /// The same for numbers of 64 bits, masked; those returned are of values to which `margin` has been added.
    static long addLongs(
            MemorySegment values,
            long from,
            int rows,
            byte[] bytes,
            int at,
            int up,
            long margin,
            int shift,
            long more,
            long counts,
            long keep,
            long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            long value = values.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3) & wanted;
            any |= value + margin;
            words[i] = (words[i] & keep) + more + (counts & wanted) + (value << shift);
        }
        return any;
    }

    /// Adds `more`, and `counts` for the rows that count.
    static void count(int rows, byte[] bytes, int at, int up, long more, long counts, long keep, long[] words) {
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            words[i] = (words[i] & keep) + more + (counts & wanted);
        }
    }

    /// Adds shifted products of numbers of 32 bits and `more`.
    static void addProducts(
            MemorySegment some,
            MemorySegment others,
            long from,
            int rows,
            int shift,
            long more,
            long keep,
            long[] words) {
        for (int i = 0; i < rows; i++) {
            long product = (long) some.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2)
                    * others.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            words[i] = (words[i] & keep) + more + (product << shift);
        }
    }

    /// The same where values are masked.
    static void addProducts(
            MemorySegment some,
            MemorySegment others,
            long from,
            int rows,
            byte[] bytes,
            int at,
            int up,
            int shift,
            long more,
            long counts,
            long keep,
            long[] words) {
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            long product = (long) some.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2)
                    * others.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            words[i] = (words[i] & keep) + more + (counts & wanted) + ((product & wanted) << shift);
        }
    }

    /// Adds shifted products.
    static void addProducts(long[] some, long[] others, int rows, int shift, long[] words) {
        for (int i = 0; i < rows; i++) {
            words[i] += (some[i] * others[i]) << shift;
        }
    }

    /// Makes those that are masked `none`.
    static void mask(long[] values, int rows, byte[] bytes, int at, int up, long none) {
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            values[i] = (values[i] & wanted) | (none & ~wanted);
        }
    }

    /// Makes values of at most `most` how far they are from that, and those that are masked 0.
    static void turn(long[] values, int rows, byte[] bytes, int at, int up, long most) {
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            values[i] = (values[i] ^ most) & wanted;
        }
    }

    /// Copies floats as their bits, 0 for those that are masked.
    static void maskedFloats(MemorySegment values, long from, int rows, byte[] bytes, int at, int up, long[] bits) {
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            bits[i] = values.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3) & wanted;
        }
    }

    /// The same for floats of 32 bits, which become doubles.
    static void maskedFloats32(MemorySegment values, long from, int rows, byte[] bytes, int at, int up, long[] bits) {
        for (int i = 0; i < rows; i++) {
            long wanted = ((long) bytes[at + i] << up) >> 63;
            double value = values.get(ValueLayout.JAVA_FLOAT_UNALIGNED, (from + i) << 2);
            bits[i] = Double.doubleToRawLongBits(value) & wanted;
        }
    }
}
