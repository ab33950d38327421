package dev.sheaf.groupby.cuda.transfer;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.sheaf.column.Column;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// Columns whose rows follow each other, and where each starts.
public final class RowParts {
    private final List<Column> columns;
    private final long[] ends;

    public RowParts(List<? extends Column> columns) {
        this.columns = List.copyOf(columns);
        this.ends = new long[columns.size()];
        long rows = 0;
        for (int i = 0; i < ends.length; i++) {
            rows += columns.get(i).length();
            ends[i] = rows;
        }
    }

    public List<Column> columns() {
        return columns;
    }

    /// The rows of all.
    public long rows() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    /// The column in which a row lies.
    int partOf(long row) {
        int found = Arrays.binarySearch(ends, row);
        int part = found >= 0 ? found + 1 : -found - 1;
        while (part < ends.length && ends[part] <= row) {
            part++;
        }
        return part;
    }

    /// The first row of a column.
    public long start(int part) {
        return part == 0 ? 0 : ends[part - 1];
    }

    /// Behind the last row of a column.
    public long end(int part) {
        return ends[part];
    }

    /// 64 bits of a column from a row on; those past its end are zero.
    @FunctionalInterface
    interface Words {
        long word(Column column, long row);
    }

    /// Writes the words of `bytes` bytes of bits from byte `from` on.
    void fillBits(Words words, MemorySegment slab, long from, long bytes) {
        long row = from * Byte.SIZE;
        int part = partOf(row);
        for (long at = 0; at < bytes; at += Long.BYTES) {
            long word = 0;
            int bits = 0;
            while (bits < Long.SIZE && part < ends.length) {
                word |= words.word(columns.get(part), row - start(part)) << bits;
                int step = (int) Math.min(ends[part] - row, Long.SIZE - bits);
                bits += step;
                row += step;
                part += row == ends[part] ? 1 : 0;
            }
            slab.set(JAVA_LONG_UNALIGNED, at, word);
        }
    }
}
