package dev.sheaf.groupby.cpu.state;

import dev.sheaf.groupby.cpu.group.Grouper;

/// The group ids of some rows of a morsel. All of them are found, chunk by chunk, before any state is touched.
public final class MorselIds {
    private final Grouper grouper;
    private final int[] chunk;
    private int[] ids = new int[0];
    private int[] groupCounts = new int[0];
    private int first;

    /// Writes the ids of a chunk of rows to an array.
    public interface Lookup {
        void assign(int from, int rows, int[] ids);
    }

    public MorselIds(Grouper grouper, int chunkRows) {
        this.grouper = grouper;
        this.chunk = new int[chunkRows];
    }

    /// Finds the ids of rows `from` to `to`.
    public void find(Lookup keys, int from, int to) {
        if (ids.length < to - from) {
            ids = new int[to - from];
            groupCounts = new int[(to - from) / chunk.length + 1];
        }
        first = from;
        for (int start = from; start < to; start += chunk.length) {
            int size = Math.min(chunk.length, to - start);
            keys.assign(start, size, chunk);
            System.arraycopy(chunk, 0, ids, start - from, size);
            groupCounts[(start - from) / chunk.length] = grouper.groupCount();
        }
    }

    /// The ids; the first is that of row [#first()].
    public int[] all() {
        return ids;
    }

    /// The first row that was looked up.
    public int first() {
        return first;
    }

    /// The ids of `size` rows from `start` on, at most a chunk; the array is used again.
    int[] chunk(int start, int size) {
        System.arraycopy(ids, start - first, chunk, 0, size);
        return chunk;
    }

    /// Whether each group that there was when a chunk of rows had been looked up had a row by then: those that are
    /// there before any row may not, but a group alone has the first row of any group.
    boolean everyGroupHasRow(int start, int size) {
        return !grouper.hasGroupsAhead() || (groupCount(start) == 1 && hasRow(start - first, size));
    }

    private boolean hasRow(int from, int size) {
        int row = from;
        while (row < from + size && ids[row] < 0) {
            row++;
        }
        return row < from + size;
    }

    /// How many groups there were when a row's chunk had been looked up.
    int groupCount(int row) {
        return groupCounts[(row - first) / chunk.length];
    }
}
