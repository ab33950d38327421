package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;

/// From the values of each group to their skewness or kurtosis, in two passes: the mean, then the powers of the
/// distances from it. Sums of bare powers, which one pass would give, lose all digits where the mean is far from
/// zero. Values are added in rising order, so that the order of rows does not matter.
public final class HigherMoments {
    private static final String PURPOSE = "shapes";

    private HigherMoments() {}

    /// A figure of `n` values from the means of the squares, cubes and fourth powers of their distances from the mean.
    private interface Figure {
        double of(double n, double squares, double cubes, double fourths);
    }

    /// SKEWNESS: G1.
    public static Finalizer skewness() {
        return (states, groups) -> finish(
                states,
                groups,
                3,
                (n, squares, cubes, _) -> Math.sqrt(n * (n - 1)) / (n - 2) * (cubes / (squares * Math.sqrt(squares))));
    }

    /// KURTOSIS: G2 if `sample`, else g2.
    public static Finalizer kurtosis(boolean sample) {
        return (states, groups) -> finish(states, groups, sample ? 4 : 2, (n, squares, _, fourths) -> {
            double ratio = fourths / (squares * squares);
            return sample ? (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * ratio - 3 * (n - 1)) : ratio - 3;
        });
    }

    /// Null of fewer than `least` values.
    private static Column finish(List<Column> states, Finalizer.Groups groups, int least, Figure figure) {
        ListColumn lists = (ListColumn) states.getFirst();
        MemorySegment elements = ((FixedColumn) lists.elements()).segment();
        try (Closer closer = new Closer()) {
            Buffer results = closer.add(groups.pool().allocateZeroed((long) groups.count() * Double.BYTES, PURPOSE));
            Buffer bits = closer.add(groups.pool().allocateZeroed(Validity.byteSize(groups.count()), PURPOSE));
            DoubleBuffer out = Views.doubles(results.segment(), 0, groups.count());
            ByteBuffer valid = Views.bytes(bits.segment());
            for (int group = 0; group < groups.count(); group++) {
                if (!lists.isNull(group) && lists.offsets().size(group) >= least) {
                    double[] values = sorted(lists, elements, group);
                    out.put(group, figure(values, figure));
                    Bits.set(valid, group);
                }
            }
            closer.release();
            return new FixedColumn(DataType.FLOAT64, groups.count(), results, Validity.of(bits, groups.count()));
        }
    }

    private static double[] sorted(ListColumn lists, MemorySegment elements, int group) {
        double[] values = new double[Math.toIntExact(lists.offsets().size(group))];
        MemorySegment.copy(
                elements, ValueLayout.JAVA_DOUBLE, lists.offsets().start(group) << 3, values, 0, values.length);
        Arrays.sort(values);
        return values;
    }

    /// NaN where all values are the same or one is not finite.
    private static double figure(double[] values, Figure figure) {
        if (values[0] == values[values.length - 1]) {
            return Double.NaN;
        }
        center(values);
        double mean = Arrays.stream(values).sum() / values.length;
        double squares = 0;
        double cubes = 0;
        double fourths = 0;
        for (double value : values) {
            double distance = value - mean;
            double square = distance * distance;
            squares += square;
            cubes += square * distance;
            fourths += square * square;
        }
        double n = values.length;
        return figure.of(n, squares / n, cubes / n, fourths / n);
    }

    /// Takes values, which are sorted, relative to the middle one and in units of about the greatest: neither changes
    /// the figures, digits far from zero are kept, and no power overflows.
    private static void center(double[] values) {
        double greatest = Math.max(Math.abs(values[0]), Math.abs(values[values.length - 1]));
        int exponent = Math.getExponent(greatest) + 1;
        double middle = Math.scalb(values[values.length / 2], -exponent);
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.scalb(values[i], -exponent) - middle;
        }
    }
}
