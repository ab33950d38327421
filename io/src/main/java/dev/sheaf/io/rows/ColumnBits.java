package dev.sheaf.io.rows;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;

/// A bit a row, gathered in words: validity, or the values of bools.
public final class ColumnBits {
    private final Buffer buffer;
    private final LongBuffer words;
    private long word;
    private int count;

    /// No bits yet, and room for `rows` of them.
    public ColumnBits(int rows, MemoryPool pool, String purpose) {
        this.buffer = pool.allocate((((long) rows + 63) >>> 6) << 3, purpose);
        this.words = Views.longs(buffer.segment());
    }

    /// Adds the bit of the next row.
    public void add(boolean bit) {
        word |= (bit ? 1L : 0L) << count;
        if ((++count & 63) == 0) {
            words.put((count - 1) >>> 6, word);
            word = 0;
        }
    }

    /// The bits of all rows that were added; ends this.
    Buffer finish() {
        if ((count & 63) != 0) {
            words.put(count >>> 6, word);
        }
        return buffer;
    }

    /// The bits of all rows that were added as validity; ends this.
    public Validity finishValidity() {
        return Validity.of(finish(), count);
    }

    /// The buffer of the bits. Whoever makes the column closes it if that fails.
    Buffer buffer() {
        return buffer;
    }

    /// Gives the memory back.
    public void discard() {
        buffer.close();
    }
}
