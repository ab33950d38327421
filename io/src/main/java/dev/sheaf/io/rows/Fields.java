package dev.sheaf.io.rows;

import java.util.Arrays;
import java.util.BitSet;

/// Where the fields of some rows lie in their chunk, row by row. Reused from chunk to chunk.
public final class Fields {
    private static final int FIRST_FIELDS = 1 << 16;
    private static final int MOST_FIRST_ROWS = 1024;

    private final int columns;
    private int[] starts;
    private int[] ends;
    private int[] rowStarts;
    private int rowCount;

    /// No rows yet.
    public Fields(int columns) {
        this.columns = columns;
        int rows = Math.clamp(FIRST_FIELDS / Math.max(1, columns), 1, MOST_FIRST_ROWS);
        this.rowStarts = new int[rows];
        this.starts = new int[rows * columns];
        this.ends = new int[rows * columns];
    }

    public void clear() {
        rowCount = 0;
    }

    public int columns() {
        return columns;
    }

    public int rowCount() {
        return rowCount;
    }

    /// Makes room for one more row.
    public void reserveRow() {
        if (rowCount == rowStarts.length) {
            rowStarts = Arrays.copyOf(rowStarts, 2 * rowCount);
            starts = Arrays.copyOf(starts, 2 * starts.length);
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
    }

    /// Sets a field of the row that comes next.
    public void set(int column, int start, int end, boolean quoted, boolean escaped) {
        int index = rowCount * columns + column;
        starts[index] = quoted ? ~start : start;
        ends[index] = escaped ? ~end : end;
    }

    public void finishRow(int start) {
        rowStarts[rowCount++] = start;
    }

    /// Where a row starts in the chunk.
    public int rowStart(int row) {
        return rowStarts[row];
    }

    public int start(int row, int column) {
        int start = starts[row * columns + column];
        return start < 0 ? ~start : start;
    }

    public int end(int row, int column) {
        int end = ends[row * columns + column];
        return end < 0 ? ~end : end;
    }

    public boolean isQuoted(int row, int column) {
        return starts[row * columns + column] < 0;
    }

    /// Whether quotes are doubled in a field.
    public boolean isEscaped(int row, int column) {
        return ends[row * columns + column] < 0;
    }

    /// The first row alone.
    public Fields first() {
        Fields one = new Fields(columns);
        System.arraycopy(starts, 0, one.starts, 0, columns);
        System.arraycopy(ends, 0, one.ends, 0, columns);
        one.finishRow(rowStarts[0]);
        return one;
    }

    /// Leaves out rows.
    public void remove(BitSet rows) {
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
