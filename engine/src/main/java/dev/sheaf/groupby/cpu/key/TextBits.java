package dev.sheaf.groupby.cpu.key;

import java.util.Arrays;
import java.util.List;

/// The few bits in which texts differ, put side by side: `id001` to `id100` are told apart by nine of their
/// hundred bits, `R`, `A` and `N` by five.
///
/// Texts of at most twelve bytes come as [TextWords]. Bits that are the same in all of them carry nothing, so
/// that those which are not are a number that stands for the text, without a hash and without a comparison.
final class TextBits {
    private boolean any;
    private long first;
    private long second;
    private long firstMask;
    private long secondMask;
    private List<BitGather> firstGathers = List.of();
    private List<BitGather> secondGathers = List.of();

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
        firstGathers = BitGather.of(firstMask, 0);
        secondGathers = BitGather.of(secondMask, Long.bitCount(firstMask));
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
        int constant = words.isSecondConstant() ? number(secondGathers, words.second(0)) : 0;
        Arrays.fill(numbers, 0, rows, constant);
        firstGathers.forEach(gather -> gather.add(words.first, rows, numbers));
        if (!words.isSecondConstant()) {
            secondGathers.forEach(gather -> gather.add(words.second, rows, numbers));
        }
    }

    /// The number of a text.
    int number(long firstWord, long secondWord) {
        return number(firstGathers, firstWord) | number(secondGathers, secondWord);
    }

    private static int number(List<BitGather> gathers, long word) {
        int number = 0;
        for (BitGather gather : gathers) {
            number |= gather.number(word);
        }
        return number;
    }
}
