package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateColumns;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.MemoryPool;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
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
    private static final int WORDS_LOG = 2;
    private static final int WIDTH = Long.BYTES << WORDS_LOG;

    // Words of a state behind its count.
    private static final int SHIFT = 1;
    private static final int SUM = 2;
    private static final int SQUARES = 3;

    private final boolean whole;
    private final MemoryPool pool;
    private final StateColumn moments;
    private final ShiftRows shifts = new ShiftRows();

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
    public boolean hasRoom(int groups, long rows) {
        return StateColumn.fits(groups + rows, WIDTH);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        moments.ensure(groupCount, input.ids(), input.rows());
        shifts.count(input.ids(), input.rows(), WORDS_LOG, moments.longs());
        int from = 0;
        for (int i = 0; i < shifts.found(); i++) {
            int row = shifts.row(i);
            add(input, from, row);
            if (whole) {
                shiftWhole(
                        at(input.ids()[row]), shifts.count(i), input.argument(0).longs()[row]);
            } else {
                shift(at(input.ids()[row]), shifts.count(i), input.argument(0).doubles()[row]);
            }
            from = row;
        }
        add(input, from, input.rows());
    }

    private void add(ReductionInput input, int from, int to) {
        if (whole) {
            addWhole(input.ids(), input.argument(0).longs(), from, to, moments.longs(), moments.doubles());
        } else {
            add(input.ids(), input.argument(0).doubles(), from, to, moments.doubles());
        }
    }

    private static void add(int[] ids, double[] values, int from, int to, DoubleBuffer sums) {
        for (int i = from; i < to; i++) {
            int at = at(ids[i]);
            double deviation = values[i] - sums.get(at + SHIFT);
            StateColumn.add(sums, at + SUM, deviation);
            StateColumn.add(sums, at + SQUARES, deviation * deviation);
        }
    }

    private static int at(int id) {
        return StateColumn.FRONT_LONGS + (id << WORDS_LOG);
    }

    /// Takes the first value as shift, or moves the shift to the mean of so many values.
    private void shift(int at, long count, double value) {
        DoubleBuffer sums = moments.doubles();
        if (count == 0) {
            sums.put(at + SHIFT, value);
        } else if (count >= ShiftRows.FIRST_MEAN) {
            double before = sums.get(at + SHIFT);
            double mean = before + sums.get(at + SUM) / count;
            sums.put(at + SHIFT, mean);
            move(sums, at, count, mean - before);
        }
    }

    private void shiftWhole(int at, long count, long value) {
        LongBuffer words = moments.longs();
        DoubleBuffer sums = moments.doubles();
        if (count == 0) {
            words.put(at + SHIFT, value);
        } else if (count >= ShiftRows.FIRST_MEAN) {
            long before = words.get(at + SHIFT);
            long by = Math.round(sums.get(at + SUM) / count);
            long mean = before + by;
            if (((before ^ mean) & (by ^ mean)) >= 0) {
                words.put(at + SHIFT, mean);
                move(sums, at, count, by);
            }
        }
    }

    /// Takes sum and squares about a shift that is `by` larger.
    private static void move(DoubleBuffer sums, int at, long count, double by) {
        double sum = sums.get(at + SUM);
        sums.put(at + SUM, sum - count * by);
        StateColumn.add(sums, at + SQUARES, -by * (2 * sum - count * by));
    }

    private static void addWhole(int[] ids, long[] values, int from, int to, LongBuffer words, DoubleBuffer sums) {
        for (int i = from; i < to; i++) {
            int at = at(ids[i]);
            double deviation = distance(values[i], words.get(at + SHIFT));
            StateColumn.add(sums, at + SUM, deviation);
            StateColumn.add(sums, at + SQUARES, deviation * deviation);
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
        LongBuffer words = moments.longs();
        DoubleBuffer sums = moments.doubles();
        int at = at(id);
        long before = words.get(at);
        if (count <= before) {
            add(at, count, shift, sum, squares);
        } else {
            long ownShift = words.get(at + SHIFT);
            double ownSum = sums.get(at + SUM);
            double ownSquares = sums.get(at + SQUARES);
            words.put(at, count);
            words.put(at + SHIFT, shift);
            sums.put(at + SUM, sum);
            sums.put(at + SQUARES, squares);
            if (before > 0) {
                add(at, before, ownShift, ownSum, ownSquares);
            }
        }
        if (before > 0 && Long.highestOneBit(before + count) > Long.highestOneBit(before)) {
            recenter(at, before + count);
        }
    }

    private void recenter(int at, long count) {
        if (whole) {
            shiftWhole(at, count, 0);
        } else {
            shift(at, count, 0);
        }
    }

    /// Adds sums about another shift: with d between the shifts, (x + d)^2 = x^2 + 2dx + d^2.
    private void add(int at, long count, long shift, double sum, double squares) {
        LongBuffer words = moments.longs();
        DoubleBuffer sums = moments.doubles();
        long before = words.get(at);
        long own = words.get(at + SHIFT);
        double distance = whole ? distance(shift, own) : Double.longBitsToDouble(shift) - Double.longBitsToDouble(own);
        if (before + count < 0 && at >= StateColumn.FRONT_LONGS) {
            throw new ArithmeticException("the merged counts of moments do not fit int64");
        }
        words.put(at, before + count);
        StateColumn.add(sums, at + SUM, sum + count * distance);
        StateColumn.add(sums, at + SQUARES, squares + 2 * distance * sum + count * distance * distance);
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
