package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.hash.Hashing;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A chunk of text as words: of each row the first twelve bytes and the length in two words, and a hash of all
/// bytes. Equal text of at most twelve bytes has equal words; longer text has to be compared whole.
public final class TextWords {
    /// Bytes that lie in the words.
    public static final int INLINE_BYTES = 12;

    public final long[] first;
    public final long[] second;
    final int[] hashes;
    final long[] wideHashes;
    private final int[] starts;
    private final int[] moved;
    private MemorySegment bytes = MemorySegment.NULL;
    private MemorySegment offsets = MemorySegment.NULL;
    private boolean wide;
    private boolean anyLong;
    private boolean anyMoved;
    private boolean isSecondConstant;
    private long from;

    public TextWords(int rows) {
        first = new long[rows];
        second = new long[rows];
        hashes = new int[rows];
        wideHashes = new long[rows];
        starts = new int[rows + 1];
        moved = new int[rows];
    }

    /// The length of the text with this second word.
    static long length(long second) {
        return second >>> 32;
    }

    /// Takes a chunk of a column, which has to stay open as long as [#start] is asked. Hashes come with [#hash].
    void load(VarColumn column, long firstRow, int rows) {
        bytes = column.segment();
        offsets = column.offsets().segment();
        wide = column.offsets().wide();
        from = firstRow;
        anyMoved = false;
        long size = -1;
        if (!wide && rows > 0) {
            MemorySegment.copy(offsets, ValueLayout.JAVA_INT_UNALIGNED, from << 2, starts, 0, rows + 1);
            size = WordLoads.commonSize(starts, rows);
        }
        isSecondConstant = size >= 0 && size <= Long.BYTES;
        if (isSecondConstant) {
            anyLong = false;
            second[0] = size << 32;
            WordLoads.evenWords(bytes, start(0), (int) size, rows, first);
            return;
        }
        if (size > Long.BYTES && size <= INLINE_BYTES) {
            anyLong = false;
            WordLoads.evenWords(bytes, start(0), (int) size, rows, first);
            WordLoads.evenTails(bytes, start(0), (int) size, rows, second);
            return;
        }
        loadAny(rows);
    }

    private void loadAny(int rows) {
        anyLong = 0
                > (wide
                        ? WordLoads.wideWords(offsets, bytes, from, rows, first, second)
                        : WordLoads.narrowWords(starts, bytes, rows, first, second));
    }

    /// Whether all rows have the same second word. Only that of row 0 is written then; [#spread] writes all.
    boolean isSecondConstant() {
        return isSecondConstant;
    }

    /// The second word of a row.
    public long second(int row) {
        return second[isSecondConstant ? 0 : row];
    }

    /// Writes the second word of every row.
    void spread(int rows) {
        if (isSecondConstant) {
            Arrays.fill(second, 0, rows, second[0]);
            isSecondConstant = false;
        }
    }

    /// Makes the texts of rows empty that `valid` has as 0.
    void clear(byte[] valid, int rows) {
        for (int i = 0; i < rows; i++) {
            first[i] &= -(long) valid[i];
            second[i] &= -(long) valid[i];
        }
    }

    /// Hashes the rows: to 64 bits, and to the upper half of these.
    public void hash(int rows) {
        spread(rows);
        Hashing.mix(first, second, rows, wideHashes);
        if (anyLong) {
            addRests(bytes, rows);
        }
        Hashing.high(wideHashes, rows, hashes);
    }

    /// The hash of a row of short text.
    int shortHash(int row) {
        return Hashing.of(first[row], second(row));
    }

    /// As [#load(VarColumn, long, int)], with the first text that is not null in place of each null, so that
    /// all rows can be treated alike; false if all are null. Rows stay as they are if there is a long text.
    boolean load(VarColumn column, long firstRow, int rows, byte[] valid) {
        int sample = 0;
        while (sample < rows && valid[sample] == 0) {
            sample++;
        }
        if (sample == rows) {
            anyLong = false;
            return false;
        }
        bytes = column.segment();
        offsets = column.offsets().segment();
        wide = column.offsets().wide();
        from = firstRow;
        anyMoved = false;
        isSecondConstant = false;
        if (!wide) {
            MemorySegment.copy(offsets, ValueLayout.JAVA_INT_UNALIGNED, from << 2, starts, 0, rows + 1);
            long size = WordLoads.commonSize(starts, valid, sample, rows);
            isSecondConstant = size >= 0 && size <= Long.BYTES;
            if (isSecondConstant) {
                anyLong = false;
                second[0] = size << 32;
                WordLoads.evenWords(bytes, starts, (int) size, rows, first);
                WordLoads.hide(first, valid, sample, rows);
                return true;
            }
            if (size > Long.BYTES && size <= INLINE_BYTES) {
                anyLong = false;
                WordLoads.evenWords(bytes, starts, (int) size, rows, first);
                WordLoads.evenTails(bytes, starts, valid, (int) size, rows, second);
                WordLoads.hide(first, valid, sample, rows);
                WordLoads.hide(second, valid, sample, rows);
                return true;
            }
        }
        loadAny(rows);
        if (!anyLong) {
            WordLoads.hide(first, valid, sample, rows);
            WordLoads.hide(second, valid, sample, rows);
        }
        return true;
    }

    /// Where the text of a row starts.
    long start(int row) {
        long at = from + (anyMoved ? moved[row] : row);
        return wide
                ? offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, at << 3)
                : offsets.get(ValueLayout.JAVA_INT_UNALIGNED, at << 2);
    }

    /// Writes where the texts of all rows start.
    void starts(int rows, long[] out) {
        if (wide || anyMoved) {
            for (int i = 0; i < rows; i++) {
                out[i] = start(i);
            }
            return;
        }
        for (int i = 0; i < rows; i++) {
            out[i] = starts[i];
        }
    }

    /// Says that texts were written to the words, none of which is longer than these.
    public void areShort() {
        isSecondConstant = false;
        anyLong = false;
    }

    /// Whether some text of the chunk does not fit its words.
    boolean anyLong() {
        return anyLong;
    }

    /// Moves the rows that are marked together, before they are hashed, and returns how many there are.
    int keep(byte[] marked, int rows) {
        spread(rows);
        int kept = 0;
        for (int i = 0; i < rows; i++) {
            first[kept] = first[i];
            second[kept] = second[i];
            moved[kept] = i;
            kept += marked[i];
        }
        anyMoved = true;
        return kept;
    }

    private void addRests(MemorySegment bytes, int rows) {
        for (int i = 0; i < rows; i++) {
            long size = length(second[i]);
            if (size > INLINE_BYTES) {
                wideHashes[i] = Hashing.finishWide(addRest(wideHashes[i], bytes, start(i), size));
            }
        }
    }

    /// Hashes bytes 12 and on, four words in a step. Words that would pass the end are the last eight bytes once more.
    private static long addRest(long begun, MemorySegment bytes, long start, long size) {
        long running = begun;
        long end = start + size;
        long last = end - Long.BYTES;
        for (long at = start + INLINE_BYTES; at < end; at += 32) {
            running = Hashing.add(
                    running,
                    bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, Math.min(at, last)),
                    bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, Math.min(at + 8, last)),
                    bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, Math.min(at + 16, last)),
                    bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, Math.min(at + 24, last)));
        }
        return running;
    }
}
