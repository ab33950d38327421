package dev.sheaf.groupby.cpu.hash;

import java.util.Arrays;

/// Runs of equal packed keys in a chunk; only the first key of a run needs to be looked up.
///
/// Sorted and clustered input has them. A look at the first rows of a chunk tells whether to look for them at all,
/// so that other input pays next to nothing.
public final class KeyRuns {
    private static final int SAMPLE_ROWS = 128;

    private final int leastRows;
    private int[] starts = new int[0];
    private int count;
    private long rowsFolded;

    /// Folds runs that have at least so many rows on average; never if that is 0.
    public KeyRuns(int leastRows) {
        this.leastRows = leastRows;
    }

    /// How many rows were not looked up.
    public long rowsFolded() {
        return rowsFolded;
    }

    /// Moves the first keys of runs together, if there are few enough, and returns how many these are; else -1.
    public int fold(long[] words, int stride, int rows) {
        if (leastRows == 0
                || rows == 0
                || !pays(words, stride, Math.min(rows, SAMPLE_ROWS))
                || !pays(words, stride, rows)) {
            return -1;
        }
        if (starts.length <= rows) {
            starts = new int[rows + 1];
        }
        count = findStarts(words, stride, rows, starts);
        starts[count] = rows;
        for (int run = 0; run < count; run++) {
            for (int word = 0; word < stride; word++) {
                words[run * stride + word] = words[starts[run] * stride + word];
            }
        }
        rowsFolded += rows - count;
        return count;
    }

    private boolean pays(long[] words, int stride, int rows) {
        int runs = 1 + (stride == 1 ? changes(words, rows) : changes(words, stride, rows));
        return (long) runs * leastRows <= rows;
    }

    private static int changes(long[] words, int rows) {
        int changes = 0;
        for (int i = 1; i < rows; i++) {
            changes += words[i] == words[i - 1] ? 0 : 1;
        }
        return changes;
    }

    private static int changes(long[] words, int stride, int rows) {
        int changes = 0;
        for (int i = 1; i < rows; i++) {
            changes += difference(words, stride, i) == 0 ? 0 : 1;
        }
        return changes;
    }

    private static long difference(long[] words, int stride, int row) {
        long difference = 0;
        for (int at = row * stride; at < (row + 1) * stride; at++) {
            difference |= words[at] ^ words[at - stride];
        }
        return difference;
    }

    /// Every row is written as the start of the next run, and stays that if it is one.
    private static int findStarts(long[] words, int stride, int rows, int[] starts) {
        int runs = 1;
        starts[0] = 0;
        for (int i = 1; i < rows; i++) {
            starts[runs] = i;
            runs += difference(words, stride, i) == 0 ? 0 : 1;
        }
        return runs;
    }

    /// Gives all rows of each run the id of its first row; `ids` has one id a run.
    public void spread(int[] ids) {
        for (int run = count - 1; run >= 0; run--) {
            Arrays.fill(ids, starts[run], starts[run + 1], ids[run]);
        }
    }
}
