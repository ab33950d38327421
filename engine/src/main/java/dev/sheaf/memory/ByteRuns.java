package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Runs of bytes, such as the texts of a column: copied from one memory to another, compared, and their first bytes as
/// a number.
///
/// Most runs are shorter than what a call costs to copy memory. So they go by words, four in a step. Words that would
/// reach past the end of a run are its last eight bytes once more. So nothing outside the run is touched, and one
/// branch decides about 32 bytes: texts differ in size, and a branch a word would be guessed wrong once a text.
///
/// Buffers are [Views], in the byte order of the machine. Segments are for what is too large for a view.
public final class ByteRuns {
    /// Up to so many bytes, a loop over words is faster than a call.
    public static final int MAX_WORDWISE = 64;

    /// So many bytes behind a run may be read as a rule: a word from its last byte on.
    public static final int READABLE_PADDING = Long.BYTES;

    /// Four words.
    private static final int STEP = 32;

    private static final boolean HIGHEST_FIRST = ByteOrder.nativeOrder().equals(ByteOrder.BIG_ENDIAN);

    private ByteRuns() {}

    /// Copies `count` bytes. Of fewer than eight, up to seven more may be written behind them, but none at `limit` or
    /// after it. Where others write right behind this run, or have written there, its end is the limit.
    public static void copy(ByteBuffer source, int from, int count, ByteBuffer target, int to, int limit) {
        if (count > MAX_WORDWISE) {
            target.put(to, source, from, count);
        } else if (count >= Long.BYTES) {
            copyWords(source, from, count, target, to);
        } else if (to > limit - Long.BYTES || from > source.limit() - Long.BYTES) {
            copyFew(source, from, count, target, to);
        } else {
            target.putLong(to, source.getLong(from));
        }
    }

    private static void copyWords(ByteBuffer source, int from, int count, ByteBuffer target, int to) {
        int last = count - Long.BYTES;
        for (int at = 0; at < count; at += STEP) {
            int second = Math.min(at + 8, last);
            int third = Math.min(at + 16, last);
            int fourth = Math.min(at + 24, last);
            int first = Math.min(at, last);
            target.putLong(to + first, source.getLong(from + first));
            target.putLong(to + second, source.getLong(from + second));
            target.putLong(to + third, source.getLong(from + third));
            target.putLong(to + fourth, source.getLong(from + fourth));
        }
    }

    private static void copyFew(ByteBuffer source, int from, int count, ByteBuffer target, int to) {
        int done = 0;
        if (count >= Integer.BYTES) {
            target.putInt(to, source.getInt(from));
            done = Integer.BYTES;
        }
        for (; done < count; done++) {
            target.put(to + done, source.get(from + done));
        }
    }

    /// Whether both runs of `size` bytes, eight or more, are the same.
    public static boolean same(ByteBuffer a, int startA, ByteBuffer b, int startB, int size) {
        int last = size - Long.BYTES;
        for (int at = 0; size - at > 0; at += STEP) {
            long differing = differing(a, startA, b, startB, Math.min(at, last))
                    | differing(a, startA, b, startB, Math.min(at + 8, last))
                    | differing(a, startA, b, startB, Math.min(at + 16, last))
                    | differing(a, startA, b, startB, Math.min(at + 24, last));
            if (differing != 0) {
                return false;
            }
        }
        return true;
    }

    private static long differing(ByteBuffer a, int startA, ByteBuffer b, int startB, int at) {
        return a.getLong(startA + at) ^ b.getLong(startB + at);
    }

    /// Compares runs as unsigned bytes, the shorter first if one begins the other. No byte beyond the runs is read.
    public static int compare(ByteBuffer a, int startA, int sizeA, ByteBuffer b, int startB, int sizeB) {
        int common = Math.min(sizeA, sizeB);
        int last = common - Long.BYTES;
        if (last < 0) {
            return compareFew(a, startA, sizeA, b, startB, sizeB);
        }
        for (int at = 0; common - at > 0; at += Long.BYTES) {
            int next = Math.min(at, last);
            long wordA = a.getLong(startA + next);
            long wordB = b.getLong(startB + next);
            if (wordA != wordB) {
                return Long.compareUnsigned(highestFirst(wordA), highestFirst(wordB));
            }
        }
        return Integer.compare(sizeA, sizeB);
    }

    private static int compareFew(ByteBuffer a, int startA, int sizeA, ByteBuffer b, int startB, int sizeB) {
        int common = Math.min(sizeA, sizeB);
        for (int at = 0; at < common; at++) {
            int order = Byte.compareUnsigned(a.get(startA + at), b.get(startB + at));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(sizeA, sizeB);
    }

    /// Eight bytes, the first one highest: unsigned, such words compare as the bytes do.
    public static long word(ByteBuffer bytes, int at) {
        return highestFirst(bytes.getLong(at));
    }

    /// Eight bytes, the first one lowest.
    public static long lowWord(ByteBuffer bytes, int at) {
        long word = bytes.getLong(at);
        return HIGHEST_FIRST ? Long.reverseBytes(word) : word;
    }

    /// Writes eight bytes, the lowest one first.
    public static void putLowWord(ByteBuffer bytes, int at, long word) {
        bytes.putLong(at, HIGHEST_FIRST ? Long.reverseBytes(word) : word);
    }

    private static long highestFirst(long word) {
        return HIGHEST_FIRST ? word : Long.reverseBytes(word);
    }

    /// The first eight bytes of a run, the first one highest, zeros in the place of those that it lacks. Eight bytes
    /// from `start` on are read, as the padding of a [Buffer] allows at its end.
    public static long firstWord(ByteBuffer bytes, int start, int size) {
        long word = word(bytes, start);
        return size >= Long.BYTES ? word : word & ~(-1L >>> (size * Byte.SIZE));
    }

    /// Compares runs as unsigned bytes, the shorter first if one begins the other.
    public static int compare(MemorySegment a, long startA, long sizeA, MemorySegment b, long startB, long sizeB) {
        long at = MemorySegment.mismatch(a, startA, startA + sizeA, b, startB, startB + sizeB);
        return at < 0 || at == Math.min(sizeA, sizeB)
                ? Long.compare(sizeA, sizeB)
                : Byte.compareUnsigned(
                        a.get(ValueLayout.JAVA_BYTE, startA + at), b.get(ValueLayout.JAVA_BYTE, startB + at));
    }

    /// The first eight bytes of a run, the first one highest, zeros in the place of those that it lacks. Eight bytes
    /// from `start` on are read, as the padding of a [Buffer] allows at its end.
    public static long firstWord(MemorySegment bytes, long start, long size) {
        long word = highestFirst(bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start));
        return size >= Long.BYTES ? word : word & ~(-1L >>> (size * Byte.SIZE));
    }
}
