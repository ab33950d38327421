package dev.sheaf.io.zstd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Finds what of a block has come before, greedily: the first match is taken.
///
/// Two tables have for each hash of 5 and of 8 bytes where it came last; the longer one is believed first. The
/// offset of the match before is tried before both, as it costs least. Steps grow while nothing is found.
final class MatchFinder {
    static final int MIN_MATCH = 4;

    private static final int TABLE_BITS = 15;
    private static final long HASH_MULTIPLIER = 0xCF1BBCDCBF9B0000L;
    private static final int STEP_SHIFT = 7;

    /// The last bytes of a block go out as literals, so that the search may load words.
    private static final int MARGIN = 10;

    private final int[] table = new int[1 << TABLE_BITS];
    private final int[] longTable = new int[1 << TABLE_BITS];

    /// Positions of the frame before mean nothing now.
    void startFrame() {
        Arrays.fill(table, 0);
        Arrays.fill(longTable, 0);
    }

    /// Takes the bytes `[start, end)` of a frame apart.
    void find(MemorySegment source, int start, int end, Sequences sequences) {
        int anchor = start;
        int position = Math.max(start, 1);
        int searchEnd = end - MARGIN;
        while (position < searchEnd) {
            long word = source.get(Words.LONG, position);
            int slot = slot(word);
            int candidate = table[slot];
            table[slot] = position;
            int longSlot = longSlot(word);
            int longCandidate = longTable[longSlot];
            longTable[longSlot] = position;
            if (longCandidate < position && source.get(Words.LONG, longCandidate) == word) {
                candidate = longCandidate;
            }
            int repeated = position + 1 - sequences.lastOffset();
            int matchAt;
            if (repeated >= 0 && source.get(Words.INT, repeated) == (int) (word >>> 8)) {
                matchAt = position + 1;
                candidate = repeated;
            } else if (source.get(Words.INT, candidate) == (int) word && candidate < position) {
                matchAt = position;
                while (candidate > 0 && matchAt > anchor && sameByte(source, candidate - 1, matchAt - 1)) {
                    candidate--;
                    matchAt--;
                }
            } else {
                position += 1 + ((position - anchor) >>> STEP_SHIFT);
                continue;
            }
            int length = matchLength(source, candidate, matchAt, end);
            sequences.add(source, anchor, matchAt, matchAt - candidate, length);
            anchor = matchAt + length;
            if (anchor < searchEnd) {
                note(source, matchAt + 2);
                note(source, anchor - 2);
                anchor = repeats(source, anchor, searchEnd, end, sequences);
            }
            position = anchor;
        }
        sequences.addLiterals(source, anchor, end);
    }

    /// Takes matches with the offset before the last, as long as one follows the other, and returns their end.
    private int repeats(MemorySegment source, int start, int searchEnd, int end, Sequences sequences) {
        int position = start;
        while (position < searchEnd) {
            int candidate = position - sequences.offsetBefore();
            if (candidate < 0 || source.get(Words.INT, candidate) != source.get(Words.INT, position)) {
                break;
            }
            int length = matchLength(source, candidate, position, end);
            note(source, position);
            sequences.add(source, position, position, position - candidate, length);
            position += length;
        }
        return position;
    }

    private void note(MemorySegment source, int position) {
        long word = source.get(Words.LONG, position);
        table[slot(word)] = position;
        longTable[longSlot(word)] = position;
    }

    private static int longSlot(long word) {
        return (int) ((word * HASH_MULTIPLIER) >>> (Long.SIZE - TABLE_BITS));
    }

    private static int slot(long word) {
        return (int) (((word << 24) * HASH_MULTIPLIER) >>> (Long.SIZE - TABLE_BITS));
    }

    private static boolean sameByte(MemorySegment source, int a, int b) {
        return source.get(ValueLayout.JAVA_BYTE, a) == source.get(ValueLayout.JAVA_BYTE, b);
    }

    private static int matchLength(MemorySegment source, int candidate, int position, int end) {
        int length = MIN_MATCH;
        while (position + length + Long.BYTES <= end) {
            long difference = source.get(Words.LONG, candidate + length) ^ source.get(Words.LONG, position + length);
            if (difference != 0) {
                return length + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            length += Long.BYTES;
        }
        while (position + length < end && sameByte(source, candidate + length, position + length)) {
            length++;
        }
        return length;
    }
}
