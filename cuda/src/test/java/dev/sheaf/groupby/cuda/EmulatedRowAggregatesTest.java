package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.all;
import static dev.sheaf.expr.Expressions.any;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.variance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Moments of any number of groups, and the least and greatest texts, with kernels run on the CPU:
/// `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedRowAggregatesTest {
    /// Each kernel takes seconds to compile.
    private static final int STEP = Integer.getInteger("sheaf.shape.step", 7);

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    /// Each shape draws data of its own: a case may have no rows, which are no work for a fast strategy.
    @ParameterizedTest
    @ValueSource(strings = {"", "single"})
    void aggregatesGiveWhatTheCpuGives(String strategy) {
        ShapeComparison comparison = new ShapeComparison(device.backend(), Map.of("cuda.strategy", strategy));
        RandomCases.run(4, random -> {
            for (int shape = 0; shape < RowAggregates.number(); shape += STEP) {
                comparison.compare(RowAggregates.request(shape, random), false, random);
            }
        });

        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() * 8 / 10);
        assertThat(comparison.ways().getOrDefault("general strategy", 0))
                .as("%s", comparison.ways())
                .isLessThan(comparison.onGpu() / 2);
    }

    /// The least value, from which all others are first taken, lies so far from them that sums of squares
    /// lose 13 bits. Equal values have a variance of exactly 0 and no correlation.
    @Test
    void aValueFarFromTheOthersCostsNoBits(MemoryPool pool) {
        int rows = 20_000;
        SplittableRandom random = new SplittableRandom(7);
        Integer[] keys = new Integer[rows];
        Double[] values = new Double[rows];
        Double[] others = new Double[rows];
        for (int row = 0; row < rows; row++) {
            keys[row] = row % 2;
            values[row] = row == 4 ? null : row == 6 ? -1e6 : keys[row] == 1 ? 0.1 : 1e3 + random.nextDouble();
            others[row] = random.nextDouble();
        }
        QueryContext context = QueryContext.builder().pool(pool).build();
        Gpu gpu = new Gpu(device.open());
        try (Table host = Table.of("k", keys, "v", values, "o", others);
                GpuStream stream = gpu.openStream();
                GpuTable table = gpu.load(new TableDataset(host), context, stream);
                Table found = table.groupBy("k")
                        .order(Order.SORTED)
                        .download(context, variance("v").as("v"), corr("v", "o").as("c"))) {
            assertThat((Double) found.values("v").get(0)).isCloseTo(exactVariance(values), withinPercentage(1e-11));
            assertThat(found.values("v").get(1)).isEqualTo(0.0);
            assertThat(found.values("c").get(1)).isEqualTo(Double.NaN);
        }
    }

    @Test
    void squaresThatAreNoNumbersHaveNoShares(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        Gpu gpu = new Gpu(device.open());
        try (Table host = Table.of(
                        "k", new int[] {1, 1, 1}, "v", new double[] {0, 1e160, -1e160}, "o", new double[] {0, 1, -1});
                GpuStream stream = gpu.openStream();
                GpuTable table = gpu.load(new TableDataset(host), context, stream);
                Table found = table.groupBy("k")
                        .download(
                                context,
                                corr("v", "o").as("first"),
                                corr("o", "v").as("second"),
                                corr("o", "o").as("neither"))) {
            assertThat(found.values("first")).containsExactly(Double.NaN);
            assertThat(found.values("second")).containsExactly(Double.NaN);
            assertThat(found.values("neither")).containsExactly(1.0);
        }
    }

    /// Their words are the numbers of their groups.
    @Test
    void boolsAreKeysOfMoments(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        Gpu gpu = new Gpu(device.open());
        Boolean[] bools = {true, null, false, true, null, false, true, false, true, null};
        int[] others = {1, 1, 1, 1, 1, 2, 1, 2, 2, 1};
        double[] values = {1, 2, 3, 4, 6, 8, 7, 9, 5, 7};
        try (Table host = Table.of("b", bools, "k", others, "v", values);
                GpuStream stream = gpu.openStream();
                GpuTable table = gpu.load(new TableDataset(host), context, stream);
                Table found = table.groupBy("b", "k")
                        .order(Order.SORTED)
                        .download(context, corr("v", "v").as("c"), variance("v").as("v"))) {
            assertThat(found.values("b")).containsExactly(false, false, true, true, null);
            assertThat(found.values("k")).containsExactly(1, 2, 1, 2, 1);
            assertThat(found.values("v")).containsExactly(null, 0.5, 9.0, null, 7.0);
        }
    }

    /// Beside them stand a computed bool and its condition; no value of the second group is known.
    @Test
    void boolsAreCellsAsOtherNumbersAre(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        Gpu gpu = new Gpu(device.open());
        Boolean[] bools = {true, null, false, null, true, true};
        try (Table host = Table.of("k", new int[] {1, 1, 1, 2, 3, 3}, "b", bools, "v", new int[] {1, 2, 3, 4, 5, 6});
                GpuStream stream = gpu.openStream();
                GpuTable table = gpu.load(new TableDataset(host), context, stream);
                Table found = table.groupBy("k")
                        .order(Order.SORTED)
                        .download(
                                context,
                                any("b").as("any"),
                                all("b").as("all"),
                                count("b").as("n"),
                                min("b").filter(col("v").gt(2)).as("least"),
                                any(col("v").gt(4)).as("late"))) {
            assertThat(found.values("any")).containsExactly(true, null, true);
            assertThat(found.values("all")).containsExactly(false, null, true);
            assertThat(found.values("n")).containsExactly(2L, 0L, 2L);
            assertThat(found.values("least")).containsExactly(false, null, true);
            assertThat(found.values("late")).containsExactly(false, false, true);
        }
        assertThat(context.decisions().getLast().choice()).doesNotContain("general strategy");
    }

    @Test
    void rowsWithoutKeysGiveNoTexts(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        Gpu gpu = new Gpu(device.open());
        try (Table host = Table.of("k", new Integer[] {null, null}, "s", new String[] {"a", "b"});
                GpuStream stream = gpu.openStream();
                GpuTable table = gpu.load(new TableDataset(host), context, stream);
                Table found = table.groupBy("k").nullKeys(NullKeys.EXCLUDE).download(context, min("s").as("least"))) {
            assertThat(found.rowCount()).isZero();
        }
    }

    /// Of the values with even numbers.
    private static double exactVariance(Double[] values) {
        List<BigDecimal> numbers = IntStream.range(0, values.length)
                .filter(row -> row % 2 == 0 && values[row] != null)
                .mapToObj(row -> new BigDecimal(values[row]))
                .toList();
        BigDecimal count = BigDecimal.valueOf(numbers.size());
        BigDecimal sum = numbers.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal squares =
                numbers.stream().map(number -> number.multiply(number)).reduce(BigDecimal.ZERO, BigDecimal::add);
        MathContext digits = new MathContext(60);
        return squares.subtract(sum.multiply(sum).divide(count, digits))
                .divide(count.subtract(BigDecimal.ONE), digits)
                .doubleValue();
    }
}
