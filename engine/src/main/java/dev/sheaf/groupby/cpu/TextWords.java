package dev.sheaf.groupby.cpu;

import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A chunk of text as words: of each row the first twelve bytes and the length in two words, and a hash of all
/// bytes. Equal text of at most twelve bytes has equal words; longer text has to be compared from byte twelve on.
final class TextWords {
    /// Bytes that lie in the words.
    static final int INLINE_BYTES = 12;

    /// `MASKS[n]` keeps the first n bytes of a little-endian word.
    private static final long[] MASKS = masks();

    final long[] first;
    final long[] second;
    final int[] hashes;
    final long[] starts;

    TextWords(int rows) {
        first = new long[rows];
        second = new long[rows];
        hashes = new int[rows];
        starts = new long[rows];
    }

    /// The length of the text with this second word.
    static long length(long second) {
        return second >>> 32;
    }

    void load(VarColumn column, long from, int rows) {
        if (column.offsets().wide()) {
            wideStarts(column.offsets().segment(), from, rows, starts, second);
        } else {
            narrowStarts(column.offsets().segment(), from, rows, starts, second);
        }
        words(column.segment(), rows, starts, first, second, hashes);
    }

    /// Makes row `to` what row `row` is.
    void move(int row, int to) {
        first[to] = first[row];
        second[to] = second[row];
        hashes[to] = hashes[row];
        starts[to] = starts[row];
    }

    private static void narrowStarts(MemorySegment offsets, long from, int rows, long[] starts, long[] sizes) {
        long start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, from << 2);
        for (int i = 0; i < rows; i++) {
            long end = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i + 1) << 2);
            starts[i] = start;
            sizes[i] = end - start;
            start = end;
        }
    }

    private static void wideStarts(MemorySegment offsets, long from, int rows, long[] starts, long[] sizes) {
        long start = offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, from << 3);
        for (int i = 0; i < rows; i++) {
            long end = offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i + 1) << 3);
            starts[i] = start;
            sizes[i] = end - start;
            start = end;
        }
    }

    /// Sizes come in `second`. Words are read whole: buffers may be read a word past their end.
    private static void words(MemorySegment bytes, int rows, long[] starts, long[] first, long[] second, int[] hashes) {
        for (int i = 0; i < rows; i++) {
            long start = starts[i];
            long size = second[i];
            long head = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start);
            if (size <= 8) {
                head &= MASKS[(int) size];
                first[i] = head;
                second[i] = size << 32;
                hashes[i] = Hashing.of(head ^ size * 0x9E3779B97F4A7C15L);
                continue;
            }
            long next = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start + 8);
            long tail = size << 32 | (next & MASKS[(int) Math.min(4, size - 8)]);
            first[i] = head;
            second[i] = tail;
            long running = Hashing.add(Hashing.add(0, head), tail);
            hashes[i] = Hashing.finish(size <= INLINE_BYTES ? running : addRest(running, bytes, start, size));
        }
    }

    /// Hashes bytes 12 and on, in words of which the last one ends with the text.
    private static long addRest(long begun, MemorySegment bytes, long start, long size) {
        long running = begun;
        long last = start + size - 8;
        for (long at = start + INLINE_BYTES; at < last; at += 8) {
            running = Hashing.add(running, bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
        }
        return Hashing.add(running, bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, last));
    }

    /// Whether bytes 12 to `size` are the same in both places.
    static boolean sameRest(MemorySegment a, long startA, MemorySegment b, long startB, long size) {
        long at = INLINE_BYTES;
        for (; at + 8 <= size; at += 8) {
            if (a.get(ValueLayout.JAVA_LONG_UNALIGNED, startA + at)
                    != b.get(ValueLayout.JAVA_LONG_UNALIGNED, startB + at)) {
                return false;
            }
        }
        for (; at < size; at++) {
            if (a.get(ValueLayout.JAVA_BYTE, startA + at) != b.get(ValueLayout.JAVA_BYTE, startB + at)) {
                return false;
            }
        }
        return true;
    }

    private static long[] masks() {
        long[] masks = new long[9];
        for (int bytes = 1; bytes <= 8; bytes++) {
            masks[bytes] = -1L >>> (Long.SIZE - 8 * bytes);
        }
        return masks;
    }
}
