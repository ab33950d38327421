package dev.sheaf.groupby.cpu;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the short texts of a column are numbers: the bits in which they differ, side by side, which is enough to
/// tell them apart and to write them out again. No table of texts is needed. Immutable.
///
/// Texts of at most twelve bytes come as the two words of [TextWords]. If they differ in few bits, a number takes
/// one lane; else the first word is one lane and what differs in the second another.
final class TextCode {
    /// The code of no text: it covers none.
    static final TextCode EMPTY = new TextCode(false, 0, 0, 0, 0);

    /// Up to so many bits both words share a lane.
    private static final int MAX_LANE_BITS = 60;

    private final boolean any;
    private final long first;
    private final long second;
    private final BitRuns firstRuns;
    private final BitRuns secondRuns;

    private TextCode(boolean any, long first, long second, long firstMask, long secondMask) {
        this.any = any;
        boolean one = Long.bitCount(firstMask) + Long.bitCount(secondMask) <= MAX_LANE_BITS;
        this.firstRuns = new BitRuns(one ? firstMask : -1);
        this.secondRuns = new BitRuns(secondMask);
        this.first = first & ~firstRuns.mask();
        this.second = second & ~secondMask;
    }

    private boolean isOneLane() {
        return firstRuns.bits() + secondRuns.bits() <= MAX_LANE_BITS;
    }

    /// Fresh lanes of the numbers, one or two.
    List<KeyLane> lanes() {
        return isOneLane()
                ? List.of(KeyLane.ofBits(firstRuns.bits() + secondRuns.bits()))
                : List.of(KeyLane.ofBits(Long.SIZE), KeyLane.ofBits(secondRuns.bits()));
    }

    /// Whether all texts of a chunk have a number; `valid` is null if all its rows count, and the others are hidden.
    boolean covers(TextWords words, byte @Nullable [] valid, int rows) {
        return any ? coversWords(words, rows) : valid != null && countsNone(valid, rows);
    }

    private static boolean countsNone(byte[] valid, int rows) {
        byte counts = 0;
        for (int i = 0; i < rows; i++) {
            counts |= valid[i];
        }
        return counts == 0;
    }

    private boolean coversWords(TextWords words, int rows) {
        return (differing(words.first, rows, first) & ~firstRuns.mask()) == 0
                && ((words.isSecondConstant() ? words.second(0) ^ second : differing(words.second, rows, second))
                                & ~secondRuns.mask())
                        == 0;
    }

    private static long differing(long[] words, int rows, long sample) {
        long bits = 0;
        for (int i = 0; i < rows; i++) {
            bits |= words[i] ^ sample;
        }
        return bits;
    }

    /// The code that also covers a chunk; `valid` is null if all its rows count.
    TextCode including(TextWords words, byte @Nullable [] valid, int rows) {
        TextCode wider = this;
        for (int i = 0; i < rows; i++) {
            if (valid == null || valid[i] != 0) {
                wider = wider.including(words.first[i], words.second(i));
            }
        }
        return wider;
    }

    /// The code that also covers a text.
    TextCode including(long firstWord, long secondWord) {
        if (!any) {
            return new TextCode(true, firstWord, secondWord, 0, 0);
        }
        long firstMask = (firstWord ^ first) & ~firstRuns.mask();
        long secondMask = (secondWord ^ second) & ~secondRuns.mask();
        return (firstMask | secondMask) == 0
                ? this
                : new TextCode(true, first, second, firstMask | firstRuns.mask(), secondMask | secondRuns.mask());
    }

    /// Gives rows that do not count the words of a text that is covered.
    void hide(TextWords words, byte[] valid, int rows) {
        words.spread(rows);
        for (int i = 0; i < rows; i++) {
            words.first[i] = valid[i] == 0 ? first : words.first[i];
            words.second[i] = valid[i] == 0 ? second : words.second[i];
        }
    }

    /// Writes the numbers of a chunk that is covered; `high` is left alone if there is one lane.
    void encode(TextWords words, int rows, long[] low, long[] high) {
        long[] seconds = isOneLane() ? low : high;
        int place = isOneLane() ? firstRuns.bits() : 0;
        Arrays.fill(low, 0, rows, 0);
        if (words.isSecondConstant()) {
            Arrays.fill(seconds, 0, rows, secondRuns.compress(words.second(0)) << place);
        } else {
            Arrays.fill(seconds, 0, rows, 0);
            secondRuns.compress(words.second, rows, place, seconds);
        }
        firstRuns.compress(words.first, rows, 0, low);
    }

    /// Writes the words of texts whose numbers are given.
    void decode(long[] low, long[] high, int rows, long[] firsts, long[] seconds) {
        Arrays.fill(firsts, 0, rows, first);
        Arrays.fill(seconds, 0, rows, second);
        firstRuns.expand(low, rows, 0, firsts);
        secondRuns.expand(isOneLane() ? low : high, rows, isOneLane() ? firstRuns.bits() : 0, seconds);
    }

    /// The size of all texts, or -1 if they differ.
    int commonSize() {
        return secondRuns.mask() >>> Integer.SIZE == 0 ? (int) TextWords.length(second) : -1;
    }
}
