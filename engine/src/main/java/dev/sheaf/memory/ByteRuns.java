package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Runs of bytes, such as the texts of a column: copied from one memory to another, and their first bytes as a number.
///
/// Most runs are shorter than what a call costs to copy memory. So up to [#MAX_WORDWISE] bytes go by words.
public final class ByteRuns {
    /// Up to so many bytes, a loop over words is faster than a call.
    public static final int MAX_WORDWISE = 64;

    private ByteRuns() {}

    /// Copies `count` bytes. Up to seven more may be written behind them, but none at `limit` or after it. Where others
    /// write right behind this run, or have written there, its end is the limit.
    public static void copy(MemorySegment source, long from, long count, MemorySegment target, long to, long limit) {
        if (count > MAX_WORDWISE) {
            MemorySegment.copy(source, from, target, to, count);
        } else if (to + count + Long.BYTES > limit || from + count + Long.BYTES > source.byteSize()) {
            copyExactly(source, from, count, target, to);
        } else {
            copyWords(source, from, count, target, to);
        }
    }

    /// The last word as a whole, past the end of the run.
    private static void copyWords(MemorySegment source, long from, long count, MemorySegment target, long to) {
        for (long at = 0; at < count; at += Long.BYTES) {
            copyWord(source, from + at, target, to + at);
        }
    }

    /// Some bytes of the last word twice.
    private static void copyExactly(MemorySegment source, long from, long count, MemorySegment target, long to) {
        long last = count - Long.BYTES;
        if (last < 0) {
            copyFew(source, from, count, target, to);
            return;
        }
        for (long at = 0; at < last; at += Long.BYTES) {
            copyWord(source, from + at, target, to + at);
        }
        copyWord(source, from + last, target, to + last);
    }

    private static void copyWord(MemorySegment source, long from, MemorySegment target, long to) {
        target.set(ValueLayout.JAVA_LONG_UNALIGNED, to, source.get(ValueLayout.JAVA_LONG_UNALIGNED, from));
    }

    private static void copyFew(MemorySegment source, long from, long count, MemorySegment target, long to) {
        long done = 0;
        if (count >= Integer.BYTES) {
            target.set(ValueLayout.JAVA_INT_UNALIGNED, to, source.get(ValueLayout.JAVA_INT_UNALIGNED, from));
            done = Integer.BYTES;
        }
        for (; done < count; done++) {
            target.set(ValueLayout.JAVA_BYTE, to + done, source.get(ValueLayout.JAVA_BYTE, from + done));
        }
    }

    /// Eight bytes, the first one highest: unsigned, such words compare as the bytes do.
    public static long word(MemorySegment bytes, long at) {
        long word = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        return ByteOrder.nativeOrder().equals(ByteOrder.BIG_ENDIAN) ? word : Long.reverseBytes(word);
    }

    /// The first eight bytes of a run, the first one highest, zeros in the place of those that it lacks. Eight bytes
    /// from `start` on are read, as the padding of a [Buffer] allows at its end.
    public static long firstWord(MemorySegment bytes, long start, long size) {
        long word = word(bytes, start);
        return size >= Long.BYTES ? word : word & ~(-1L >>> (size * Byte.SIZE));
    }
}
