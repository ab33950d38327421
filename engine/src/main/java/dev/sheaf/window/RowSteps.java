package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;

/// How many rows or groups of peers each row looks away, run by run: int64, behind the row, before it if negative.
record RowSteps(Column column, Longs values) {
    private static final long MOST = 1L << 32;

    static RowSteps of(Column column) {
        return new RowSteps(column, Longs.of(((FixedColumn) column).segment()));
    }

    boolean isNull(int row) {
        return !column.validity().isValid(row);
    }

    /// The steps of a row that has some, no more than there can be rows.
    long of(int row) {
        return Math.clamp(values.get(row), -MOST, MOST);
    }

    /// The steps of a row as the end of a frame.
    ///
    /// @throws IllegalArgumentException if it has none
    long end(int row) {
        if (isNull(row)) {
            throw noDistance();
        }
        return of(row);
    }

    /// What is wrong with the frame of a row that has no end.
    static IllegalArgumentException noDistance() {
        return new IllegalArgumentException("the distance of a frame is 0 or more in each row");
    }

    /// Writes the row so many rows behind each, the one after that for an upper end.
    void write(boolean upper, int start, int end, int from, int to, Ints out) {
        int near = upper ? 1 : 0;
        for (int i = from; i < to; i++) {
            out.put(i, Math.clamp(i + end(i) + near, start, end));
        }
    }
}
