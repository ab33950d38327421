package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// Texts that are written one behind the other, and where each starts.
///
/// Bytes are written to a view ([#room]) that moves on where there are more than one view has. Starts are kept in an
/// array, a few at a time.
final class WrittenTexts implements AutoCloseable {
    private static final int CHUNK = 1024;

    /// Texts are written as two whole words; the second may end past the text.
    private static final int SPARE_BYTES = 2 * Long.BYTES;

    private final int count;
    private final long mostViewed;
    private final boolean wide;
    private final Buffer offsets;
    private final Buffer bytes;
    private final long[] starts = new long[CHUNK];
    private final int[] narrow = new int[CHUNK];
    private ByteBuffer room;
    private long base;
    private long end;
    private long flushed;
    private int filled;

    /// Room for `count` texts of `totalBytes` bytes, or for their starts alone; views have at most `mostViewed` bytes,
    /// and no text has more.
    WrittenTexts(MemoryPool pool, int count, long totalBytes, boolean withBytes, long mostViewed) {
        this.mostViewed = mostViewed;
        this.count = count;
        this.wide = totalBytes > Integer.MAX_VALUE;
        this.offsets = pool.allocate((count + 1L) * (wide ? Long.BYTES : Integer.BYTES), TextEntries.PURPOSE);
        try {
            this.bytes = pool.allocate(withBytes ? totalBytes + SPARE_BYTES : 0, TextEntries.PURPOSE);
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
        this.room = view();
    }

    private ByteBuffer view() {
        long left = bytes.segment().byteSize() - base;
        return Views.bytes(bytes.segment(), base, Math.min(left, mostViewed));
    }

    /// A view with room for a text of so many bytes and two words at [#at].
    ByteBuffer room(int size) {
        if (end - base + size + SPARE_BYTES > room.limit()) {
            base = end;
            room = view();
        }
        return room;
    }

    /// Where in the view the next text goes.
    int at() {
        return (int) (end - base);
    }

    /// Takes note of a text that was written.
    void add(int size) {
        if (filled == CHUNK) {
            flush();
        }
        starts[filled++] = end;
        end += size;
    }

    private void flush() {
        if (wide) {
            MemorySegment.copy(starts, 0, offsets.segment(), ValueLayout.JAVA_LONG, flushed << 3, filled);
        } else {
            narrow(starts, filled, narrow);
            MemorySegment.copy(narrow, 0, offsets.segment(), ValueLayout.JAVA_INT, flushed << 2, filled);
        }
        flushed += filled;
        filled = 0;
    }

    private static void narrow(long[] starts, int count, int[] narrow) {
        for (int i = 0; i < count; i++) {
            narrow[i] = (int) starts[i];
        }
    }

    /// The texts, once all are written, to be closed by the caller, who gives away the validity.
    VarColumn column(DataType type, Validity validity) {
        return column(type, bytes.retain(), validity);
    }

    /// Texts that lie one behind the other elsewhere already. Takes over `texts` and the validity.
    VarColumn column(DataType type, Buffer texts, Validity validity) {
        add(0);
        flush();
        return new VarColumn(type, new Offsets(offsets.retain(), wide, count), texts, validity);
    }

    @Override
    public void close() {
        offsets.close();
        bytes.close();
    }
}
