package dev.sheaf.column.copy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The numbers of rows to take, and the runs of rows that follow one another among them.
///
/// A filter that most rows pass and a join that most rows survive choose few long runs, and a run is copied at
/// once. Where runs are short, rows are gathered one by one. Where runs lie is found out when it is first asked.
/// Several threads may share it.
public final class TakenRows {
    /// Rows of a run, in the mean, from which on runs are copied at all.
    private static final int LEAST_ROWS = 16;

    /// Rows of a block: between two looks at whether runs are too short, too.
    static final int BLOCK_ROWS = 1024;

    /// Bits are taken 64 rows at once where at least one row in so many is chosen.
    private static final int DENSE_ROWS = 16;

    /// Rows between the first and the last chosen one up to which a bit for each is made.
    private static final long MARKED_ROWS = 1 << 24;

    /// Takes `rows` rows from row `source` on, which become those from row `target` on.
    public interface RunConsumer {
        /// Takes one run.
        void accept(long source, long target, long rows);
    }

    /// Takes the first `count` of `rows`, of which the first is number `from` of those taken.
    public interface BlockConsumer {
        /// Takes one block.
        void accept(int[] rows, int count, long from);
    }

    /// Bits of a row and the 63 rows behind it, the lowest that of the row.
    public interface Words {
        /// The bits from a row on.
        long word(long row);
    }

    private final MemorySegment rows;
    private final long count;

    /// How many runs there are; 0 if they are short.
    private final int runCount;

    private @Nullable Runs runs;
    private @Nullable Boolean negative;

    /// A bit for each row from the first chosen one on, once [#isDense()] has been asked; none if they are not dense.
    private long @Nullable [] marks;

    /// @param sources where each run comes from
    /// @param targets where each run goes to, and the number of all rows
    private record Runs(int[] sources, int[] targets) {}

    private TakenRows(MemorySegment rows, long count) {
        this.rows = rows;
        this.count = count;
        this.runCount = longRuns(rows, count);
    }

    /// The first `count` ints of `rows`.
    public static TakenRows of(MemorySegment rows, long count) {
        return new TakenRows(rows, count);
    }

    /// The number of runs; 0 if they are short.
    private static int longRuns(MemorySegment rows, long count) {
        long most = count > Integer.MAX_VALUE ? 0 : count / LEAST_ROWS;
        int[] block = blockWithNext(count);
        int ends = 0;
        for (long from = 0; from < count && ends < most; from += BLOCK_ROWS) {
            ends += ends(block, readWithNext(rows, from, count, block));
            if (ends * (long) LEAST_ROWS > from + BLOCK_ROWS) {
                return 0;
            }
        }
        return ends < most ? ends + 1 : 0;
    }

    private static int[] blockWithNext(long count) {
        return new int[(int) Math.min(BLOCK_ROWS + 1L, count)];
    }

    /// Reads the rows of a block, and the next one if there is one. Gives how many of them another one follows.
    private static int readWithNext(MemorySegment rows, long from, long count, int[] block) {
        int size = (int) Math.min(BLOCK_ROWS + 1L, count - from);
        read(rows, from, block, size);
        return size - 1;
    }

    private static void read(MemorySegment rows, long from, int[] block, int count) {
        MemorySegment.copy(rows, ValueLayout.JAVA_INT_UNALIGNED, from << 2, block, 0, count);
    }

    /// How many of some rows are not followed by the next one.
    private static int ends(int[] rows, int count) {
        int ends = 0;
        for (int i = 0; i < count; i++) {
            ends += rows[i + 1] == rows[i] + 1 ? 0 : 1;
        }
        return ends;
    }

    private synchronized Runs runs() {
        Runs found = runs;
        if (found == null) {
            runs = found = new Runs(new int[runCount], new int[runCount + 1]);
            int[] block = blockWithNext(count);
            found.sources[0] = row(0);
            int run = 1;
            for (long from = 0; from < count; from += BLOCK_ROWS) {
                run = addRuns(block, readWithNext(rows, from, count, block), (int) from, found, run);
            }
            found.targets[run] = (int) count;
        }
        return found;
    }

    private static int addRuns(int[] rows, int count, int from, Runs runs, int before) {
        int run = before;
        for (int i = 0; i < count; i++) {
            if (rows[i + 1] != rows[i] + 1) {
                runs.sources[run] = rows[i + 1];
                runs.targets[run++] = from + i + 1;
            }
        }
        return run;
    }

    /// Reads the numbers from `from` to `to`, block by block.
    public void forEachBlock(long from, long to, BlockConsumer consumer) {
        forEachBlock(from, to, BLOCK_ROWS, consumer);
    }

    /// The same by blocks of `blockRows` rows.
    public void forEachBlock(long from, long to, int blockRows, BlockConsumer consumer) {
        int[] block = new int[(int) Math.min(blockRows, to - from)];
        for (long at = from; at < to; at += blockRows) {
            int size = (int) Math.min(blockRows, to - at);
            read(rows, at, block, size);
            consumer.accept(block, size, at);
        }
    }

    /// Whether some row has a negative number.
    public boolean anyNegative() {
        Boolean known = negative;
        if (known == null) {
            negative = known = findNegative();
        }
        return known;
    }

    private boolean findNegative() {
        int[] block = new int[(int) Math.min(BLOCK_ROWS, count)];
        int or = 0;
        for (long from = 0; from < count && or >= 0; from += BLOCK_ROWS) {
            int size = (int) Math.min(BLOCK_ROWS, count - from);
            read(rows, from, block, size);
            or = or(block, size);
        }
        return or < 0;
    }

    /// All bits that some of the ints have; a loop that runs on many at once.
    private static int or(int[] rows, int count) {
        int or = 0;
        for (int i = 0; i < count; i++) {
            or |= rows[i];
        }
        return or;
    }

    /// How many there are.
    public long count() {
        return count;
    }

    /// Whether they lie in long runs; then no number is negative.
    public boolean isInRuns() {
        return isInRuns(LEAST_ROWS);
    }

    /// Whether they lie in runs of at least so many rows in the mean; then no number is negative.
    boolean isInRuns(int leastRows) {
        return runCount > 0 && (long) runCount * leastRows <= count && !anyNegative();
    }

    /// The parts of runs that become rows `from` to `to`.
    public void forEachRun(long from, long to, RunConsumer consumer) {
        int[] sources = runs().sources;
        int[] targets = runs().targets;
        int found = Arrays.binarySearch(targets, (int) from);
        for (int run = found >= 0 ? found : -found - 2; run < sources.length && targets[run] < to; run++) {
            long first = Math.max(from, targets[run]);
            long end = Math.min(to, targets[run + 1]);
            consumer.accept(sources[run] + first - targets[run], first, end - first);
        }
    }

    /// Whether the numbers rise, and at least one row in [#DENSE_ROWS] is chosen. Then [#gather] works.
    public boolean isDense() {
        long[] known = marks == null ? marks = rises() ? marks() : new long[0] : marks;
        return known.length > 0;
    }

    private boolean rises() {
        if (count == 0 || row(0) < 0 || row(count - 1) < row(0)) {
            return false;
        }
        long span = row(count - 1) - row(0) + 1L;
        int falls = span > Math.min(MARKED_ROWS, DENSE_ROWS * count) ? 1 : 0;
        int[] block = blockWithNext(count);
        for (long from = 0; from < count && falls == 0; from += BLOCK_ROWS) {
            falls = falls(block, readWithNext(rows, from, count, block));
        }
        return falls == 0;
    }

    private int row(long place) {
        return rows.get(ValueLayout.JAVA_INT_UNALIGNED, place << 2);
    }

    /// How many of some rows are not followed by a later one.
    private static int falls(int[] rows, int count) {
        int falls = 0;
        for (int i = 0; i < count; i++) {
            falls += rows[i + 1] > rows[i] ? 0 : 1;
        }
        return falls;
    }

    private long[] marks() {
        int first = row(0);
        long[] bits = new long[(row(count - 1) - first) / Long.SIZE + 1];
        forEachBlock(0, count, (block, size, _) -> mark(block, size, first, bits));
        return bits;
    }

    private static void mark(int[] rows, int count, int first, long[] bits) {
        int at = (rows[0] - first) >> 6;
        long word = bits[at];
        for (int i = 0; i < count; i++) {
            int row = rows[i] - first;
            if (row >> 6 != at) {
                bits[at] = word;
                at = row >> 6;
                word = 0;
            }
            word |= 1L << row;
        }
        bits[at] = word;
    }

    /// Writes the bits of the chosen rows, which are dense, to `out` from its first bit on, up to 63 more as zeros.
    public void gather(Words source, Bits out) {
        long[] chosen = Objects.requireNonNull(marks);
        long first = row(0);
        long word = 0;
        long end = 0;
        for (int i = 0; i < chosen.length; i++) {
            long bits = Long.compress(source.word(first + ((long) i << 6)), chosen[i]);
            int size = Long.bitCount(chosen[i]);
            int used = (int) end & (Long.SIZE - 1);
            word |= bits << used;
            if (used + size >= Long.SIZE) {
                out.putWord(end >>> 6, word);
                word = used == 0 ? 0 : bits >>> (Long.SIZE - used);
            }
            end += size;
        }
        if ((end & (Long.SIZE - 1)) != 0) {
            out.putWord(end >>> 6, word);
        }
    }
}
