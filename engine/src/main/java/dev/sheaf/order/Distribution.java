package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;

/// Moves rows and their words to the place of a digit of the word. Rows of equal digits keep their order.
///
/// @param rows int32 row numbers
/// @param words int64, one a row
/// @param otherRows room for as many, and `otherWords` likewise
record Distribution(Ints rows, Longs words, Ints otherRows, Longs otherWords) {
    /// More chunks than threads, so that slow ones even out.
    static final int CHUNKS = 16;

    /// Where a chunk of some rows begins.
    static int chunk(int from, int to, int chunk) {
        return from + (int) ((long) (to - from) * chunk / CHUNKS);
    }

    /// Moves rows and words to the place of their digit and returns where each digit's rows end.
    int[] alone(int from, int to, int shift, int digits) {
        int[] next = new int[digits];
        Checkpoint.inPieces(from, to, (first, end) -> countDigits((int) first, (int) end, shift, next));
        toStarts(new int[][] {next}, from);
        Checkpoint.inPieces(from, to, (first, end) -> scatter((int) first, (int) end, shift, next));
        copyBack(from, to);
        return next;
    }

    /// As [#alone], in chunks: those of a digit lie in the order of the chunks.
    int[] onTasks(int from, int to, int shift, int digits, Tasks tasks) {
        int[][] next = new int[CHUNKS][digits];
        tasks.forEach(CHUNKS, i -> countDigits(chunk(from, to, i), chunk(from, to, i + 1), shift, next[i]));
        toStarts(next, from);
        tasks.forEach(CHUNKS, i -> scatter(chunk(from, to, i), chunk(from, to, i + 1), shift, next[i]));
        tasks.forEach(CHUNKS, i -> copyBack(chunk(from, to, i), chunk(from, to, i + 1)));
        return next[CHUNKS - 1];
    }

    /// Replaces counts of digits by chunks by where each chunk's first row of each digit goes.
    static void toStarts(int[][] counts, int from) {
        int at = from;
        for (int digit = 0; digit < counts[0].length; digit++) {
            for (int[] chunk : counts) {
                int size = chunk[digit];
                chunk[digit] = at;
                at += size;
            }
        }
    }

    private void copyBack(int from, int to) {
        rows.copy(from, otherRows, from, to - from);
        words.copy(from, otherWords, from, to - from);
    }

    private void countDigits(int from, int to, int shift, int[] counts) {
        int mask = counts.length - 1;
        for (int i = from; i < to; i++) {
            counts[(int) (words.get(i) >>> shift) & mask]++;
        }
    }

    private void scatter(int from, int to, int shift, int[] next) {
        int mask = next.length - 1;
        for (int i = from; i < to; i++) {
            long word = words.get(i);
            int target = next[(int) (word >>> shift) & mask]++;
            otherWords.put(target, word);
            otherRows.put(target, rows.get(i));
        }
    }
}
