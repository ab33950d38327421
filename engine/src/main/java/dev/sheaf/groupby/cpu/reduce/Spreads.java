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

    private Spreads() {}

    /// A value of a group's moments; `states` are read at row `group`.
    private interface Value {
        double of(List<Column> states, int group, long count);
    }

    /// M2 of numbers that are `scale` decimal digits larger than the values they stand for.
    static Finalizer aboutMean(int scale) {
        double unit = Decimals.power(scale) * Decimals.power(scale);
        return (states, groups) ->
                column(states, groups, 0, (from, group, count) -> squares(from, group, count) / unit);
    }

    /// MERGE_M2: structs of count, mean and M2.
    static Finalizer packed(DataType type) {
        return (states, groups) -> packed((DataType.StructType) type, states, groups);
    }

    private static Column packed(DataType.StructType type, List<Column> states, Finalizer.Groups groups) {
        try (Closer closer = new Closer()) {
            Column means = closer.add(column(
                    states,
                    groups,
                    0,
                    (from, group, count) -> number(from, 1, group) + number(from, 2, group) / count));
            Column squares = closer.add(column(states, groups, 0, Spreads::squares));
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
                states, groups, ddof, (from, group, count) -> squares(from, group, count) / (count - ddof) / unit);
    }

    static Finalizer deviation(int ddof, int scale) {
        double unit = Decimals.power(scale);
        return (states, groups) -> column(
                states,
                groups,
                ddof,
                (from, group, count) -> Math.sqrt(squares(from, group, count) / (count - ddof)) / unit);
    }

    static Finalizer covariance(int ddof) {
        return (states, groups) -> column(
                states, groups, ddof, (from, group, count) -> aboutMeans(from, group, count, 3, 4, 7) / (count - ddof));
    }

    static Finalizer correlation() {
        return (states, groups) -> column(states, groups, 1, Spreads::correlation);
    }

    /// NaN if an argument does not vary, or so far that its squares have no number. The root of a square is
    /// exact, so that what is compared with itself, or with its multiple, gives 1; roots are taken one by one
    /// only where their product has no exponent.
    private static double correlation(List<Column> states, int group, long count) {
        double xx = aboutMeans(states, group, count, 3, 3, 5);
        double yy = aboutMeans(states, group, count, 4, 4, 6);
        double xy = aboutMeans(states, group, count, 3, 4, 7);
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

    private static double squares(List<Column> states, int group, long count) {
        return MomentsReduction.squaresAboutMean(count, number(states, 2, group), number(states, 3, group));
    }

    /// The products in state `xy`, taken from about the shifts to about the means; NaN with an infinite sum,
    /// about which an infinite product says nothing.
    private static double aboutMeans(List<Column> states, int group, long count, int x, int y, int xy) {
        double xSum = number(states, x, group);
        double ySum = number(states, y, group);
        return Double.isInfinite(xSum) || Double.isInfinite(ySum)
                ? Double.NaN
                : number(states, xy, group) - xSum / count * ySum;
    }

    private static double number(List<Column> states, int state, int group) {
        return ((FixedColumn) states.get(state)).segment().getAtIndex(ValueLayout.JAVA_DOUBLE, group);
    }

    /// Null where the count, the first state, is not above `ddof`.
    private static Column column(List<Column> states, Finalizer.Groups groups, int ddof, Value value) {
        MemorySegment counts = ((FixedColumn) states.getFirst()).segment();
        try (Closer closer = new Closer()) {
            Buffer values = closer.add(groups.pool().allocate((long) groups.count() * Double.BYTES, "spreads"));
            Buffer bits = closer.add(groups.pool().allocateZeroed(Validity.byteSize(groups.count()), "spreads"));
            for (int group = 0; group < groups.count(); group++) {
                long count = counts.getAtIndex(ValueLayout.JAVA_LONG, group);
                if (count > ddof) {
                    values.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, group, value.of(states, group, count));
                    Bits.set(bits.segment(), group);
                }
            }
            closer.release();
            return new FixedColumn(DataType.FLOAT64, groups.count(), values, Validity.of(bits, groups.count()));
        }
    }
}
