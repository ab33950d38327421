package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateColumns;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// VARIANCE and STD: count, a shift, and the sum and the squares of deviations from the shift.
///
/// The shift is the group's first value, and from the eighth row on the mean, taken again whenever the count has
/// doubled. Then the sum stays small against the squares, and subtracting it from them loses a bit or two, where
/// sums of bare squares lose everything; a far first value does no harm for long. This needs no division a row,
/// unlike Welford's recurrence. Whole numbers are shifted by whole numbers, exactly.
///
/// @see <a href="https://doi.org/10.1080/00031305.1983.10483115">Chan, Golub, LeVeque, Algorithms for computing
///     the sample variance, 1983, section 3 (shifted data)</a>
final class MomentsReduction implements Reduction {
    private static final int WIDTH = 32;
    private static final int SHIFT_AT = 8;
    private static final int SUM_AT = 16;
    private static final int SQUARES_AT = 24;

    /// From so many rows on the mean is a better shift than the first value. A power of two.
    static final int FIRST_MEAN = 8;

    private final boolean whole;
    private final MemoryPool pool;
    private final StateColumn moments;

    /// Of whole numbers if `whole`, else of doubles.
    MomentsReduction(boolean whole, MemoryPool pool) {
        this.whole = whole;
        this.pool = pool;
        this.moments = new StateColumn(pool, "group moments", WIDTH, 0);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(
                StateField.value("count", DataType.INT64, false),
                StateField.value("shift", whole ? DataType.INT64 : DataType.FLOAT64, false),
                StateField.value("sum", DataType.FLOAT64, false),
                StateField.value("squares", DataType.FLOAT64, false));
    }

    @Override
    public void reserve(int groups) {
        moments.reserve(groups);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        moments.ensure(groupCount, input.ids(), input.rows());
        if (whole) {
            addWhole(input.ids(), input.argument(0).longs(), input.rows(), moments.segment());
        } else {
            add(input.ids(), input.argument(0).doubles(), input.rows(), moments.segment());
        }
    }

    private static void add(int[] ids, double[] values, int rows, MemorySegment moments) {
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 5);
            double value = values[i];
            long count = moments.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            if ((count & (count - 1)) == 0) {
                shift(moments, at, count, value);
            }
            double deviation = value - moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SHIFT_AT);
            moments.set(ValueLayout.JAVA_LONG_UNALIGNED, at, count + 1);
            StateColumn.addDouble(moments, at + SUM_AT, deviation);
            StateColumn.addDouble(moments, at + SQUARES_AT, deviation * deviation);
        }
    }

    /// Takes the first value as shift, or moves the shift to the mean of so many values.
    private static void shift(MemorySegment moments, long at, long count, double value) {
        if (count == 0) {
            moments.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SHIFT_AT, value);
        } else if (count >= FIRST_MEAN) {
            double before = moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SHIFT_AT);
            double mean = before + moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SUM_AT) / count;
            moments.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SHIFT_AT, mean);
            move(moments, at, count, mean - before);
        }
    }

    private static void shiftWhole(MemorySegment moments, long at, long count, long value) {
        if (count == 0) {
            moments.set(ValueLayout.JAVA_LONG_UNALIGNED, at + SHIFT_AT, value);
        } else if (count >= FIRST_MEAN) {
            long before = moments.get(ValueLayout.JAVA_LONG_UNALIGNED, at + SHIFT_AT);
            long by = Math.round(moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SUM_AT) / count);
            long mean = before + by;
            if (((before ^ mean) & (by ^ mean)) >= 0) {
                moments.set(ValueLayout.JAVA_LONG_UNALIGNED, at + SHIFT_AT, mean);
                move(moments, at, count, by);
            }
        }
    }

    /// Takes sum and squares about a shift that is `by` larger.
    private static void move(MemorySegment moments, long at, long count, double by) {
        double sum = moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SUM_AT);
        moments.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SUM_AT, sum - count * by);
        StateColumn.addDouble(moments, at + SQUARES_AT, -by * (2 * sum - count * by));
    }

    private static void addWhole(int[] ids, long[] values, int rows, MemorySegment moments) {
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 5);
            long count = moments.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            if ((count & (count - 1)) == 0) {
                shiftWhole(moments, at, count, values[i]);
            }
            double deviation = distance(values[i], moments.get(ValueLayout.JAVA_LONG_UNALIGNED, at + SHIFT_AT));
            moments.set(ValueLayout.JAVA_LONG_UNALIGNED, at, count + 1);
            StateColumn.addDouble(moments, at + SUM_AT, deviation);
            StateColumn.addDouble(moments, at + SQUARES_AT, deviation * deviation);
        }
    }

    /// `a - b`; as doubles only where the difference passes 64 bits and is so large that it does not matter.
    private static double distance(long a, long b) {
        long difference = a - b;
        return ((a ^ b) & (a ^ difference)) < 0 ? (double) a - (double) b : difference;
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        moments.ensure(groupCount, states.ids(), states.rows());
        long[] counts = states.argument(0).longs();
        long[] shifts = states.argument(1).longs();
        double[] sums = states.argument(2).doubles();
        double[] squares = states.argument(3).doubles();
        for (int i = 0; i < states.rows(); i++) {
            if (counts[i] > 0) {
                merge(states.ids()[i], counts[i], shifts[i], sums[i], squares[i]);
            }
        }
    }

    /// The smaller side moves to the shift of the larger: one far value must not become the shift of many. When the
    /// count has doubled, the shift moves to the mean, as it does for rows.
    private void merge(int id, long count, long shift, double sum, double squares) {
        MemorySegment segment = moments.segment();
        long at = StateColumn.FRONT + ((long) id << 5);
        long before = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        if (count <= before) {
            add(at, count, shift, sum, squares);
        } else {
            long ownShift = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at + SHIFT_AT);
            double ownSum = segment.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SUM_AT);
            double ownSquares = segment.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SQUARES_AT);
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, count);
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at + SHIFT_AT, shift);
            segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SUM_AT, sum);
            segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + SQUARES_AT, squares);
            if (before > 0) {
                add(at, before, ownShift, ownSum, ownSquares);
            }
        }
        if (before > 0 && Long.highestOneBit(before + count) > Long.highestOneBit(before)) {
            recenter(segment, at, before + count);
        }
    }

    private void recenter(MemorySegment segment, long at, long count) {
        if (whole) {
            shiftWhole(segment, at, count, 0);
        } else {
            shift(segment, at, count, 0);
        }
    }

    /// Adds sums about another shift: with d between the shifts, (x + d)^2 = x^2 + 2dx + d^2.
    private void add(long at, long count, long shift, double sum, double squares) {
        MemorySegment segment = moments.segment();
        long before = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        long own = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at + SHIFT_AT);
        double distance = whole ? distance(shift, own) : Double.longBitsToDouble(shift) - Double.longBitsToDouble(own);
        if (before + count < 0 && at >= StateColumn.FRONT) {
            throw new ArithmeticException("the merged counts of moments do not fit int64");
        }
        segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, before + count);
        StateColumn.addDouble(segment, at + SUM_AT, sum + count * distance);
        StateColumn.addDouble(segment, at + SQUARES_AT, squares + 2 * distance * sum + count * distance * distance);
    }

    @Override
    public List<Column> export(int groupCount) {
        moments.ensure(groupCount);
        return StateColumns.columns(stateFields(), moments, groupCount, pool);
    }

    /// The squared deviations from the mean, summed; `count` is not zero. Finite values whose squares are too large
    /// for a double give infinity.
    static double squaresAboutMean(long count, double sum, double squares) {
        return Double.isInfinite(squares) && Double.isFinite(sum) ? squares : Math.max(0, squares - sum / count * sum);
    }

    @Override
    public void clear() {
        moments.clear();
    }

    @Override
    public void close() {
        moments.close();
    }
}
