package dev.sheaf.groupby.cpu.key;

import java.util.ArrayList;
import java.util.List;

/// Brings some bits of a word side by side by a multiplication: `((word & mask) * factor >>> down) << up`.
///
/// The factor has a bit for each run of bits, which moves that run to its place among the topmost bits of the
/// product. It moves all others, too, and that does no harm as long as no two ever meet. Runs for which no such
/// factor is found go to a gather of their own. The digits of `id001` to `id100`, three runs, take one
/// multiplication; shifts and masks for each run took three times as many instructions, and the processor's own
/// instruction for it does not exist everywhere or is slow.
record BitGather(long mask, long factor, int down, int up) {

    /// Gathers for all set bits of `bits`, to places from `firstPlace` on.
    static List<BitGather> of(long bits, int firstPlace) {
        List<BitGather> gathers = new ArrayList<>();
        long left = bits;
        int place = firstPlace;
        while (left != 0) {
            BitGather gather = largest(left, place);
            gathers.add(gather);
            place += Long.bitCount(gather.mask());
            left &= ~gather.mask();
        }
        return gathers;
    }

    /// One that takes as many of the lowest runs of `bits` as it can.
    private static BitGather largest(long bits, int place) {
        long taken = lowestRun(bits);
        BitGather best = new BitGather(taken, 1, Long.numberOfTrailingZeros(taken), place);
        for (long left = bits & ~taken; left != 0; left &= ~lowestRun(left)) {
            taken |= lowestRun(left);
            long factor = factor(taken);
            if (factor == 0) {
                return best;
            }
            best = new BitGather(taken, factor, Long.SIZE - Long.bitCount(taken), place);
        }
        return best;
    }

    private static long lowestRun(long bits) {
        int start = Long.numberOfTrailingZeros(bits);
        int size = Long.numberOfTrailingZeros(~(bits >>> start));
        return size == Long.SIZE ? -1 : ((1L << size) - 1) << start;
    }

    /// The factor that brings the runs of `bits` to the top, the lowest run topmost; 0 if some would meet.
    private static long factor(long bits) {
        long factor = 0;
        int place = Long.SIZE;
        for (long left = bits; left != 0; left &= ~lowestRun(left)) {
            long run = lowestRun(left);
            place -= Long.bitCount(run);
            int by = place - Long.numberOfTrailingZeros(run);
            if (by < 0) {
                return 0;
            }
            factor |= 1L << by;
        }
        return meet(bits, factor) ? 0 : factor;
    }

    /// Whether two shifted copies of `bits` have a bit in common.
    private static boolean meet(long bits, long factor) {
        long seen = 0;
        for (long left = factor; left != 0; left &= left - 1) {
            long shifted = bits << Long.numberOfTrailingZeros(left);
            if ((seen & shifted) != 0) {
                return true;
            }
            seen |= shifted;
        }
        return false;
    }

    int number(long word) {
        return (int) (((word & mask) * factor) >>> down) << up;
    }

    /// Adds the bits of each of some words to its number.
    void add(long[] words, int rows, int[] numbers) {
        add(words, rows, numbers, mask, factor, down, up);
    }

    private static void add(long[] words, int rows, int[] numbers, long mask, long factor, int down, int up) {
        for (int i = 0; i < rows; i++) {
            numbers[i] |= (int) (((words[i] & mask) * factor) >>> down) << up;
        }
    }
}
