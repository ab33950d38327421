package dev.sheaf.expr;

/// The rows of a batch that an expression is being computed for: at most [#ROWS] from `start` on.
///
/// Chunks are small enough that the vectors of an expression stay in the first-level cache from one operation to
/// the next, and large enough that starting a loop costs nothing.
final class Chunk {
    /// 8 KiB of int64 values.
    static final int ROWS = 1024;

    /// Words of a bit per row.
    static final int WORDS = ROWS / Long.SIZE;

    private long start;
    private int rows;

    void moveTo(long newStart, int newRows) {
        start = newStart;
        rows = newRows;
    }

    long start() {
        return start;
    }

    int rows() {
        return rows;
    }

    /// Words that cover the rows; loops over values may run to the end of the last word, because vectors always
    /// have room for [#ROWS].
    int words() {
        return (rows + Long.SIZE - 1) >>> 6;
    }
}
