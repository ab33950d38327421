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

/// COVARIANCE and CORRELATION: the moments of two arguments and of their product, about shifts near their means
/// (see [MomentsReduction] for why that is stable). A state fills one cache line.
public final class CoMomentsReduction implements Reduction {
    private static final int WORDS_LOG = 3;
    private static final int WIDTH = Long.BYTES << WORDS_LOG;
    private static final int X_SHIFT = 1;
    private static final int Y_SHIFT = 2;
    private static final int X = 3;
    private static final int Y = 4;
    private static final int XX = 5;
    private static final int YY = 6;
    private static final int XY = 7;

    private final MemoryPool pool;
    private final StateColumn moments;
    private final ShiftRows shifts = new ShiftRows();

    /// The seven words behind the count of a state that is merged.
    private final double[] other = new double[7];

    CoMomentsReduction(MemoryPool pool) {
        this.pool = pool;
        this.moments = new StateColumn(pool, "group moments", WIDTH, 0);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(
                StateField.value("count", DataType.INT64, false),
                StateField.value("xshift", DataType.FLOAT64, false),
                StateField.value("yshift", DataType.FLOAT64, false),
                StateField.value("x", DataType.FLOAT64, false),
                StateField.value("y", DataType.FLOAT64, false),
                StateField.value("xx", DataType.FLOAT64, false),
                StateField.value("yy", DataType.FLOAT64, false),
                StateField.value("xy", DataType.FLOAT64, false));
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
        double[] xs = input.argument(0).doubles();
        double[] ys = input.argument(1).doubles();
        shifts.count(input.ids(), input.rows(), WORDS_LOG, moments.longs());
        int from = 0;
        for (int i = 0; i < shifts.found(); i++) {
            int row = shifts.row(i);
            add(input.ids(), xs, ys, from, row, moments.doubles());
            shift(moments.doubles(), at(input.ids()[row]), shifts.count(i), xs[row], ys[row]);
            from = row;
        }
        add(input.ids(), xs, ys, from, input.rows(), moments.doubles());
    }

    private static void add(int[] ids, double[] xs, double[] ys, int from, int to, DoubleBuffer sums) {
        for (int i = from; i < to; i++) {
            int at = at(ids[i]);
            double x = xs[i] - sums.get(at + X_SHIFT);
            double y = ys[i] - sums.get(at + Y_SHIFT);
            StateColumn.add(sums, at + X, x);
            StateColumn.add(sums, at + Y, y);
            StateColumn.add(sums, at + XX, x * x);
            StateColumn.add(sums, at + YY, y * y);
            StateColumn.add(sums, at + XY, x * y);
        }
    }

    private static int at(int id) {
        return StateColumn.FRONT_LONGS + (id << WORDS_LOG);
    }

    private static void shift(DoubleBuffer sums, int at, long count, double x, double y) {
        if (count == 0) {
            sums.put(at + X_SHIFT, x);
            sums.put(at + Y_SHIFT, y);
        } else if (count >= ShiftRows.FIRST_MEAN) {
            moveToMeans(sums, at, count);
        }
    }

    private static void moveToMeans(DoubleBuffer sums, int at, long count) {
        double xSum = sums.get(at + X);
        double ySum = sums.get(at + Y);
        double dx = moveShift(sums, at + X_SHIFT, xSum / count);
        double dy = moveShift(sums, at + Y_SHIFT, ySum / count);
        StateColumn.add(sums, at + X, -count * dx);
        StateColumn.add(sums, at + Y, -count * dy);
        StateColumn.add(sums, at + XX, -dx * (2 * xSum - count * dx));
        StateColumn.add(sums, at + YY, -dy * (2 * ySum - count * dy));
        StateColumn.add(sums, at + XY, count * dx * dy - dx * ySum - dy * xSum);
    }

    /// Moves a shift and returns by how much, after rounding.
    private static double moveShift(DoubleBuffer sums, int at, double by) {
        double before = sums.get(at);
        double after = before + by;
        sums.put(at, after);
        return after - before;
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        moments.ensure(groupCount, states.ids(), states.rows());
        long[] counts = states.argument(0).longs();
        for (int i = 0; i < states.rows(); i++) {
            if (counts[i] > 0) {
                merge(states, i, counts[i]);
            }
        }
    }

    private void merge(ReductionInput states, int row, long count) {
        for (int i = 0; i < other.length; i++) {
            other[i] = states.argument(i + 1).doubles()[row];
        }
        merge(states.ids()[row], count);
    }

    /// Adds `count` rows with the shifts and sums in [#other]. The smaller side moves to the shifts of the
    /// larger, as in [MomentsReduction].
    private void merge(int id, long count) {
        LongBuffer words = moments.longs();
        DoubleBuffer sums = moments.doubles();
        int at = at(id);
        long before = words.get(at);
        if (count <= before) {
            add(words, sums, at, count, other);
        } else {
            for (int i = 0; i < other.length; i++) {
                int word = at + X_SHIFT + i;
                double own = sums.get(word);
                sums.put(word, other[i]);
                other[i] = own;
            }
            words.put(at, count);
            if (before > 0) {
                add(words, sums, at, before, other);
            }
        }
        boolean hasDoubled = before > 0 && Long.highestOneBit(before + count) > Long.highestOneBit(before);
        if (hasDoubled && before + count >= ShiftRows.FIRST_MEAN) {
            moveToMeans(sums, at, before + count);
        }
    }

    /// Adds `count` rows' sums about other shifts: shifts and sums in the order of the state.
    private static void add(LongBuffer words, DoubleBuffer sums, int at, long count, double[] more) {
        double dx = more[0] - sums.get(at + X_SHIFT);
        double dy = more[1] - sums.get(at + Y_SHIFT);
        double x = more[2];
        double y = more[3];
        words.put(at, words.get(at) + count);
        StateColumn.add(sums, at + X, x + count * dx);
        StateColumn.add(sums, at + Y, y + count * dy);
        StateColumn.add(sums, at + XX, more[4] + 2 * dx * x + count * dx * dx);
        StateColumn.add(sums, at + YY, more[5] + 2 * dy * y + count * dy * dy);
        StateColumn.add(sums, at + XY, more[6] + dx * y + dy * x + count * dx * dy);
    }

    @Override
    public List<Column> export(int groupCount) {
        moments.ensure(groupCount);
        return StateColumns.columns(stateFields(), moments, groupCount, pool);
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
