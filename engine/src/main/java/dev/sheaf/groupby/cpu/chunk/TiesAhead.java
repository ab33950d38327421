package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.RunMemory;
import java.nio.LongBuffer;

/// Reads ahead the texts of groups that a chunk of texts will be compared with, since their first bytes are the same.
///
/// The text of a group lies anywhere. A loop that compares row after row waits for its place and then for its bytes;
/// here the places of a whole chunk come at once, and so do the bytes.
final class TiesAhead {
    /// The texts of fewer groups stay in the second-level cache.
    private static final int FAR_GROUPS = 1 << 14;

    private long[] ties = {};
    private long[] starts = {};
    private long[] sizes = {};
    private int[] rows = {};

    @SuppressWarnings("UnusedVariable") // written lest the loop that reads texts is compiled to nothing
    private long read;

    /// Looks for rows whose word is the `least` of their group, and reads what `picks` has as the text of the group.
    void read(int[] ids, long[] words, int rows, LongBuffer least, RowReferences picks, int groupCount) {
        if (groupCount < FAR_GROUPS) {
            return;
        }
        if (ties.length < rows) {
            ties = new long[rows];
            starts = new long[rows];
            sizes = new long[rows];
            this.rows = new int[rows];
        }
        int count = find(ids, words, rows, least, picks.longs(), ties);
        int from = 0;
        while (from < count) {
            int to = sameColumn(from, count);
            if (picks.column(RowReferences.columnOf(ties[from])) instanceof VarColumn texts) {
                readTexts(texts.runs(), from, to);
            }
            from = to;
        }
    }

    /// Writes the rows of the groups that a row ties with, and returns how many there are.
    private static int find(int[] ids, long[] words, int rows, LongBuffer least, LongBuffer picks, long[] ties) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            long pick = picks.get(at);
            ties[count] = pick;
            boolean isTie = words[i] == least.get(at) & pick >= 0;
            count += isTie ? 1 : 0;
        }
        return count;
    }

    private int sameColumn(int from, int count) {
        int column = RowReferences.columnOf(ties[from]);
        int to = from + 1;
        while (to < count && RowReferences.columnOf(ties[to]) == column) {
            to++;
        }
        return to;
    }

    private void readTexts(RunMemory texts, int from, int to) {
        for (int i = from; i < to; i++) {
            rows[i - from] = RowReferences.rowOf(ties[i]);
        }
        texts.find(rows, to - from, starts, sizes);
        read += texts.readEnds(starts, sizes, to - from);
    }
}
