package dev.sheaf.order;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.RunWord;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One sort of row numbers, range by range.
///
/// ```
/// range of rows:  word of each row  ->  distribute by differing bits
///    few rows:      merge sort of (word, row), comparison of a few ties
///    equal words:   else the same with the next word, or from the first bytes on in which texts differ
/// ```
/// Ranges do not overlap, so each may be sorted by a thread of its own. Distributing keeps the order of rows that
/// agree, hence the sort is stable.
final class RowSort implements AutoCloseable {
    private static final String PURPOSE = "sort";

    /// When to stop distributing, and when to spread work.
    ///
    /// Up to `fewRows` rows a merge sort beats another distribution;
    /// from `manyRows` on a range is worth handing to several threads.
    record Limits(int fewRows, int manyRows) {
        static final Limits DEFAULT = new Limits(64, 1 << 16);
    }

    /// At most 2048 targets: as many as the second-level cache has room for a line of each.
    private static final int MOST_DIGIT_BITS = 11;

    /// Of fewer rows, so many for each target.
    private static final int ROWS_A_DIGIT = 4;

    /// Rows of small runs that are sorted one after the other: their words stay in the second-level cache.
    private static final int PIECE_ROWS = 1 << 14;

    /// Up to so many rows with equal words are compared rather than laid out again.
    private static final int FEW_TIES = 8;

    private final SortWord[] layout;
    private final Tasks tasks;
    private final Limits limits;
    private final int count;
    private final Buffer scratch;
    private final Ints rows;
    private final Ints otherRows;
    private final Longs words;
    private final Longs otherWords;
    private final Distribution distribution;

    /// A sort by `layout` of the row numbers that lie in `rows`.
    RowSort(SortWords layout, MemorySegment rows, int count, MemoryPool pool, Tasks tasks, Limits limits) {
        this.layout = layout.words();
        this.rows = Ints.of(rows);
        this.count = count;
        this.tasks = tasks;
        this.limits = limits;
        long wordBytes = (long) count * Long.BYTES;
        this.scratch = pool.allocate(2 * wordBytes + (long) count * Integer.BYTES, PURPOSE);
        this.words = Longs.of(scratch.segment().asSlice(0, wordBytes));
        this.otherWords = Longs.of(scratch.segment().asSlice(wordBytes, wordBytes));
        this.otherRows = Ints.of(scratch.segment().asSlice(2 * wordBytes));
        this.distribution = new Distribution(this.rows, words, otherRows, otherWords);
    }

    /// Sorts all rows.
    void run() {
        sort(new Range(0, count, 0, 0), true);
    }

    /// Sorts the rows of each run by themselves: run `i` lies from `starts[i]` to `starts[i + 1]`, int32. Large
    /// runs come one after the other on all threads, the others side by side.
    void runEach(Ints starts, int runs) {
        if (layout.length == 0) {
            return;
        }
        for (int run = 0; run < runs; run++) {
            if (starts.get(run + 1) - starts.get(run) >= limits.manyRows()) {
                sort(new Range(starts.get(run), starts.get(run + 1), 0, 0), true);
            }
        }
        int pieces = Math.min(runs, Math.ceilDiv(count, PIECE_ROWS));
        tasks.forEach(
                pieces,
                piece -> sortSmall(
                        starts, (int) ((long) runs * piece / pieces), (int) ((long) runs * (piece + 1) / pieces)));
    }

    /// Sorts some runs but for large ones. The first words of neighbours are filled in together.
    private void sortSmall(Ints starts, int firstRun, int endRun) {
        int first = firstRun;
        for (int run = firstRun; run <= endRun; run++) {
            boolean isLarge = run < endRun && starts.get(run + 1) - starts.get(run) >= limits.manyRows();
            if (isLarge || run == endRun || starts.get(run) - starts.get(first) >= PIECE_ROWS) {
                sortNeighbours(starts, first, run);
                first = isLarge ? run + 1 : run;
            }
        }
    }

    private void sortNeighbours(Ints starts, int firstRun, int endRun) {
        if (!anyHasSeveral(starts, firstRun, endRun)) {
            return;
        }
        Checkpoint.pass();
        layout[0].fill(rows, words, starts.get(firstRun), starts.get(endRun), 0);
        for (int run = firstRun; run < endRun; run++) {
            sortByWord(new Range(starts.get(run), starts.get(run + 1), 0, 0), false);
        }
    }

    private static boolean anyHasSeveral(Ints starts, int firstRun, int endRun) {
        boolean any = false;
        for (int run = firstRun; run < endRun && !any; run++) {
            any = starts.get(run + 1) - starts.get(run) > 1;
        }
        return any;
    }

    /// Rows that agree in all words before number `word` and, if that is one of text, in its first `depth` bytes.
    private record Range(int from, int to, int word, long depth) {
        int size() {
            return to - from;
        }

        Range part(int start, int end) {
            return new Range(start, end, word, depth);
        }

        Range deeper(long bytes) {
            return new Range(from, to, word, bytes);
        }

        Range nextWord() {
            return new Range(from, to, word + 1, 0);
        }
    }

    /// Sorts a range from its word on. Only the thread that sorts all may spread work over tasks; what a task sorts
    /// it sorts alone.
    private void sort(Range range, boolean spread) {
        if (range.size() < 2 || range.word() == layout.length) {
            return;
        }
        SortWord word = layout[range.word()];
        if (isLarge(range, spread)) {
            tasks.forEach(
                    Distribution.CHUNKS,
                    chunk -> word.fill(rows, words, chunk(range, chunk), chunk(range, chunk + 1), range.depth()));
        } else {
            word.fill(rows, words, range.from(), range.to(), range.depth());
        }
        sortByWord(range, spread);
    }

    private boolean isLarge(Range range, boolean spread) {
        return spread && range.size() >= limits.manyRows();
    }

    private static int chunk(Range range, int chunk) {
        return Distribution.chunk(range.from(), range.to(), chunk);
    }

    /// Sorts a range of rows whose words are filled in.
    private void sortByWord(Range range, boolean spread) {
        if (range.size() < 2) {
            return;
        }
        if (range.size() <= limits.fewRows()) {
            mergeSort(range, null);
            sortRuns(range);
            return;
        }
        WordScan scan = scan(range, spread);
        if (scan.differing() == 0) {
            sortEqual(range, spread);
        } else if (!(scan.rising() && isLast(range))) {
            distribute(range, scan.differing(), spread);
        }
    }

    private WordScan scan(Range range, boolean spread) {
        if (!isLarge(range, spread)) {
            return WordScan.of(words, range.from(), range.from(), range.to());
        }
        WordScan[] scans = new WordScan[Distribution.CHUNKS];
        tasks.forEach(
                Distribution.CHUNKS,
                i -> scans[i] = WordScan.of(words, range.from(), chunk(range, i), chunk(range, i + 1)));
        return IntStream.range(1, Distribution.CHUNKS).mapToObj(i -> scans[i]).reduce(scans[0], WordScan::and);
    }

    /// Whether words that do not fall mean rows in order.
    private boolean isLast(Range range) {
        return range.word() == layout.length - 1 && layout[range.word()] instanceof SortWord.Packed;
    }

    /// Sorts the rows of each run of equal words in a range that is sorted by words.
    private void sortRuns(Range range) {
        if (isLast(range)) {
            return;
        }
        int start = range.from();
        for (int i = start + 1; i <= range.to(); i++) {
            if (i == range.to() || words.get(i) != words.get(start)) {
                sortTies(range.part(start, i));
                start = i;
            }
        }
    }

    private void sortTies(Range range) {
        if (range.size() < 2 || isSettled(range)) {
            return;
        }
        if (range.size() > FEW_TIES) {
            sortEqual(range, false);
        } else {
            mergeSort(range, layout[range.word()].rest());
        }
    }

    /// Whether rows with equal words are equal: their text ends, and no word follows.
    private boolean isSettled(Range range) {
        return range.word() == layout.length - 1
                && layout[range.word()] instanceof SortWord.Text text
                && text.ends(words.get(range.from()));
    }

    /// Sorts rows whose words are all the same.
    private void sortEqual(Range range, boolean spread) {
        switch (layout[range.word()]) {
            case SortWord.Compared(ColumnComparator rest) -> mergeSort(range, rest);
            case SortWord.Text text
            when !text.ends(words.get(range.from())) -> sort(range.deeper(common(text, range, spread)), spread);
            case SortWord.Text _, SortWord.Packed _ -> sort(range.nextWord(), spread);
        }
    }

    /// How many bytes the texts of a range have in common. Of many, it is enough that the threads read on.
    private long common(SortWord.Text text, Range range, boolean spread) {
        return isLarge(range, spread)
                ? range.depth() + RunWord.BYTES
                : text.common(rows, range.from(), range.to(), range.depth());
    }

    private void distribute(Range range, long differing, boolean spread) {
        int bits = Math.clamp(log2(range.size() / ROWS_A_DIGIT), 1, MOST_DIGIT_BITS);
        int shift = Math.max(0, log2(differing) + 1 - bits);
        if (isLarge(range, spread)) {
            int[] ends = distribution.onTasks(range.from(), range.to(), shift, 1 << bits, tasks);
            for (int digit = 0; digit < ends.length; digit++) {
                sortDigit(range, ends, digit, true);
            }
            tasks.forEach(ends.length, digit -> sortDigit(range, ends, digit, false));
        } else {
            int[] ends = distribution.alone(range.from(), range.to(), shift, 1 << bits);
            for (int digit = 0; digit < ends.length; digit++) {
                sortByWord(part(range, ends, digit), false);
            }
        }
    }

    private static int log2(long number) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
    }

    /// Sorts the rows of a digit if they are many and may be spread, or few and may not: large parts come one
    /// after the other on all threads, small ones side by side.
    private void sortDigit(Range range, int[] ends, int digit, boolean spread) {
        Range part = part(range, ends, digit);
        if (part.size() >= limits.manyRows() == spread) {
            sortByWord(part, spread);
        }
    }

    private static Range part(Range range, int[] ends, int digit) {
        return range.part(digit == 0 ? range.from() : ends[digit - 1], ends[digit]);
    }

    private void mergeSort(Range range, @Nullable ColumnComparator ties) {
        new MergeSort(rows, words, otherRows, otherWords, ties).sort(range.from(), range.to());
    }

    @Override
    public void close() {
        scratch.close();
    }
}
