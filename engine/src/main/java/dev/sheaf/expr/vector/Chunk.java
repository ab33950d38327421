package dev.sheaf.expr.vector;

import dev.sheaf.memory.Views;

/// The rows of a batch that an expression is being computed for: at most [#ROWS] from `start` on.
///
/// Chunks are small enough that the vectors of an expression stay in the first-level cache from one operation to
/// the next, and large enough that starting a loop costs nothing. Texts of a chunk lie in one view, so a chunk has
/// fewer rows where these have gigabytes of text.
public final class Chunk {
    /// 8 KiB of int64 values.
    public static final int ROWS = 1024;

    /// Words of a bit per row.
    public static final int WORDS = ROWS / Long.SIZE;

    /// A view of so many bytes has room for what is read or written behind them.
    private static final int MOST_BYTES = (int) Views.MAX_BYTES - Long.SIZE;

    private final int mostBytes;
    private long start;
    private int rows;

    public Chunk() {
        this(MOST_BYTES);
    }

    /// A chunk whose texts have no more bytes than that.
    public Chunk(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    public void moveTo(long newStart, int newRows) {
        start = newStart;
        rows = newRows;
    }

    /// Moves over the rows 0 to `count`, and computes each chunk; one whose texts do not fit a view in halves. A chunk
    /// of fewer than 64 rows lies in one word of a bitmap, whatever its start.
    ///
    /// @throws IllegalArgumentException if the texts of one row do not fit
    public void cover(long count, Runnable compute) {
        for (long next = 0; next < count; next += rows) {
            moveTo(next, (int) Math.min(Long.lowestOneBit(next | ROWS), count - next));
            while (!fits(compute)) {
                halve();
            }
        }
    }

    private static boolean fits(Runnable compute) {
        try {
            compute.run();
            return true;
        } catch (TooManyBytes tooMany) {
            return false;
        }
    }

    private void halve() {
        if (rows == 1) {
            throw new IllegalArgumentException("the texts of a row take more than 2 GiB");
        }
        rows = Integer.highestOneBit(rows - 1);
    }

    /// Checks that texts fit one view.
    ///
    /// @throws TooManyBytes if they do not
    public void checkBytes(long bytes) {
        if (bytes > mostBytes) {
            throw new TooManyBytes();
        }
    }

    /// So many bytes fit one view.
    public int mostBytes() {
        return mostBytes;
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
