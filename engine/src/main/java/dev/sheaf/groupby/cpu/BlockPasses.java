package dev.sheaf.groupby.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The loops of [PlacedBlocks] over a block of rows, whose arrays lie in the first-level cache.
///
/// Those that write places and words read columns, so that the compiler sees that nothing overlaps, and does
/// eight or sixteen rows at once: it does not where two arrays of a kind are read and written. `keep` is -1
/// where there is something already to be added to, and 0 at first. Those that go to the states take rows one
/// by one.
final class BlockPasses {
    private BlockPasses() {}

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

    /// Adds shifted products, and returns the bits that the first numbers have.
    static long addProducts(long[] some, long[] others, int rows, int shift, long[] words) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            any |= some[i];
            words[i] += (some[i] * others[i]) << shift;
        }
        return any;
    }

    /// Adds to places what makes rows take copies of their states by turns.
    static void turn(MemorySegment turns, int rows, int[] places) {
        for (int i = 0; i < rows; i++) {
            places[i] += turns.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2);
        }
    }

    /// Adds words to those of their places, which have one each.
    static void scatter(int[] places, long[] words, int rows, long[] states) {
        int last = states.length - 1;
        if (last < 0) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            states[places[i] & last] += words[i];
        }
    }

    /// Adds words and floats to those of their places, which have one each.
    static void scatter(
            int[] places, long[] words, MemorySegment values, long from, int rows, long[] states, double[] sums) {
        int last = states.length - 1;
        int lastSum = sums.length - 1;
        if (last < 0 || lastSum < 0) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            int place = places[i];
            states[place & last] += words[i];
            sums[place & lastSum] += values.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, (from + i) << 3);
        }
    }

    /// Adds words to those of their places, `1 << shift` a place.
    static void scatter(int[] places, long[] words, int rows, long[] states, int shift, int word) {
        int last = states.length - 1;
        if (last < 0) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            states[((places[i] << shift) + word) & last] += words[i];
        }
    }

    /// Adds floats.
    static void scatter(int[] places, double[] values, int rows, double[] states, int shift, int word) {
        int last = states.length - 1;
        if (last < 0) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            states[((places[i] << shift) + word) & last] += values[i];
        }
    }

    /// Adds floats where they lie.
    static void scatter(int[] places, MemorySegment values, long from, int rows, double[] states, int shift, int word) {
        int last = states.length - 1;
        if (last < 0) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            states[((places[i] << shift) + word) & last] +=
                    values.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, (from + i) << 3);
        }
    }

    /// Has the states of all places take the lesser of what they have and a value.
    static void scatterLeast(int[] places, long[] values, int rows, long[] states, int shift, int word) {
        int last = states.length - 1;
        for (int i = 0; i < rows && last >= 0; i++) {
            int at = ((places[i] << shift) + word) & last;
            states[at] = Math.min(states[at], values[i]);
        }
    }

    /// The same with the greater.
    static void scatterMost(int[] places, long[] values, int rows, long[] states, int shift, int word) {
        int last = states.length - 1;
        for (int i = 0; i < rows && last >= 0; i++) {
            int at = ((places[i] << shift) + word) & last;
            states[at] = Math.max(states[at], values[i]);
        }
    }
}
