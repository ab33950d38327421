package dev.sheaf.window;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Layout;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/// Sums of whole numbers and decimals over frames, exact: the sum of a stretch is what the sums up to its ends differ
/// by, in 128 bits, which wrap around without harm on the way.
final class ExactSums implements AutoCloseable {
    private static final BigInteger LIMIT = BigInteger.TEN.pow(DecimalType.MAX_PRECISION);

    private final FixedColumn values;
    private final ValidRows valid;
    private final Buffer sums;
    private final boolean wide;
    private final boolean unsigned;
    private final int scale;

    /// Of 64-bit integers, durations or decimals of 128 bits that lie run by run.
    ExactSums(FixedColumn values, ValidRows valid, Runs runs) {
        this.values = values;
        this.valid = valid;
        this.wide = values.type().layout() == Layout.INT128;
        this.scale = values.type() instanceof DecimalType decimal ? decimal.scale() : 0;
        this.unsigned = values.type().equals(DataType.UINT64);
        this.sums = runs.pool().allocate(runs.rowCount() * 16L, Runs.PURPOSE);
    }

    /// Adds up the values of a run, on top of the sum of the rows before.
    void prepare(Carry carry, int from, int to) {
        MemorySegment out = sums.segment();
        MemorySegment in = values.segment();
        boolean allValid = values.validity().allValid();
        long low = carry.low;
        long high = carry.high;
        for (int i = from; i < to; i++) {
            if (allValid || values.validity().isValid(i)) {
                long lower = wide ? Int128.low(in, i) : in.get(ValueLayout.JAVA_LONG, (long) i << 3);
                long upper = wide ? Int128.high(in, i) : unsigned ? 0 : lower >> 63;
                low += lower;
                high += upper + (Long.compareUnsigned(low, lower) < 0 ? 1 : 0);
            }
            Int128.set(out, i, high, low);
        }
        carry.low = low;
        carry.high = high;
    }

    /// Writes the sum, or the mean, of the frame of each row that has a value.
    void write(Carry carry, FrameRows frames, boolean mean, RunResult result, int from, int to) {
        int[] pieces = new int[6];
        for (int i = from; i < to; i++) {
            frames.pieces(i, pieces);
            long low = 0;
            long high = 0;
            long count = carry.valid;
            for (int piece = 0; piece < pieces.length; piece += 2) {
                count += valid.before(pieces[piece + 1]) - valid.before(pieces[piece]);
                long lower = low(pieces[piece + 1] - 1, from) - low(pieces[piece] - 1, from);
                boolean borrows =
                        Long.compareUnsigned(low(pieces[piece + 1] - 1, from), low(pieces[piece] - 1, from)) < 0;
                long upper = high(pieces[piece + 1] - 1, from) - high(pieces[piece] - 1, from) - (borrows ? 1 : 0);
                low += lower;
                high += upper + (Long.compareUnsigned(low, lower) < 0 ? 1 : 0);
            }
            if (count > 0) {
                set(result, i, high, low, mean ? count : 0);
            }
        }
        carry.valid += valid.before(to) - valid.before(from);
    }

    private long low(int row, int from) {
        return row < from ? 0 : Int128.low(sums.segment(), row);
    }

    private long high(int row, int from) {
        return row < from ? 0 : Int128.high(sums.segment(), row);
    }

    private void set(RunResult result, int row, long high, long low, long count) {
        if (count > 0) {
            result.set(row, ExactMean.of(high, low, scale, count));
        } else if (wide) {
            checkDigits(high, low);
            result.set(row, high, low);
        } else if (high != (unsigned ? 0 : low >> 63)) {
            throw new ArithmeticException("the sum " + Int128.toBigInteger(high, low) + " of a window does not fit "
                    + values.type() + "; cast the values to decimal(38, 0)");
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
        sums.close();
    }
}
