package dev.sheaf.groupby.cpu.exact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Sums, means and sums of products against BigDecimal, in whatever order and split.
@ExtendWith(PoolCheck.class)
class ExactSumsTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void sumsAndMeansAreTheNearestDoubles(MemoryPool pool) {
        RandomCases.run(2000, random -> {
            double[] values = values(random);
            try (ExactSums sums = new ExactSums(pool, false)) {
                sums.ensure(3);
                add(sums, values);
                BigDecimal exact = exact(values, values, false);
                ExactNumber number = read(sums, 1);
                assertThat(number.nearest(ExactRounding.UNIT_EXPONENT)).isEqualTo(exact.doubleValue() + 0.0);
                BigInteger count = BigInteger.valueOf(values.length);
                double mean = exact.divide(new BigDecimal(count), new MathContext(1200))
                        .doubleValue();
                assertThat(ExactRounding.nearest(number.units(), count, ExactRounding.UNIT_EXPONENT))
                        .isEqualTo(mean + 0.0);
                assertThat(read(sums, 0).byteSize()).isZero();
                assertThat(read(sums, 2).byteSize()).isZero();
            }
        });
    }

    /// A table makes all its states before one of them can be refused memory, and closes those that it has made.
    @Test
    void sumsOfNoGroupTakeNoMemory(MemoryPool pool) {
        try (ExactSums _ = new ExactSums(pool, false);
                ExactSums _ = new ExactSums(pool, true)) {
            assertThat(pool.usedBytes()).isZero();
        }
    }

    @Test
    void sumsOfProductsAreExact(MemoryPool pool) {
        BigDecimal unit = new BigDecimal(Double.MIN_VALUE).pow(2);
        RandomCases.run(1000, random -> {
            double[] xs = values(random);
            double[] ys = random.nextBoolean() ? xs : shuffled(xs, random);
            try (ExactSums sums = new ExactSums(pool, true)) {
                sums.ensure(2);
                sums.addProducts(ids(xs.length), xs, ys, xs.length);
                ExactNumber number = read(sums, 1);
                assertThat(new BigDecimal(number.units()).multiply(unit)).isEqualByComparingTo(exact(xs, ys, true));
                assertThat(number.nearest(2 * ExactRounding.UNIT_EXPONENT))
                        .isEqualTo(exact(xs, ys, true).doubleValue() + 0.0);
            }
        });
    }

    @Test
    void mergedPartsAreTheWholeToTheByte(MemoryPool pool) {
        RandomCases.run(500, random -> {
            double[] values = values(random);
            boolean products = random.nextBoolean();
            try (ExactSums whole = new ExactSums(pool, products);
                    ExactSums merged = new ExactSums(pool, products)) {
                whole.ensure(2);
                merged.ensure(2);
                addTo(whole, products, values);
                for (int from = 0; from < values.length; ) {
                    int to = from + 1 + random.nextInt(values.length - from);
                    try (ExactSums part = new ExactSums(pool, products)) {
                        part.ensure(2);
                        addTo(part, products, java.util.Arrays.copyOfRange(values, from, to));
                        merged.merge(1, throughBytes(read(part, 1), pool));
                    }
                    from = to;
                }
                assertThat(bytes(read(merged, 1), pool)).isEqualTo(bytes(read(whole, 1), pool));
            }
        });
    }

    private static void addTo(ExactSums sums, boolean products, double[] values) {
        if (products) {
            sums.addProducts(ids(values.length), values, values, values.length);
        } else {
            add(sums, values);
        }
    }

    @Test
    void infinitiesAndNaNsFollowIeeeInAnyOrder(MemoryPool pool) {
        assertThat(sum(pool, 1, INFINITY, 2)).isEqualTo(INFINITY);
        assertThat(sum(pool, -INFINITY, 1)).isEqualTo(-INFINITY);
        assertThat(sum(pool, INFINITY, 1, -INFINITY)).isNaN();
        assertThat(sum(pool, -INFINITY, Double.NaN)).isNaN();
    }

    @Test
    void sumsThatPassTheRangeOnTheWayComeBack(MemoryPool pool) {
        double most = Double.MAX_VALUE;
        assertThat(sum(pool, most, most, 1, -most, -most)).isEqualTo(1);
        assertThat(sum(pool, most, most)).isEqualTo(INFINITY);
        assertThat(sum(pool, -most, -most, Double.MIN_VALUE)).isEqualTo(-INFINITY);
        assertThat(sum(pool, 1e308, 1, -1e308, Double.MIN_VALUE)).isEqualTo(1);
        assertThat(sum(pool, -0.0, 0.0)).isEqualTo(0.0);
        assertThat(sum(pool, Double.MIN_VALUE, Double.MIN_VALUE)).isEqualTo(2 * Double.MIN_VALUE);
        assertThat(sum(pool, 1, Math.ulp(1.0) / 2)).isEqualTo(1);
        assertThat(sum(pool, 1, Math.ulp(1.0) / 2, Double.MIN_VALUE)).isEqualTo(1 + Math.ulp(1.0));
    }

    private static double sum(MemoryPool pool, double... values) {
        try (ExactSums sums = new ExactSums(pool, false)) {
            sums.ensure(2);
            add(sums, values);
            return read(sums, 1).nearest(ExactRounding.UNIT_EXPONENT);
        }
    }

    /// To group 1, with a value of no group between each two.
    private static void add(ExactSums sums, double... values) {
        int[] ids = new int[2 * values.length];
        double[] spaced = new double[2 * values.length];
        for (int i = 0; i < values.length; i++) {
            ids[2 * i] = 1;
            spaced[2 * i] = values[i];
            ids[2 * i + 1] = -1;
            spaced[2 * i + 1] = 7;
        }
        sums.add(ids, spaced, ids.length);
    }

    private static int[] ids(int count) {
        int[] ids = new int[count];
        java.util.Arrays.fill(ids, 1);
        return ids;
    }

    private static ExactNumber read(ExactSums sums, int group) {
        ExactNumber number = new ExactNumber();
        sums.read(group, number);
        return number;
    }

    private static byte[] bytes(ExactNumber number, MemoryPool pool) {
        try (Buffer buffer = pool.allocate(number.byteSize(), "number")) {
            number.write(buffer.segment(), 0);
            return buffer.segment().asSlice(0, number.byteSize()).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        }
    }

    private static ExactNumber throughBytes(ExactNumber number, MemoryPool pool) {
        try (Buffer buffer = pool.allocate(number.byteSize(), "number")) {
            number.write(buffer.segment(), 0);
            ExactNumber read = new ExactNumber();
            read.read(buffer.segment(), 0, number.byteSize());
            return read;
        }
    }

    private static BigDecimal exact(double[] xs, double[] ys, boolean products) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < xs.length; i++) {
            BigDecimal x = new BigDecimal(xs[i]);
            sum = sum.add(products ? x.multiply(new BigDecimal(ys[i])) : x);
        }
        return sum;
    }

    private static double[] shuffled(double[] values, SplittableRandom random) {
        double[] shuffled = values.clone();
        for (int i = shuffled.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = shuffled[i];
            shuffled[i] = shuffled[other];
            shuffled[other] = value;
        }
        return shuffled;
    }

    /// Values of one scale, of many scales, subnormal ones, any bits, and pairs that cancel.
    private static double[] values(SplittableRandom random) {
        int scales = random.nextInt(4);
        List<Double> values = new ArrayList<>();
        int count = random.nextInt(1, 60);
        for (int i = 0; i < count; i++) {
            double value = switch (scales) {
                case 0 -> Math.round(random.nextDouble() * 1e8) / 1e6;
                case 1 -> (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(-60, 60));
                case 2 -> random.nextLong(1L << 54) * Double.MIN_VALUE * (random.nextBoolean() ? 1 : -1);
                default -> finite(random);
            };
            values.add(value);
            if (random.nextInt(3) == 0) {
                values.add(-value);
            }
        }
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double finite(SplittableRandom random) {
        while (true) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                return value;
            }
        }
    }
}
