package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.groupby.cpu.exact.ExactNumber;
import dev.sheaf.groupby.cpu.exact.ExactRounding;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Views;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;

/// From the states of an [ExactReduction] to results: each the double nearest to a fraction of exact sums, rounded
/// once; square roots are rounded once more.
final class ExactResults {
    /// Units of sums of products.
    private static final int PRODUCT_EXPONENT = 2 * ExactRounding.UNIT_EXPONENT;

    private ExactResults() {}

    /// A result of `count` rows and the numbers of their group; `numbers` in the order of the states.
    private interface Value {
        double of(long count, ExactNumber[] numbers);
    }

    /// States: count, x.
    static Finalizer sum() {
        return finalizer(0, (_, numbers) -> numbers[0].nearest(ExactRounding.UNIT_EXPONENT));
    }

    /// States: count, xx.
    static Finalizer sumOfSquares() {
        return finalizer(0, (_, numbers) -> numbers[0].nearest(PRODUCT_EXPONENT));
    }

    /// States: count, x.
    static Finalizer mean() {
        return finalizer(
                0,
                (count, numbers) -> numbers[0].flags() != 0 || count == 1
                        ? numbers[0].nearest(ExactRounding.UNIT_EXPONENT)
                        : ExactRounding.nearest(
                                numbers[0].units(), BigInteger.valueOf(count), ExactRounding.UNIT_EXPONENT));
    }

    /// States: count, x, xx.
    static Finalizer m2() {
        return finalizer(0, (count, numbers) -> fraction(count, numbers, 0, 0, 1, 1));
    }

    /// States: count, x, xx.
    static Finalizer variance(int ddof) {
        return finalizer(ddof, (count, numbers) -> fraction(count, numbers, 0, 0, 1, count - ddof));
    }

    /// States: count, x, xx.
    static Finalizer deviation(int ddof) {
        return finalizer(ddof, (count, numbers) -> Math.sqrt(fraction(count, numbers, 0, 0, 1, count - ddof)));
    }

    /// States: count, x, y, xy.
    static Finalizer covariance(int ddof) {
        return finalizer(ddof, (count, numbers) -> fraction(count, numbers, 0, 1, 2, count - ddof));
    }

    /// States: count, x, y, xx, yy, xy.
    static Finalizer correlation() {
        return finalizer(1, (count, numbers) -> {
            if (hasSpecials(numbers)) {
                return Double.NaN;
            }
            BigInteger xy = aboutMeans(count, numbers, 0, 1, 4);
            BigInteger spread = aboutMeans(count, numbers, 0, 0, 2).multiply(aboutMeans(count, numbers, 1, 1, 3));
            if (spread.signum() == 0) {
                return Double.NaN;
            }
            double root = Math.sqrt(ExactRounding.nearest(xy.multiply(xy), spread, 0));
            return xy.signum() < 0 ? -root : root;
        });
    }

    /// `(n sum(xy) - sum(x) sum(y)) / (n divisor)`.
    private static double fraction(long count, ExactNumber[] numbers, int x, int y, int xy, long divisor) {
        if (hasSpecials(numbers)) {
            return Double.NaN;
        }
        BigInteger denominator = BigInteger.valueOf(count).multiply(BigInteger.valueOf(divisor));
        return ExactRounding.nearest(aboutMeans(count, numbers, x, y, xy), denominator, PRODUCT_EXPONENT);
    }

    private static boolean hasSpecials(ExactNumber[] numbers) {
        for (ExactNumber number : numbers) {
            if (number.flags() != 0) {
                return true;
            }
        }
        return false;
    }

    /// `n sum(xy) - sum(x) sum(y)`.
    private static BigInteger aboutMeans(long count, ExactNumber[] numbers, int x, int y, int xy) {
        return BigInteger.valueOf(count)
                .multiply(numbers[xy].units())
                .subtract(numbers[x].units().multiply(numbers[y].units()));
    }

    /// Null where the count is not above `ddof`.
    private static Finalizer finalizer(int ddof, Value value) {
        return (states, groups) -> {
            ExactNumber[] numbers = new ExactNumber[states.size() - 1];
            Arrays.setAll(numbers, _ -> new ExactNumber());
            try (Closer closer = new Closer()) {
                Buffer values =
                        closer.add(groups.pool().allocate((long) groups.count() * Double.BYTES, "exact results"));
                Buffer bits =
                        closer.add(groups.pool().allocateZeroed(Validity.byteSize(groups.count()), "exact results"));
                LongBuffer counts = ExactReduction.counts(states, groups.count());
                DoubleBuffer out = Views.doubles(values.segment(), 0, groups.count());
                ByteBuffer valid = Views.bytes(bits.segment());
                for (int group = 0; group < groups.count(); group++) {
                    if (counts.get(group) > ddof) {
                        read(states, group, numbers);
                        out.put(group, value.of(counts.get(group), numbers));
                        Bits.set(valid, group);
                    }
                }
                closer.release();
                return new FixedColumn(DataType.FLOAT64, groups.count(), values, Validity.of(bits, groups.count()));
            }
        };
    }

    private static void read(List<Column> states, int group, ExactNumber[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            ExactReduction.read((VarColumn) states.get(i + 1), group, numbers[i]);
        }
    }
}
