package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/// Where the texts of a chunk of rows lie.
///
/// One view has all of them, and each starts at an int in it. A chunk of texts of a megabyte each may outgrow it: then
/// each text gets a view of its own, at whose front it lies.
final class TextChunk {
    private final int[] starts;
    private final long mostViewed;
    private long[] places = new long[0];
    private MemorySegment segment = MemorySegment.NULL;
    private @Nullable ByteBuffer all;

    /// Room for so many rows, and views of at most so many bytes.
    TextChunk(int rows, long mostViewed) {
        this.starts = new int[rows + 1];
        this.mostViewed = mostViewed;
    }

    /// Takes a chunk of a column, which has to stay open as long as bytes are asked.
    void look(VarColumn column, long from, int rows) {
        Offsets offsets = column.offsets();
        segment = column.segment();
        long base = segment.byteSize() <= mostViewed ? 0 : offsets.start(from);
        long readable = offsets.start(from + rows) + Long.BYTES;
        long size = Math.min(segment.byteSize(), base == 0 ? segment.byteSize() : readable) - base;
        all = size <= mostViewed ? Views.bytes(segment, base, size) : null;
        if (all == null) {
            takePlaces(offsets, from, rows);
        } else if (offsets.wide()) {
            subtract(offsets.longs(from, rows), base, rows, starts);
        } else {
            MemorySegment.copy(offsets.segment(), ValueLayout.JAVA_INT, from << 2, starts, 0, rows + 1);
            subtract(starts, (int) base, rows);
        }
    }

    private void takePlaces(Offsets offsets, long from, int rows) {
        places = new long[rows + 1];
        for (int i = 0; i <= rows; i++) {
            places[i] = offsets.start(from + i);
            starts[i] = 0;
        }
    }

    private static void subtract(LongBuffer positions, long base, int rows, int[] starts) {
        for (int i = 0; i <= rows; i++) {
            starts[i] = (int) (positions.get(i) - base);
        }
    }

    private static void subtract(int[] starts, int base, int rows) {
        for (int i = 0; base != 0 && i <= rows; i++) {
            starts[i] -= base;
        }
    }

    /// The bytes of all texts, unless they are too many for a view.
    @Nullable
    ByteBuffer all() {
        return all;
    }

    /// Where each text starts in the view that has it.
    int[] starts() {
        return starts;
    }

    /// A view that has the text of a row, of so many bytes.
    ByteBuffer bytes(int row, int size) {
        ByteBuffer shared = all;
        return shared != null ? shared : Views.bytes(segment, places[row], size + (long) Long.BYTES);
    }

    /// Writes the words of all texts, as [TextWords] has them; whether one is longer than these.
    boolean words(int rows, long[] first, long[] second) {
        ByteBuffer shared = all;
        if (shared != null) {
            return WordLoads.words(starts, shared, rows, first, second) < 0;
        }
        boolean anyLong = false;
        for (int i = 0; i < rows; i++) {
            int size = Math.toIntExact(places[i + 1] - places[i]);
            ByteBuffer own = bytes(i, size);
            first[i] = WordLoads.head(own, 0, size);
            second[i] = WordLoads.tail(own, 0, size);
            anyLong |= size > TextWords.INLINE_BYTES;
        }
        return anyLong;
    }

    /// Moves the rows that are marked together.
    void keep(byte[] marked, int rows) {
        int kept = 0;
        for (int i = 0; i < rows; i++) {
            starts[kept] = starts[i];
            kept += marked[i];
        }
        kept = 0;
        for (int i = 0; all == null && i < rows; i++) {
            places[kept] = places[i];
            kept += marked[i];
        }
    }
}
