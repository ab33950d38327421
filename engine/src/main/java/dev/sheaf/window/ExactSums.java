package dev.sheaf.window;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.value.ExactMean;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Longs;
import java.math.BigInteger;

/// Sums of whole numbers and decimals over frames, exact: the sum of a stretch is what the sums up to its ends differ
/// by, in 128 bits, which wrap around without harm on the way. Of numbers of 32 bits, 64 bits do.
///
/// The sums go on from run to run, so each stretch of rows can begin with those of the stretches before.
final class ExactSums implements AutoCloseable {
    private static final BigInteger LIMIT = BigInteger.TEN.pow(DecimalType.MAX_PRECISION);

    private final DataType type;
    private final Validity validity;
    private final Longs in;
    private final ValidRows valid;
    private final Buffer buffer;
    private final Longs sums;
    private final boolean isWide;
    private final boolean isNarrow;
    private final boolean unsigned;
    private final int scale;
    private final Carry before;

    /// Of 64-bit integers, durations or decimals of 128 bits that lie run by run; `isNarrow` if they fit 32 bits.
    /// `before` has the sum of the rows before these.
    ExactSums(FixedColumn values, boolean isNarrow, ValidRows valid, Carry before, Runs runs) {
        this.type = values.type();
        this.validity = values.validity();
        this.in = Longs.of(values.segment());
        this.valid = valid;
        this.before = before;
        this.isNarrow = isNarrow;
        this.isWide = type.layout() == Layout.INT128;
        this.scale = type instanceof DecimalType decimal ? decimal.scale() : 0;
        this.unsigned = type.equals(DataType.UINT64);
        this.buffer = runs.pool().allocate(runs.rowCount() * (isNarrow ? 8L : 16L), Runs.PURPOSE);
        this.sums = Longs.of(buffer.segment());
    }

    /// Adds up the values: first those of each stretch, then row by row from what is before it.
    void prepare(Runs runs) {
        int stretches = runs.stretches();
        long[] highs = new long[stretches + 1];
        long[] lows = new long[stretches + 1];
        if (stretches > 1) {
            runs.tasks().forEach(stretches, i -> addUp(i, false, highs, lows, runs));
        }
        for (int i = 1; i < stretches; i++) {
            lows[i] += lows[i - 1];
            highs[i] += highs[i - 1] + (Long.compareUnsigned(lows[i], lows[i - 1]) < 0 ? 1 : 0);
        }
        runs.tasks().forEach(stretches, i -> addUp(i, true, highs, lows, runs));
    }

    /// Adds up a stretch, from 0 for the total alone, which is put behind its place, or to write the sum at each row.
    private void addUp(int stretch, boolean writes, long[] highs, long[] lows, Runs runs) {
        Checkpoint.pass();
        int to = runs.stretchEnd(stretch);
        boolean allValid = validity.allValid();
        long low = writes ? lows[stretch] : 0;
        long high = writes ? highs[stretch] : 0;
        for (int i = runs.stretchStart(stretch); i < to; i++) {
            if (allValid || validity.isValid(i)) {
                long lower = in.get(isWide ? 2L * i : i);
                long upper = isWide ? in.get(2L * i + 1) : unsigned ? 0 : lower >> 63;
                low += lower;
                high += upper + (Long.compareUnsigned(low, lower) < 0 ? 1 : 0);
            }
            if (writes) {
                store(i, high, low);
            }
        }
        if (!writes) {
            lows[stretch + 1] = low;
            highs[stretch + 1] = high;
        }
    }

    private void store(int row, long high, long low) {
        if (isNarrow) {
            sums.put(row, low);
        } else {
            sums.put(2L * row, low);
            sums.put(2L * row + 1, high);
        }
    }

    /// Writes the sum, or the mean, of the frame of each row that has a value.
    void write(FrameRows frames, boolean mean, RunResult result, int from, int to) {
        int[] pieces = new int[FrameRows.PIECES];
        for (int i = from; i < to; i++) {
            int size = frames.pieces(i, pieces);
            long low = before.low;
            long high = before.high;
            long count = before.valid;
            for (int piece = 0; piece < size; piece += 2) {
                int first = pieces[piece];
                int end = pieces[piece + 1];
                count += valid.before(end) - valid.before(first);
                long more = low(end - 1);
                long less = low(first - 1);
                long upper =
                        high(end - 1, more) - high(first - 1, less) - (Long.compareUnsigned(more, less) < 0 ? 1 : 0);
                low += more - less;
                high += upper + (Long.compareUnsigned(low, more - less) < 0 ? 1 : 0);
            }
            if (count > 0) {
                set(result, i, high, low, mean ? count : 0);
            } else {
                result.setNull(i);
            }
        }
    }

    /// Leaves the sum of all rows to the next part of a run.
    void leave(Carry carry, int rows) {
        long low = low(rows - 1);
        carry.low += low;
        carry.high += high(rows - 1, low) + (Long.compareUnsigned(carry.low, low) < 0 ? 1 : 0);
        carry.valid += valid.before(rows);
    }

    private long low(int row) {
        return row < 0 ? 0 : sums.get(isNarrow ? row : 2L * row);
    }

    private long high(int row, long low) {
        return row < 0 ? 0 : isNarrow ? low >> 63 : sums.get(2L * row + 1);
    }

    private void set(RunResult result, int row, long high, long low, long count) {
        if (count > 0) {
            result.set(row, ExactMean.of(high, low, scale, count));
        } else if (isWide) {
            checkDigits(high, low);
            result.set(row, high, low);
        } else if (high != (unsigned ? 0 : low >> 63)) {
            throw new ArithmeticException("the sum " + Int128.toBigInteger(high, low) + " of a window does not fit "
                    + type + "; cast the values to decimal(38, 0)");
        } else {
            result.set(row, low);
        }
    }

    private void checkDigits(long high, long low) {
        boolean isFar = high > 1L << 61 || high < -(1L << 61);
        if (isFar && Int128.toBigInteger(high, low).abs().compareTo(LIMIT) >= 0) {
            throw new ArithmeticException("the sum " + Int128.toBigInteger(high, low)
                    + " of a window has more than 38 digits; cast the values to float64");
        }
    }

    @Override
    public void close() {
        buffer.close();
    }
}
