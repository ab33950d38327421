package dev.sheaf.column.copy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The numbers of rows to take, and the runs of rows that follow one another among them.
///
/// A filter that most rows pass and a join that most rows survive choose few long runs, and a run is copied at
/// once. Where runs are short, rows are gathered one by one.
public final class TakenRows {
    /// Rows of a run, in the mean, from which on copying runs costs less than gathering rows.
    private static final int LEAST_ROWS = 16;

    /// Rows between two looks at whether runs are too short.
    private static final int BLOCK_ROWS = 1024;

    private static final int[] NONE = {};

    /// Bits are taken 64 rows at once where at least one row in so many is chosen.
    private static final int DENSE_ROWS = 16;

    /// Rows between the first and the last chosen one up to which a bit for each is made.
    private static final long MARKED_ROWS = 1 << 24;

    /// Takes `rows` rows from row `source` on, which become those from row `target` on.
    public interface RunConsumer {
        /// Takes one run.
        void accept(long source, long target, long rows);
    }

    /// Bits of a row and the 63 rows behind it, the lowest that of the row.
    public interface Words {
        /// The bits from a row on.
        long word(long row);
    }

    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment rows;
    private final long count;

    /// Where each run comes from; none if runs are short or a number is negative.
    private final int[] sources;

    /// Where each run goes to, and the number of all rows.
    private final int[] targets;

    /// A bit for each row from the first chosen one on, once [#isDense()] has been asked; none if they are not dense.
    private long @Nullable [] marks;

    private TakenRows(MemorySegment rows, long count, int[] sources, int[] targets) {
        this.rows = rows;
        this.count = count;
        this.sources = sources;
        this.targets = targets;
    }

    /// The first `count` ints of `rows`.
    public static TakenRows of(MemorySegment rows, long count) {
        int runs = longRuns(rows, count);
        return runs == 0 ? new TakenRows(rows, count, NONE, NONE) : inRuns(rows, (int) count, runs);
    }

    /// The number of runs; 0 if they are short.
    private static int longRuns(MemorySegment rows, long count) {
        long most = count > Integer.MAX_VALUE ? 0 : count / LEAST_ROWS;
        int ends = 0;
        for (long from = 0; from < count && ends < most; from += BLOCK_ROWS) {
            ends += ends(rows, from, (int) Math.min(BLOCK_ROWS, count - 1 - from));
            if (ends * (long) LEAST_ROWS > from + BLOCK_ROWS) {
                return 0;
            }
        }
        return ends < most ? ends + 1 : 0;
    }

    /// How many of some rows are not followed by the next one.
    private static int ends(MemorySegment rows, long from, int count) {
        int ends = 0;
        for (int i = 0; i < count; i++) {
            int row = rows.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            ends += rows.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i + 1) << 2) == row + 1 ? 0 : 1;
        }
        return ends;
    }

    private static TakenRows inRuns(MemorySegment rows, int count, int runs) {
        int[] sources = new int[runs];
        int[] targets = new int[runs + 1];
        int run = 0;
        for (int i = 0; i < count; i++) {
            int row = rows.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2);
            if (i == 0 || row != sources[run - 1] + i - targets[run - 1]) {
                sources[run] = row;
                targets[run++] = i;
            }
        }
        targets[run] = count;
        boolean anyNegative = Arrays.stream(sources).anyMatch(row -> row < 0);
        return new TakenRows(rows, count, anyNegative ? NONE : sources, targets);
    }

    /// The numbers, int32 without alignment.
    public MemorySegment rows() {
        return rows;
    }

    /// How many there are.
    public long count() {
        return count;
    }

    /// Whether they lie in long runs; then no number is negative.
    public boolean isInRuns() {
        return sources.length > 0;
    }

    /// The parts of runs that become rows `from` to `to`.
    public void forEachRun(long from, long to, RunConsumer consumer) {
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
        for (long from = 0; from < count && falls == 0; from += BLOCK_ROWS) {
            falls = falls(rows, from, (int) Math.min(BLOCK_ROWS, count - 1 - from));
        }
        return falls == 0;
    }

    private int row(long place) {
        return rows.get(ValueLayout.JAVA_INT_UNALIGNED, place << 2);
    }

    /// How many of some rows are not followed by a later one.
    private static int falls(MemorySegment rows, long from, int count) {
        int falls = 0;
        for (int i = 0; i < count; i++) {
            int row = rows.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            falls += rows.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i + 1) << 2) > row ? 0 : 1;
        }
        return falls;
    }

    private long[] marks() {
        long[] bits = new long[(row(count - 1) - row(0)) / Long.SIZE + 1];
        mark(rows, (int) count, row(0), bits);
        return bits;
    }

    private static void mark(MemorySegment rows, int count, int first, long[] bits) {
        int at = 0;
        long word = 0;
        for (int i = 0; i < count; i++) {
            int row = rows.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2) - first;
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
    public void gather(Words source, MemorySegment out) {
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
                out.set(LE_LONG, end >>> 6 << 3, word);
                word = used == 0 ? 0 : bits >>> (Long.SIZE - used);
            }
            end += size;
        }
        if ((end & (Long.SIZE - 1)) != 0) {
            out.set(LE_LONG, end >>> 6 << 3, word);
        }
    }
}
