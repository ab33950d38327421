package dev.sheaf.groupby.cpu.key;

import dev.sheaf.memory.BitRuns;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the short texts of a column are numbers that tell them apart and from which they can be written out
/// again. No table of texts is needed. Immutable.
///
/// Texts of at most twelve bytes come as the two words of [TextWords]. Their number is that of their digits, if
/// they differ in nothing else and it takes less bits ([DecimalCode]); else the bits in which they differ, side
/// by side. If these are few, they take one stream; else the first word is one stream and what differs in the
/// second another.
///
/// Where some text is longer, the number is a hash of 64 bits ([#HASHED]), from which nothing can be written out:
/// texts then go beside the numbers ([GroupTexts]).
public final class TextEncoding {
    /// The code of no text: it covers none.
    static final TextEncoding EMPTY = new TextEncoding(false, 0, 0, 0, 0, null, 0, 0);

    /// The code of any texts, whose numbers are hashes.
    static final TextEncoding HASHED = new TextEncoding(true, 0, 0, 0, 0, null, 0, 0);

    /// Up to so many bits both words share a stream.
    private static final int MAX_STREAM_BITS = 60;

    private final boolean any;
    private final long sampleFirst;
    private final long sampleSecond;
    private final long firstMask;
    private final long secondMask;
    private final long first;
    private final long second;
    private final BitRuns firstRuns;
    private final BitRuns secondRuns;

    /// The numbers of all texts so far, if these differ in digits alone, and the range of these numbers.
    private final @Nullable DecimalCode digits;

    private final long least;
    private final long greatest;
    private final boolean counts;

    /// A code of texts like one that is given, which differ from it in the bits of the masks.
    private TextEncoding(
            boolean any,
            long sampleFirst,
            long sampleSecond,
            long firstMask,
            long secondMask,
            @Nullable DecimalCode digits,
            long least,
            long greatest) {
        boolean one = Long.bitCount(firstMask) + Long.bitCount(secondMask) <= MAX_STREAM_BITS;
        this.any = any;
        this.sampleFirst = sampleFirst;
        this.sampleSecond = sampleSecond;
        this.firstMask = firstMask;
        this.secondMask = secondMask;
        this.digits = digits;
        this.least = least;
        this.greatest = greatest;
        this.firstRuns = new BitRuns(one ? firstMask : -1);
        this.secondRuns = new BitRuns(secondMask);
        this.counts = digits != null && numberStream(digits, 0).tightBits() <= firstRuns.bits() + secondRuns.bits();
        this.first = sampleFirst & ~(counts && digits != null ? digits.mask(false) : firstRuns.mask());
        this.second = sampleSecond & ~(counts && digits != null ? digits.mask(true) : secondMask);
    }

    /// Whether numbers are hashes, so that equal ones need not be those of equal texts.
    @SuppressWarnings("ReferenceEquality") // the one that hashes
    public boolean isHashed() {
        return this == HASHED;
    }

    private boolean isOneStream() {
        return counts || firstRuns.bits() + secondRuns.bits() <= MAX_STREAM_BITS;
    }

    /// The digits, if these are the numbers.
    private @Nullable DecimalCode counted() {
        return counts ? digits : null;
    }

    /// Fresh streams of the numbers, one or two, with `room` beside a range of numbers ([KeyStream#room]).
    List<KeyStream> streams(int room) {
        if (isHashed()) {
            return List.of(KeyStream.ofBits(Long.SIZE));
        }
        DecimalCode numbers = counted();
        if (numbers != null) {
            return List.of(numberStream(numbers, room));
        }
        return isOneStream()
                ? List.of(KeyStream.ofBits(firstRuns.bits() + secondRuns.bits()))
                : List.of(KeyStream.ofBits(Long.SIZE), KeyStream.ofBits(secondRuns.bits()));
    }

    private KeyStream numberStream(DecimalCode numbers, int room) {
        KeyStream stream = new KeyStream(0, numbers.greatest(), false);
        long more = KeyStream.room(greatest - least, room);
        stream.expect(least - more, greatest + more);
        return stream;
    }

    /// Whether all texts of a chunk have a number; `valid` is null if all its rows count, and the others are
    /// hidden.
    public boolean covers(TextWords words, byte @Nullable [] valid, int rows) {
        if (isHashed() || words.anyLong()) {
            return isHashed();
        }
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
        DecimalCode numbers = counted();
        if (numbers != null) {
            return wrongDigits(words.first, rows, first, numbers.mask(false)) == 0
                    && wrongDigits(words.second, words.isSecondConstant() ? 1 : rows, second, numbers.mask(true)) == 0;
        }
        return (differing(words.first, rows, first) & ~firstRuns.mask()) == 0
                && (differing(words.second, words.isSecondConstant() ? 1 : rows, second) & ~secondRuns.mask()) == 0;
    }

    private static long wrongDigits(long[] words, int rows, long sample, long mask) {
        long bits = 0;
        for (int i = 0; i < rows; i++) {
            bits |= ((words[i] ^ sample) & ~mask) | DecimalCode.wrong(words[i], mask);
        }
        return bits;
    }

    private static long differing(long[] words, int rows, long sample) {
        long bits = 0;
        for (int i = 0; i < rows; i++) {
            bits |= words[i] ^ sample;
        }
        return bits;
    }

    /// The code that also covers a chunk; `valid` is null if all its rows count.
    TextEncoding including(TextWords words, byte @Nullable [] valid, int rows) {
        if (isHashed() || words.anyLong()) {
            return HASHED;
        }
        TextEncoding known = this;
        for (int i = 0; i < rows && !known.any; i++) {
            if (valid == null || valid[i] != 0) {
                known = new TextEncoding(true, words.first[i], words.second(i), 0, 0, DecimalCode.of(0, 0), 0, 0);
            }
        }
        return known.any ? known.wider(words, valid, rows) : known;
    }

    private TextEncoding wider(TextWords words, byte @Nullable [] valid, int rows) {
        long firstBits = firstMask;
        long secondBits = secondMask;
        for (int i = 0; i < rows; i++) {
            if (valid == null || valid[i] != 0) {
                firstBits |= words.first[i] ^ sampleFirst;
                secondBits |= words.second(i) ^ sampleSecond;
            }
        }
        DecimalCode before = digits;
        if (before == null || !DecimalCode.mayBe(firstBits, secondBits)) {
            return new TextEncoding(true, sampleFirst, sampleSecond, firstBits, secondBits, null, 0, 0);
        }
        DecimalCode after = DecimalCode.of(firstBits, secondBits);
        long low = moved(least, before, after);
        long high = moved(greatest, before, after);
        long wrong =
                DecimalCode.wrong(sampleFirst, after.mask(false)) | DecimalCode.wrong(sampleSecond, after.mask(true));
        for (int i = 0; i < rows; i++) {
            if (valid == null || valid[i] != 0) {
                wrong |= DecimalCode.wrong(words.first[i], after.mask(false))
                        | DecimalCode.wrong(words.second(i), after.mask(true));
                long number = after.number(words.first[i], words.second(i));
                low = Math.min(low, number);
                high = Math.max(high, number);
            }
        }
        return new TextEncoding(
                true, sampleFirst, sampleSecond, firstBits, secondBits, wrong == 0 ? after : null, low, high);
    }

    /// The number under more digits of the text that has this one: digits that did not differ are those of the
    /// sample.
    private long moved(long number, DecimalCode before, DecimalCode after) {
        return after.number(
                before.word(number, false) | (sampleFirst & ~before.mask(false)),
                before.word(number, true) | (sampleSecond & ~before.mask(true)));
    }

    /// Gives rows that do not count the words of a text that is covered.
    public void hide(TextWords words, byte[] valid, int rows) {
        words.spread(rows);
        for (int i = 0; i < rows; i++) {
            words.first[i] = valid[i] == 0 ? first : words.first[i];
            words.second[i] = valid[i] == 0 ? second : words.second[i];
        }
    }

    /// Writes the numbers of a chunk that is covered; `high` is left alone if there is one stream. Hashes the texts
    /// if these are the numbers.
    public void encode(TextWords words, int rows, long[] low, long[] high) {
        if (isHashed()) {
            words.hash(rows);
            System.arraycopy(words.wideHashes, 0, low, 0, rows);
            return;
        }
        DecimalCode numbers = counted();
        if (numbers != null) {
            numbers.numbers(words.first, words.second, words.isSecondConstant(), rows, low);
            return;
        }
        long[] seconds = isOneStream() ? low : high;
        int place = isOneStream() ? firstRuns.bits() : 0;
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
    public void decode(long[] low, long[] high, int rows, long[] firsts, long[] seconds) {
        Arrays.fill(firsts, 0, rows, first);
        Arrays.fill(seconds, 0, rows, second);
        DecimalCode numbers = counted();
        if (numbers != null) {
            numbers.words(low, rows, firsts, seconds);
            return;
        }
        firstRuns.expand(low, rows, 0, firsts);
        secondRuns.expand(isOneStream() ? low : high, rows, isOneStream() ? firstRuns.bits() : 0, seconds);
    }

    /// The size of all texts, or -1 if they differ.
    int commonSize() {
        return secondMask >>> Integer.SIZE == 0 ? (int) TextWords.length(second) : -1;
    }
}
