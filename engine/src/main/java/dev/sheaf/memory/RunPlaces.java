package dev.sheaf.memory;

/// Where runs of bytes lie, such as the texts of rows in any order: a block of rows at a time.
///
/// A loop that looks up a run and works on it waits for memory twice a row, for the offset and then for the bytes,
/// and a branch on the run's size keeps the next row from starting meanwhile. The loops here have no such branch,
/// so many rows wait at once.
public final class RunPlaces {
    /// The rows of a block.
    public static final int ROWS = 256;

    /// Where each run of the block starts.
    public final long[] starts;

    /// How many bytes each run of the block has.
    public final long[] sizes;

    private final RunMemory runs;

    @SuppressWarnings("UnusedVariable") // written lest the loop that reads runs is compiled to nothing
    private long read;

    /// A block of no rows, which never has more than this and than [#ROWS].
    public RunPlaces(RunMemory runs, int mostRows) {
        this.runs = runs;
        starts = new long[Math.min(ROWS, mostRows)];
        sizes = new long[starts.length];
    }

    /// Finds the runs whose numbers are the first `count` of `rows`, [#ROWS] at most. A negative number gives no bytes.
    public void find(int[] rows, int count) {
        runs.find(rows, count, starts, sizes);
        if (runs.areFar()) {
            read = runs.readEnds(starts, sizes, count);
        }
    }

    /// Writes eight bytes of each of the first `count` runs from byte `depth` on, the first one highest, zeros in the
    /// place of those that it lacks.
    public void words(long depth, int count, long[] words) {
        runs.words(starts, sizes, depth, count, words);
    }

    /// What the runs are of.
    public RunMemory runs() {
        return runs;
    }
}
