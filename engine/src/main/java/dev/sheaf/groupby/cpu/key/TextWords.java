package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.hash.Hashing;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A chunk of text as words: of each row the first twelve bytes and the length in two words, and a hash of all
/// bytes. Equal text of at most twelve bytes has equal words; longer text has to be compared whole.
public final class TextWords {
    /// Bytes that lie in the words.
    public static final int INLINE_BYTES = 12;

    public final long[] first;
    public final long[] second;
    final int[] hashes;
    final long[] wideHashes;
    private final TextChunk texts;
    private boolean anyLong;
    private boolean isSecondConstant;

    public TextWords(int rows) {
        this(rows, Views.MAX_BYTES);
    }

    /// The same, with a view of at most so many bytes of texts.
    TextWords(int rows, long mostViewed) {
        first = new long[rows];
        second = new long[rows];
        hashes = new int[rows];
        wideHashes = new long[rows];
        texts = new TextChunk(rows, mostViewed);
    }

    /// The length of the text with this second word.
    static long length(long second) {
        return second >>> 32;
    }

    /// Takes a chunk of a column, which has to stay open as long as [#bytes] are asked. Hashes come with [#hash].
    void load(VarColumn column, long firstRow, int rows) {
        texts.look(column, firstRow, rows);
        ByteBuffer bytes = texts.all();
        int[] starts = texts.starts();
        int size = bytes == null || rows == 0 ? -1 : WordLoads.commonSize(starts, rows);
        isSecondConstant = false;
        anyLong = false;
        if (bytes == null || size < 0 || size > INLINE_BYTES) {
            anyLong = texts.words(rows, first, second);
            return;
        }
        WordLoads.evenWords(bytes, starts[0], size, rows, first);
        if (size > Long.BYTES) {
            WordLoads.evenTails(bytes, starts[0], size, rows, second);
        } else {
            areOfOneSize(size);
        }
    }

    private void areOfOneSize(int size) {
        isSecondConstant = true;
        second[0] = (long) size << 32;
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
            addRests(rows);
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
        texts.look(column, firstRow, rows);
        ByteBuffer bytes = texts.all();
        int[] starts = texts.starts();
        int size = bytes == null ? -1 : WordLoads.commonSize(starts, valid, sample, rows);
        isSecondConstant = false;
        anyLong = false;
        if (bytes == null || size < 0 || size > INLINE_BYTES) {
            anyLong = texts.words(rows, first, second);
        } else {
            loadEven(bytes, starts, valid, size, rows);
        }
        if (!anyLong) {
            WordLoads.hide(first, valid, sample, rows);
        }
        if (!anyLong && !isSecondConstant) {
            WordLoads.hide(second, valid, sample, rows);
        }
        return true;
    }

    private void loadEven(ByteBuffer bytes, int[] starts, byte[] valid, int size, int rows) {
        WordLoads.evenWords(bytes, starts, size, rows, first);
        if (size > Long.BYTES) {
            WordLoads.evenTails(bytes, starts, valid, size, rows, second);
        } else {
            areOfOneSize(size);
        }
    }

    /// The bytes among which the text of a row is.
    ByteBuffer bytes(int row) {
        return texts.bytes(row, (int) length(second(row)));
    }

    /// Where in [#bytes(int)] the text of a row starts.
    int start(int row) {
        return texts.starts()[row];
    }

    /// The bytes of all rows, each text where it [starts][#start], unless they are too many for a view.
    @Nullable
    ByteBuffer bytes() {
        return texts.all();
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
        texts.keep(marked, rows);
        int kept = 0;
        for (int i = 0; i < rows; i++) {
            first[kept] = first[i];
            second[kept] = second[i];
            kept += marked[i];
        }
        return kept;
    }

    private void addRests(int rows) {
        for (int i = 0; i < rows; i++) {
            int size = (int) length(second[i]);
            if (size > INLINE_BYTES) {
                wideHashes[i] = Hashing.finishWide(addRest(wideHashes[i], texts.bytes(i, size), start(i), size));
            }
        }
    }

    /// Hashes bytes 12 and on, four words in a step. Words that would pass the end are the last eight bytes once more.
    private static long addRest(long begun, ByteBuffer bytes, int start, int size) {
        long running = begun;
        int last = size - Long.BYTES;
        for (int at = INLINE_BYTES; size - at > 0; at += 32) {
            running = Hashing.add(
                    running,
                    bytes.getLong(start + Math.min(at, last)),
                    bytes.getLong(start + Math.min(at + 8, last)),
                    bytes.getLong(start + Math.min(at + 16, last)),
                    bytes.getLong(start + Math.min(at + 24, last)));
        }
        return running;
    }
}
