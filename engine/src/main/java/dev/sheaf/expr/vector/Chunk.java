package dev.sheaf.expr.vector;

/// The rows of a batch that an expression is being computed for: at most [#ROWS] from `start` on.
///
/// Chunks are small enough that the vectors of an expression stay in the first-level cache from one operation to
/// the next, and large enough that starting a loop costs nothing.
public final class Chunk {
    /// 8 KiB of int64 values.
    public static final int ROWS = 1024;

    /// Words of a bit per row.
    public static final int WORDS = ROWS / Long.SIZE;

    private long start;
    private int rows;

    public void moveTo(long newStart, int newRows) {
        start = newStart;
        rows = newRows;
    }

    public long start() {
        return start;
    }

    public int rows() {
        return rows;
    }

    /// Words that cover the rows; loops over values may run to the end of the last word, because vectors always
    /// have room for [#ROWS].
    public int words() {
        return (rows + Long.SIZE - 1) >>> 6;
    }
}
