package dev.sheaf.groupby.cpu.state;

import dev.sheaf.groupby.cpu.group.Grouper;
import java.util.Arrays;

/// The group ids of a morsel's rows. All of them are found, chunk by chunk, before any state is touched.
public final class MorselIds {
    private final Grouper grouper;
    private final int chunkRows;
    private int[][] chunks = new int[0][];
    private int[] groupCounts = new int[0];

    /// Writes the ids of a chunk of rows to an array.
    public interface Lookup {
        void assign(int from, int rows, int[] ids);
    }

    public MorselIds(Grouper grouper, int chunkRows) {
        this.grouper = grouper;
        this.chunkRows = chunkRows;
    }

    /// Finds the ids of the first `rows` rows.
    public void find(Lookup keys, int rows) {
        makeRoom(Math.ceilDiv(rows, chunkRows));
        for (int start = 0; start < rows; start += chunkRows) {
            int chunk = start / chunkRows;
            keys.assign(start, Math.min(chunkRows, rows - start), chunks[chunk]);
            groupCounts[chunk] = grouper.groupCount();
        }
    }

    private void makeRoom(int count) {
        int before = chunks.length;
        if (before < count) {
            chunks = Arrays.copyOf(chunks, count);
            groupCounts = new int[count];
            Arrays.setAll(chunks, chunk -> chunk < before ? chunks[chunk] : new int[chunkRows]);
        }
    }

    /// The ids of the chunk that starts at a row.
    int[] chunk(int start) {
        return chunks[start / chunkRows];
    }

    /// Whether each group that there was when a chunk of rows had been looked up had a row by then: those that are
    /// there before any row may not, but a group alone has the first row of any group.
    boolean everyGroupHasRow(int start, int size) {
        return !grouper.hasGroupsAhead() || (groupCount(start) == 1 && hasRow(chunk(start), size));
    }

    private static boolean hasRow(int[] ids, int size) {
        int row = 0;
        while (row < size && ids[row] < 0) {
            row++;
        }
        return row < size;
    }

    /// How many groups there were when the chunk that starts at a row had been looked up.
    int groupCount(int start) {
        return groupCounts[start / chunkRows];
    }
}
