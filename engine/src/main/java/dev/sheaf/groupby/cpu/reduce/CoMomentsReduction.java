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

/// COVARIANCE and CORRELATION: the moments of two arguments and of their product, about shifts near their means
/// (see [MomentsReduction] for why that is stable). A state fills one cache line.
public final class CoMomentsReduction implements Reduction {
    private static final int WIDTH = 64;
    private static final int X_SHIFT = 8;
    private static final int Y_SHIFT = 16;
    private static final int X = 24;
    private static final int Y = 32;
    private static final int XX = 40;
    private static final int YY = 48;
    private static final int XY = 56;

    private final MemoryPool pool;
    private final StateColumn moments;

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
    public void update(ReductionInput input, int groupCount) {
        moments.ensure(groupCount, input.ids(), input.rows());
        add(input.ids(), input.argument(0).doubles(), input.argument(1).doubles(), input.rows(), moments.segment());
    }

    private static void add(int[] ids, double[] xs, double[] ys, int rows, MemorySegment moments) {
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) ids[i] << 6);
            long count = moments.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            if ((count & (count - 1)) == 0) {
                shift(moments, at, count, xs[i], ys[i]);
            }
            double x = xs[i] - moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + X_SHIFT);
            double y = ys[i] - moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + Y_SHIFT);
            moments.set(ValueLayout.JAVA_LONG_UNALIGNED, at, count + 1);
            StateColumn.addDouble(moments, at + X, x);
            StateColumn.addDouble(moments, at + Y, y);
            StateColumn.addDouble(moments, at + XX, x * x);
            StateColumn.addDouble(moments, at + YY, y * y);
            StateColumn.addDouble(moments, at + XY, x * y);
        }
    }

    private static void shift(MemorySegment moments, long at, long count, double x, double y) {
        if (count == 0) {
            moments.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + X_SHIFT, x);
            moments.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + Y_SHIFT, y);
        } else if (count >= MomentsReduction.FIRST_MEAN) {
            moveToMeans(moments, at, count);
        }
    }

    private static void moveToMeans(MemorySegment moments, long at, long count) {
        double xSum = moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + X);
        double ySum = moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + Y);
        double dx = moveShift(moments, at + X_SHIFT, xSum / count);
        double dy = moveShift(moments, at + Y_SHIFT, ySum / count);
        StateColumn.addDouble(moments, at + X, -count * dx);
        StateColumn.addDouble(moments, at + Y, -count * dy);
        StateColumn.addDouble(moments, at + XX, -dx * (2 * xSum - count * dx));
        StateColumn.addDouble(moments, at + YY, -dy * (2 * ySum - count * dy));
        StateColumn.addDouble(moments, at + XY, count * dx * dy - dx * ySum - dy * xSum);
    }

    /// Moves a shift and returns by how much, after rounding.
    private static double moveShift(MemorySegment moments, long at, double by) {
        double before = moments.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
        double after = before + by;
        moments.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, after);
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
        MemorySegment segment = moments.segment();
        long at = StateColumn.FRONT + ((long) id << 6);
        long before = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        if (count <= before) {
            add(segment, at, count, other);
        } else {
            for (int i = 0; i < other.length; i++) {
                long word = at + X_SHIFT + (long) i * Double.BYTES;
                double own = segment.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, word);
                segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, word, other[i]);
                other[i] = own;
            }
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, count);
            if (before > 0) {
                add(segment, at, before, other);
            }
        }
        boolean hasDoubled = before > 0 && Long.highestOneBit(before + count) > Long.highestOneBit(before);
        if (hasDoubled && before + count >= MomentsReduction.FIRST_MEAN) {
            moveToMeans(segment, at, before + count);
        }
    }

    /// Adds `count` rows' sums about other shifts: shifts and sums in the order of the state.
    private static void add(MemorySegment segment, long at, long count, double[] sums) {
        double dx = sums[0] - segment.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + X_SHIFT);
        double dy = sums[1] - segment.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + Y_SHIFT);
        double x = sums[2];
        double y = sums[3];
        segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at) + count);
        StateColumn.addDouble(segment, at + X, x + count * dx);
        StateColumn.addDouble(segment, at + Y, y + count * dy);
        StateColumn.addDouble(segment, at + XX, sums[4] + 2 * dx * x + count * dx * dx);
        StateColumn.addDouble(segment, at + YY, sums[5] + 2 * dy * y + count * dy * dy);
        StateColumn.addDouble(segment, at + XY, sums[6] + dx * y + dy * x + count * dx * dy);
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
