package dev.sheaf.groupby.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The loops of [BlockPlaces] over a block of rows, whose arrays lie in the first-level cache.
///
/// Each is so short and reads and writes so few kinds of arrays that the compiler has eight or sixteen rows done at
/// once, but for those that load texts and look codes up: steps of a text in one loop take 2.1 ns a row, in three
/// 0.8. `keep` is -1 where there is something already to be added to, and 0 at first. `masks` has an int a row from
/// number `at` on: ones, or 0 for a row whose key has code 0.
final class KeyPasses {
    private KeyPasses() {}

    /// Adds the codes of keys from `base` to `base + most`; negative if one is none of these.
    static int placeBytes(
            MemorySegment keys, long from, int rows, int mask, int base, int most, int shift, int keep, int[] places) {
        int outside = 0;
        for (int i = 0; i < rows; i++) {
            int offset = (keys.get(ValueLayout.JAVA_BYTE, from + i) & mask) - base;
            outside |= offset | (most - offset);
            places[i] = (places[i] & keep) + ((offset + 1) << shift);
        }
        return outside;
    }

    /// The same for numbers of 16 bits.
    static int placeShorts(
            MemorySegment keys, long from, int rows, int mask, int base, int most, int shift, int keep, int[] places) {
        int outside = 0;
        for (int i = 0; i < rows; i++) {
            int offset = (keys.get(ValueLayout.JAVA_SHORT_UNALIGNED, (from + i) << 1) & mask) - base;
            outside |= offset | (most - offset);
            places[i] = (places[i] & keep) + ((offset + 1) << shift);
        }
        return outside;
    }

    /// The same for numbers of 32 bits with or without a sign.
    static int placeInts(
            MemorySegment keys, long from, int rows, int base, int most, int shift, int keep, int[] places) {
        int outside = 0;
        for (int i = 0; i < rows; i++) {
            int offset = keys.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2) - base;
            outside |= offset | (most - offset);
            places[i] = (places[i] & keep) + ((offset + 1) << shift);
        }
        return outside;
    }

    /// The same for numbers of 64 bits.
    static long placeLongs(
            MemorySegment keys, long from, int rows, long base, long most, int shift, int keep, int[] places) {
        long outside = 0;
        for (int i = 0; i < rows; i++) {
            long offset = keys.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3) - base;
            outside |= offset | (most - offset);
            places[i] = (places[i] & keep) + (((int) offset + 1) << shift);
        }
        return outside;
    }

    /// The same of those that are not masked.
    static int placeBytes(
            MemorySegment keys,
            long from,
            int rows,
            MemorySegment masks,
            long at,
            int mask,
            int base,
            int most,
            int shift,
            int keep,
            int[] places) {
        int outside = 0;
        for (int i = 0; i < rows; i++) {
            int wanted = masks.get(ValueLayout.JAVA_INT_UNALIGNED, (at + i) << 2);
            int offset = ((keys.get(ValueLayout.JAVA_BYTE, from + i) & mask) - base) & wanted;
            outside |= offset | (most - offset);
            places[i] = (places[i] & keep) + (((offset + 1) & wanted) << shift);
        }
        return outside;
    }

    /// The same for numbers of 16 bits, if they are not masked.
    static int placeShorts(
            MemorySegment keys,
            long from,
            int rows,
            MemorySegment masks,
            long at,
            int mask,
            int base,
            int most,
            int shift,
            int keep,
            int[] places) {
        int outside = 0;
        for (int i = 0; i < rows; i++) {
            int wanted = masks.get(ValueLayout.JAVA_INT_UNALIGNED, (at + i) << 2);
            int offset = ((keys.get(ValueLayout.JAVA_SHORT_UNALIGNED, (from + i) << 1) & mask) - base) & wanted;
            outside |= offset | (most - offset);
            places[i] = (places[i] & keep) + (((offset + 1) & wanted) << shift);
        }
        return outside;
    }

    /// The same for numbers of 32 bits with or without a sign, if they are not masked.
    static int placeInts(
            MemorySegment keys,
            long from,
            int rows,
            MemorySegment masks,
            long at,
            int base,
            int most,
            int shift,
            int keep,
            int[] places) {
        int outside = 0;
        for (int i = 0; i < rows; i++) {
            int wanted = masks.get(ValueLayout.JAVA_INT_UNALIGNED, (at + i) << 2);
            int offset = (keys.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2) - base) & wanted;
            outside |= offset | (most - offset);
            places[i] = (places[i] & keep) + (((offset + 1) & wanted) << shift);
        }
        return outside;
    }

    /// The same for numbers of 64 bits, if they are not masked.
    static long placeLongs(
            MemorySegment keys,
            long from,
            int rows,
            MemorySegment masks,
            long at,
            long base,
            long most,
            int shift,
            int keep,
            int[] places) {
        long outside = 0;
        for (int i = 0; i < rows; i++) {
            int wanted = masks.get(ValueLayout.JAVA_INT_UNALIGNED, (at + i) << 2);
            long offset = (keys.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3) - base) & wanted;
            outside |= offset | (most - offset);
            places[i] = (places[i] & keep) + ((((int) offset + 1) & wanted) << shift);
        }
        return outside;
    }

    /// Loads the first eight bytes of texts of `size` bytes each.
    static void loadEven(MemorySegment bytes, long first, long size, int rows, long[] words) {
        for (int i = 0; i < rows; i++) {
            words[i] = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, first + i * size);
        }
    }

    /// The same where offsets say where they begin.
    static void load(MemorySegment bytes, MemorySegment offsets, long from, int rows, long[] words) {
        for (int i = 0; i < rows; i++) {
            words[i] = bytes.get(
                    ValueLayout.JAVA_LONG_UNALIGNED, offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2));
        }
    }

    /// Not 0 if a text has not so many bytes.
    static int differingSizes(MemorySegment offsets, long from, int rows, int size) {
        int differing = 0;
        for (int i = 0; i < rows; i++) {
            int start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            int end = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i + 1) << 2);
            differing |= (end - start) ^ size;
        }
        return differing;
    }

    /// The same of those that are not masked.
    static int differingSizes(MemorySegment offsets, long from, int rows, MemorySegment masks, long at, int size) {
        int differing = 0;
        for (int i = 0; i < rows; i++) {
            int start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            int end = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i + 1) << 2);
            differing |= ((end - start) ^ size) & masks.get(ValueLayout.JAVA_INT_UNALIGNED, (at + i) << 2);
        }
        return differing;
    }

    /// Puts together the bits in which texts differ, as [BitGather] does; not 0 if one differs from the sample
    /// in the bits that are fixed.
    static long gather(
            long[] words, int rows, long sample, long fixed, long mask, long factor, int down, int[] numbers) {
        long differing = 0;
        for (int i = 0; i < rows; i++) {
            long word = words[i];
            differing |= (word ^ sample) & fixed;
            numbers[i] = (int) (((word & mask) * factor) >>> down);
        }
        return differing;
    }

    /// The same, but the number is `none` where bit `63 - up` of a row's byte is 0.
    static long gather(
            long[] words,
            int rows,
            byte[] bytes,
            int at,
            int up,
            long sample,
            long fixed,
            long mask,
            long factor,
            int down,
            long none,
            int[] numbers) {
        long differing = 0;
        for (int i = 0; i < rows; i++) {
            long word = words[i];
            long wanted = ((long) bytes[at + i] << up) >> 63;
            differing |= (word ^ sample) & fixed & wanted;
            numbers[i] = (int) (((((word & mask) * factor) >>> down) & wanted) | (none & ~wanted));
        }
        return differing;
    }

    /// Adds the codes of numbers, and returns the bits that any has.
    static int code(int[] numbers, int rows, int[] codes, int keep, int[] places) {
        int any = 0;
        int last = codes.length - 1;
        for (int i = 0; i < rows && last >= 0; i++) {
            int code = codes[numbers[i] & last];
            any |= code;
            places[i] = (places[i] & keep) + code;
        }
        return any;
    }

    /// The same of those that are not masked.
    static int code(int[] numbers, int rows, MemorySegment masks, long at, int[] codes, int keep, int[] places) {
        int any = 0;
        int last = codes.length - 1;
        for (int i = 0; i < rows && last >= 0; i++) {
            int code = codes[numbers[i] & last] & masks.get(ValueLayout.JAVA_INT_UNALIGNED, (at + i) << 2);
            any |= code;
            places[i] = (places[i] & keep) + code;
        }
        return any;
    }

    /// Adds codes of keys from `base` to `base + most` to packed keys; negative if one is none of these.
    static long pack(long[] keys, int rows, long base, long most, int shift, long keep, long[] words) {
        long outside = 0;
        for (int i = 0; i < rows; i++) {
            long offset = keys[i] - base;
            outside |= offset | (most - offset);
            words[i] = (words[i] & keep) + ((offset + 1) << shift);
        }
        return outside;
    }

    /// Adds to places what makes rows take copies of their states by turns.
    static void turn(MemorySegment turns, int rows, int[] places) {
        for (int i = 0; i < rows; i++) {
            places[i] += turns.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2);
        }
    }
}
