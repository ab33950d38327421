package dev.sheaf.io.zstd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// What a block is made of: literals, and how many of them come before each match.
///
/// Knows the three offsets that were used last, as the decoder will, and gives them the short numbers 1 to 3.
final class Sequences {
    private static final int BLOCK_BYTES = FrameHeader.Block.MAX_BYTES;
    private static final int MAX_COUNT = BLOCK_BYTES / MatchFinder.MIN_MATCH + 1;

    private final byte[] literals = new byte[BLOCK_BYTES + LiteralsDecoder.SLACK];
    private final int[] literalLengths = new int[MAX_COUNT];
    private final int[] matchLengths = new int[MAX_COUNT];
    private final int[] offsetValues = new int[MAX_COUNT];
    private int literalCount;
    private int count;
    private int repeat1;
    private int repeat2;
    private int repeat3;
    private int blockRepeat1;
    private int blockRepeat2;
    private int blockRepeat3;

    void startFrame() {
        repeat1 = 1;
        repeat2 = 4;
        repeat3 = 8;
    }

    void startBlock() {
        literalCount = 0;
        count = 0;
        blockRepeat1 = repeat1;
        blockRepeat2 = repeat2;
        blockRepeat3 = repeat3;
    }

    /// Forgets the offsets of this block, whose sequences the decoder will not see.
    void dropBlock() {
        repeat1 = blockRepeat1;
        repeat2 = blockRepeat2;
        repeat3 = blockRepeat3;
    }

    int count() {
        return count;
    }

    int literalCount() {
        return literalCount;
    }

    byte[] literals() {
        return literals;
    }

    int literalLength(int index) {
        return literalLengths[index];
    }

    int matchLength(int index) {
        return matchLengths[index];
    }

    int offsetValue(int index) {
        return offsetValues[index];
    }

    /// The offset used last.
    int lastOffset() {
        return repeat1;
    }

    /// The offset used before that.
    int offsetBefore() {
        return repeat2;
    }

    /// Adds the literals `[from, to)` and a match after them.
    void add(MemorySegment source, int from, int to, int offset, int matchLength) {
        addLiterals(source, from, to);
        literalLengths[count] = to - from;
        matchLengths[count] = matchLength;
        offsetValues[count++] = offsetValue(offset, to == from);
    }

    /// Adds literals that no match follows.
    void addLiterals(MemorySegment source, int from, int to) {
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, from, literals, literalCount, to - from);
        literalCount += to - from;
    }

    /// Right after a match the last offset cannot come again, so the numbers stand for others then.
    private int offsetValue(int offset, boolean noLiterals) {
        int value = offset == repeat1 && !noLiterals
                ? 1
                : offset == repeat2
                        ? noLiterals ? 1 : 2
                        : offset == repeat3 ? noLiterals ? 2 : 3 : noLiterals && offset == repeat1 - 1 ? 3 : 0;
        int which = value == 0 ? 3 : value - (noLiterals ? 0 : 1);
        if (which > 1) {
            repeat3 = repeat2;
        }
        if (which > 0) {
            repeat2 = repeat1;
            repeat1 = offset;
        }
        return value == 0 ? offset + 3 : value;
    }
}
