package dev.sheaf.groupby.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The loops of [PlacedBlocks] that add what rows of a block have to the states at their places, one by one.
///
/// A loop for each array that is added: with two in one, the processor takes twice as long (0.95 against 1.7 to 2.0
/// ns a row for a word and a float, 1.4 against 3.0 for two words and a float).
final class StatePasses {
    private StatePasses() {}

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

    /// Adds words `from` to `to` to those of their places, `1 << shift` a place.
    static void scatter(int[] places, long[] words, int from, int to, long[] states, int shift, int word) {
        int last = states.length - 1;
        if (last < 0) {
            return;
        }
        for (int i = from; i < to; i++) {
            states[((places[i] << shift) + word) & last] += words[i];
        }
    }

    /// Adds words to the first ones of their places, up to the first of which that is negative; returns where.
    static int scatterUntilFull(int[] places, long[] words, int from, int to, long[] states, int shift) {
        int last = states.length - 1;
        for (int i = from; i < to && last >= 0; i++) {
            int at = (places[i] << shift) & last;
            long state = states[at];
            if (state < 0) {
                return i;
            }
            states[at] = state + words[i];
        }
        return to;
    }

    /// Adds floats, which are given as their bits.
    static void scatterBits(int[] places, long[] bits, int rows, double[] states, int shift, int word) {
        int last = states.length - 1;
        if (last < 0) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            states[((places[i] << shift) + word) & last] += Double.longBitsToDouble(bits[i]);
        }
    }

    /// The same where states are their bits, too.
    static void scatterBits(int[] places, long[] bits, int from, int to, long[] states, int shift, int word) {
        int last = states.length - 1;
        if (last < 0) {
            return;
        }
        for (int i = from; i < to; i++) {
            int at = ((places[i] << shift) + word) & last;
            double sum = Double.longBitsToDouble(states[at]) + Double.longBitsToDouble(bits[i]);
            states[at] = Double.doubleToRawLongBits(sum);
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
