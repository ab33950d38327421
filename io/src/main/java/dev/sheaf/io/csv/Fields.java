package dev.sheaf.io.csv;

import java.util.Arrays;
import java.util.BitSet;

/// Where the fields of some rows lie in their chunk, row by row. Reused from chunk to chunk.
final class Fields {
    private final int columns;
    private int[] starts;
    private int[] ends;
    private int[] rowStarts = new int[1024];
    private int rowCount;

    Fields(int columns) {
        this.columns = columns;
        this.starts = new int[1024 * columns];
        this.ends = new int[1024 * columns];
    }

    void clear() {
        rowCount = 0;
    }

    int columns() {
        return columns;
    }

    int rowCount() {
        return rowCount;
    }

    /// Makes room for one more row.
    void reserveRow() {
        if (rowCount == rowStarts.length) {
            rowStarts = Arrays.copyOf(rowStarts, 2 * rowCount);
            starts = Arrays.copyOf(starts, 2 * starts.length);
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
    }

    /// Sets a field of the row that comes next.
    void set(int column, int start, int end, boolean quoted, boolean escaped) {
        int index = rowCount * columns + column;
        starts[index] = quoted ? ~start : start;
        ends[index] = escaped ? ~end : end;
    }

    void finishRow(int start) {
        rowStarts[rowCount++] = start;
    }

    /// Where a row starts in the chunk.
    int rowStart(int row) {
        return rowStarts[row];
    }

    int start(int row, int column) {
        int start = starts[row * columns + column];
        return start < 0 ? ~start : start;
    }

    int end(int row, int column) {
        int end = ends[row * columns + column];
        return end < 0 ? ~end : end;
    }

    boolean isQuoted(int row, int column) {
        return starts[row * columns + column] < 0;
    }

    /// Whether quotes are doubled in a field.
    boolean isEscaped(int row, int column) {
        return ends[row * columns + column] < 0;
    }

    /// The first row alone.
    Fields first() {
        Fields one = new Fields(columns);
        System.arraycopy(starts, 0, one.starts, 0, columns);
        System.arraycopy(ends, 0, one.ends, 0, columns);
        one.finishRow(rowStarts[0]);
        return one;
    }

    /// Leaves out rows.
    void remove(BitSet rows) {
        int kept = 0;
        for (int row = 0; row < rowCount; row++) {
            if (!rows.get(row)) {
                System.arraycopy(starts, row * columns, starts, kept * columns, columns);
                System.arraycopy(ends, row * columns, ends, kept * columns, columns);
                rowStarts[kept++] = rowStarts[row];
            }
        }
        rowCount = kept;
    }
}
