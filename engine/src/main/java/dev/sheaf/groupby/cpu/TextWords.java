package dev.sheaf.groupby.cpu;

import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A chunk of text as words: of each row the first twelve bytes and the length in two words, and a hash of all
/// bytes. Equal text of at most twelve bytes has equal words; longer text has to be compared from byte twelve on.
final class TextWords {
    /// Bytes that lie in the words.
    static final int INLINE_BYTES = 12;

    final long[] first;
    final long[] second;
    final int[] hashes;
    private final int[] moved;
    private MemorySegment offsets = MemorySegment.NULL;
    private boolean wide;
    private boolean anyLong;
    private boolean anyMoved;
    private long from;

    TextWords(int rows) {
        first = new long[rows];
        second = new long[rows];
        hashes = new int[rows];
        moved = new int[rows];
    }

    /// The length of the text with this second word.
    static long length(long second) {
        return second >>> 32;
    }

    /// Takes a chunk of a column, which has to stay open as long as [#start] is asked.
    void load(VarColumn column, long firstRow, int rows) {
        offsets = column.offsets().segment();
        wide = column.offsets().wide();
        from = firstRow;
        anyMoved = false;
        long room = wide
                ? wideWords(offsets, column.segment(), from, rows, first, second)
                : narrowWords(offsets, column.segment(), from, rows, first, second);
        anyLong = room < 0;
        Hashing.of(first, second, rows, hashes);
        if (anyLong) {
            addRests(column.segment(), rows);
        }
    }

    /// Where the text of a row starts.
    long start(int row) {
        long at = from + (anyMoved ? moved[row] : row);
        return wide
                ? offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, at << 3)
                : offsets.get(ValueLayout.JAVA_INT_UNALIGNED, at << 2);
    }

    /// Whether some text of the chunk does not fit its words.
    boolean anyLong() {
        return anyLong;
    }

    /// Moves the rows that are marked together and returns how many there are.
    int keep(byte[] marked, int rows) {
        int kept = 0;
        for (int i = 0; i < rows; i++) {
            first[kept] = first[i];
            second[kept] = second[i];
            hashes[kept] = hashes[i];
            moved[kept] = i;
            kept += marked[i];
        }
        anyMoved = true;
        return kept;
    }

    /// Returns a negative number if some text is longer than [#INLINE_BYTES].
    private static long narrowWords(
            MemorySegment offsets, MemorySegment bytes, long from, int rows, long[] first, long[] second) {
        long sizes = 0;
        for (int i = 0; i < rows; i++) {
            long start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            long size = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i + 1) << 2) - start;
            sizes |= INLINE_BYTES - size;
            first[i] = head(bytes, start, size);
            second[i] = tail(bytes, start, size);
        }
        return sizes;
    }

    private static long wideWords(
            MemorySegment offsets, MemorySegment bytes, long from, int rows, long[] first, long[] second) {
        long sizes = 0;
        for (int i = 0; i < rows; i++) {
            long start = offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3);
            long size = offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i + 1) << 3) - start;
            sizes |= INLINE_BYTES - size;
            first[i] = head(bytes, start, size);
            second[i] = tail(bytes, start, size);
        }
        return sizes;
    }

    /// Words are read whole: buffers may be read a word past their end.
    private static long head(MemorySegment bytes, long start, long size) {
        long word = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start);
        return size < 8 ? word & (1L << (size << 3)) - 1 : word;
    }

    private static long tail(MemorySegment bytes, long start, long size) {
        if (size <= 8) {
            return size << 32;
        }
        long word = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start + 8);
        return (size << 32) | (word & ((1L << (Math.min(4, size - 8) << 3)) - 1));
    }

    private void addRests(MemorySegment bytes, int rows) {
        for (int i = 0; i < rows; i++) {
            long size = length(second[i]);
            if (size > INLINE_BYTES) {
                hashes[i] = Hashing.finish(addRest(hashes[i], bytes, start(i), size));
            }
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
}
