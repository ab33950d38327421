package dev.sheaf.groupby.cpu;

import java.util.Arrays;

/// The few bits in which texts differ, put side by side: `id001` to `id100` are told apart by nine of their
/// hundred bits, `R`, `A` and `N` by five.
///
/// Texts of at most twelve bytes come as [TextWords]. Bits that are the same in all of them carry nothing, so
/// that those which are not are a number that stands for the text, without a hash and without a comparison.
final class TextBits {
    /// Runs of bits that one pass over a chunk takes.
    private static final int RUNS_A_PASS = 4;

    private boolean any;
    private long first;
    private long second;
    private long firstMask;
    private long secondMask;
    private Runs firstRuns = new Runs(0, 0);
    private Runs secondRuns = new Runs(0, 0);

    /// How many bits a number takes.
    int bits() {
        return Long.bitCount(firstMask) + Long.bitCount(secondMask);
    }

    /// Whether all texts of a chunk differ from those before only in bits that are known.
    boolean covers(TextWords words, int rows) {
        return any
                && (differing(words.first, rows, first) & ~firstMask) == 0
                && (differingSecond(words, rows) & ~secondMask) == 0;
    }

    /// Takes the bits in which the texts of a chunk differ from those before.
    void learn(TextWords words, int rows) {
        if (!any) {
            any = true;
            first = words.first[0];
            second = words.second(0);
        }
        firstMask |= differing(words.first, rows, first);
        secondMask |= differingSecond(words, rows);
        firstRuns = new Runs(firstMask, 0);
        secondRuns = new Runs(secondMask, Long.bitCount(firstMask));
    }

    private long differingSecond(TextWords words, int rows) {
        return words.isSecondConstant() ? words.second(0) ^ second : differing(words.second, rows, second);
    }

    private static long differing(long[] words, int rows, long sample) {
        long bits = 0;
        for (int i = 0; i < rows; i++) {
            bits |= words[i] ^ sample;
        }
        return bits;
    }

    /// Writes the number of each text of a chunk that is [covered][#covers].
    void numbers(TextWords words, int rows, int[] numbers) {
        int constant = words.isSecondConstant() ? secondRuns.number(words.second(0)) : 0;
        Arrays.fill(numbers, 0, rows, constant);
        firstRuns.add(words.first, rows, numbers);
        if (!words.isSecondConstant()) {
            secondRuns.add(words.second, rows, numbers);
        }
    }

    /// The number of a text.
    int number(long firstWord, long secondWord) {
        return firstRuns.number(firstWord) | secondRuns.number(secondWord);
    }

    /// The runs of set bits of a mask, each with the place it gets.
    ///
    /// Shifts and masks, which run on many rows at once, rather than the processor's instruction for it, which
    /// takes one row at a time and is slow on some processors.
    private static final class Runs {
        private final int passes;
        private final int[] from;
        private final long[] mask;
        private final int[] to;

        Runs(long bits, int firstPlace) {
            int count = Long.bitCount(bits & ~(bits << 1));
            passes = (count + RUNS_A_PASS - 1) / RUNS_A_PASS;
            from = new int[passes * RUNS_A_PASS];
            mask = new long[passes * RUNS_A_PASS];
            to = new int[passes * RUNS_A_PASS];
            long left = bits;
            int place = firstPlace;
            for (int run = 0; left != 0; run++) {
                int start = Long.numberOfTrailingZeros(left);
                int size = Long.numberOfTrailingZeros(~(left >>> start));
                from[run] = start;
                mask[run] = size == Long.SIZE ? -1 : (1L << size) - 1;
                to[run] = place;
                place += size;
                left &= ~(mask[run] << start);
            }
        }

        int number(long word) {
            long number = 0;
            for (int run = 0; run < from.length; run++) {
                number |= (word >>> from[run] & mask[run]) << to[run];
            }
            return (int) number;
        }

        void add(long[] words, int rows, int[] numbers) {
            for (int pass = 0; pass < passes; pass++) {
                add(words, rows, numbers, from, mask, to, pass * RUNS_A_PASS);
            }
        }

        private static void add(long[] words, int rows, int[] numbers, int[] from, long[] mask, int[] to, int run) {
            int from0 = from[run];
            int from1 = from[run + 1];
            int from2 = from[run + 2];
            int from3 = from[run + 3];
            long mask0 = mask[run];
            long mask1 = mask[run + 1];
            long mask2 = mask[run + 2];
            long mask3 = mask[run + 3];
            int to0 = to[run];
            int to1 = to[run + 1];
            int to2 = to[run + 2];
            int to3 = to[run + 3];
            for (int i = 0; i < rows; i++) {
                long word = words[i];
                numbers[i] |= (int) (((word >>> from0) & mask0) << to0
                        | ((word >>> from1) & mask1) << to1
                        | ((word >>> from2) & mask2) << to2
                        | ((word >>> from3) & mask3) << to3);
            }
        }
    }
}
