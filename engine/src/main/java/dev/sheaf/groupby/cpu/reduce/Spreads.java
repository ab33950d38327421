package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.groupby.cpu.chunk.Decimals;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// From moments to variances, standard deviations, covariances and correlations.
final class Spreads {
    /// From here on products of doubles lose no digits to the least exponent.
    private static final double LEAST_PRODUCT = Double.MIN_NORMAL;

    /// Groups of a block: whole words of bits.
    private static final int BLOCK = 1024;

    /// The states of one argument: its sum and its squares, both about the shift.
    private static final int[] SINGLE = {2, 3};

    private Spreads() {}

    /// A value of a group's moments: row `row` of each array, in the order in which they are asked for.
    private interface Value {
        double of(double[][] moments, int row, long count);
    }

    /// M2 of numbers that are `scale` decimal digits larger than the values they stand for.
    static Finalizer aboutMean(int scale) {
        double unit = Decimals.power(scale) * Decimals.power(scale);
        return (states, groups) ->
                column(states, groups, 0, SINGLE, (from, row, count) -> squares(from, row, count) / unit);
    }

    /// MERGE_M2: structs of count, mean and M2.
    static Finalizer packed(DataType type) {
        return (states, groups) -> packed((DataType.StructType) type, states, groups);
    }

    private static Column packed(DataType.StructType type, List<Column> states, Finalizer.Groups groups) {
        try (Closer closer = new Closer()) {
            Column means = closer.add(column(
                    states, groups, 0, new int[] {1, 2}, (from, row, count) -> from[0][row] + from[1][row] / count));
            Column squares = closer.add(column(states, groups, 0, SINGLE, Spreads::squares));
            FixedColumn counts = (FixedColumn) states.getFirst();
            Validity validity = closer.add(means.validity().slice(0, groups.count()));
            Column own = new FixedColumn(
                    DataType.INT64,
                    groups.count(),
                    counts.values().retain(),
                    means.validity().slice(0, groups.count()));
            closer.release();
            return new StructColumn(type, List.of(own, means, squares), validity);
        }
    }

    /// VARIANCE of numbers that are `scale` decimal digits larger than the values they stand for.
    static Finalizer variance(int ddof, int scale) {
        double unit = Decimals.power(scale) * Decimals.power(scale);
        return (states, groups) -> column(
                states, groups, ddof, SINGLE, (from, row, count) -> squares(from, row, count) / (count - ddof) / unit);
    }

    static Finalizer deviation(int ddof, int scale) {
        double unit = Decimals.power(scale);
        return (states, groups) -> column(
                states,
                groups,
                ddof,
                SINGLE,
                (from, row, count) -> Math.sqrt(squares(from, row, count) / (count - ddof)) / unit);
    }

    static Finalizer covariance(int ddof) {
        return (states, groups) -> column(
                states,
                groups,
                ddof,
                new int[] {3, 4, 7},
                (from, row, count) -> aboutMeans(from, row, count, 0, 1, 2) / (count - ddof));
    }

    static Finalizer correlation() {
        return (states, groups) -> column(states, groups, 1, new int[] {3, 4, 5, 6, 7}, Spreads::correlation);
    }

    /// NaN if an argument does not vary, or so far that its squares have no number. The root of a square is
    /// exact, so that what is compared with itself, or with its multiple, gives 1; roots are taken one by one
    /// only where their product has no exponent.
    private static double correlation(double[][] moments, int row, long count) {
        double xx = aboutMeans(moments, row, count, 0, 0, 2);
        double yy = aboutMeans(moments, row, count, 1, 1, 3);
        double xy = aboutMeans(moments, row, count, 0, 1, 4);
        if (!isSpread(xx) || !isSpread(yy)) {
            return Double.NaN;
        }
        double product = xx * yy;
        boolean fits = product >= LEAST_PRODUCT && product <= Double.MAX_VALUE;
        return Math.clamp(xy / (fits ? Math.sqrt(product) : Math.sqrt(xx) * Math.sqrt(yy)), -1.0, 1.0);
    }

    private static boolean isSpread(double squares) {
        return squares > 0 && squares <= Double.MAX_VALUE;
    }

    private static double squares(double[][] moments, int row, long count) {
        return MomentsReduction.squaresAboutMean(count, moments[0][row], moments[1][row]);
    }

    /// The products in array `xy`, taken from about the shifts to about the means; NaN with an infinite sum,
    /// about which an infinite product says nothing.
    private static double aboutMeans(double[][] moments, int row, long count, int x, int y, int xy) {
        double xSum = moments[x][row];
        double ySum = moments[y][row];
        return Double.isInfinite(xSum) || Double.isInfinite(ySum) ? Double.NaN : moments[xy][row] - xSum / count * ySum;
    }

    /// Null where the count, the first state, is not above `ddof`. A block of groups at a time is copied to arrays, one
    /// for each of the states `read`: loops over arrays are compiled in a fraction of the time.
    private static Column column(List<Column> states, Finalizer.Groups groups, int ddof, int[] read, Value value) {
        try (Closer closer = new Closer()) {
            Buffer values = closer.add(groups.pool().allocate((long) groups.count() * Double.BYTES, "spreads"));
            Buffer bits = closer.add(groups.pool().allocate(Validity.byteSize(groups.count()), "spreads"));
            long[] counts = new long[BLOCK];
            double[][] moments = new double[read.length][BLOCK];
            double[] results = new double[BLOCK];
            for (int from = 0; from < groups.count(); from += BLOCK) {
                int rows = Math.min(BLOCK, groups.count() - from);
                MemorySegment.copy(segment(states, 0), ValueLayout.JAVA_LONG, (long) from << 3, counts, 0, rows);
                for (int i = 0; i < read.length; i++) {
                    MemorySegment moment = segment(states, read[i]);
                    MemorySegment.copy(moment, ValueLayout.JAVA_DOUBLE, (long) from << 3, moments[i], 0, rows);
                }
                compute(value, moments, counts, ddof, rows, results);
                MemorySegment.copy(results, 0, values.segment(), ValueLayout.JAVA_DOUBLE, (long) from << 3, rows);
                Bits.above(counts, ddof, rows, bits.segment(), from);
            }
            closer.release();
            return new FixedColumn(DataType.FLOAT64, groups.count(), values, Validity.of(bits, groups.count()));
        }
    }

    private static MemorySegment segment(List<Column> states, int state) {
        return ((FixedColumn) states.get(state)).segment();
    }

    private static void compute(Value value, double[][] moments, long[] counts, int ddof, int rows, double[] results) {
        for (int row = 0; row < rows; row++) {
            if (counts[row] > ddof) {
                results[row] = value.of(moments, row, counts[row]);
            }
        }
    }
}
