package dev.sheaf.groupby.cpu.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.finish.Cardinalities;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.sketch.Digest;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// HyperLogLog and t-digest within the errors they state, over many values, splits and merges.
@ExtendWith(PoolCheck.class)
class EstimatesTest {
    /// Means of values over more orders of magnitude than this follow the largest of them alone.
    private static final double USUAL_MAGNITUDES = 20;

    private static final CpuSettings SETTINGS = CpuSettings.of(new Settings(Map.of()));

    @Test
    void distinctCountsAreWithinFourStandardErrors(MemoryPool pool) {
        for (int precision : new int[] {4, 8, 12, 14}) {
            double standardError = 1.04 / Math.sqrt(1 << precision);
            for (int distinct : new int[] {1, 10, 300, 1000, 5000, 30_000, 200_000}) {
                double[] values = new double[distinct];
                Arrays.setAll(values, i -> i * 1.000001 - 77);
                long estimate =
                        (long) result(List.of(values), registers(precision, pool), Cardinalities.of(precision), pool);
                assertThat((double) estimate)
                        .as("precision %s", precision)
                        .isCloseTo(distinct, within(1 + 4 * standardError * distinct));
            }
        }
    }

    @Test
    void registersAreTheSameForTheSameValues(MemoryPool pool) {
        RandomCases.run(30, random -> {
            int precision = random.nextInt(4, 13);
            double[] values = random.doubles(random.nextInt(1, 9000)).toArray();
            byte[] whole = (byte[]) state(List.of(values), registers(precision, pool), pool);
            byte[] parts = (byte[]) state(split(values, random), registers(precision, pool), pool);
            assertThat(parts).isEqualTo(whole);
        });
    }

    @Test
    void quantilesAreWithinTheStatedShare(MemoryPool pool) {
        RandomCases.run(20, random -> {
            int compression = random.nextInt(50, 300);
            double[] values = values(random, random.nextInt(1, 40_000));
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            for (double q : new double[] {0, 0.001, 0.1, 0.5, 0.9, 0.99, 1}) {
                double estimate = (double) result(
                        split(values, random),
                        () -> new DigestReduction(compression, pool),
                        Digests.quantile(q, compression),
                        pool);
                double unit = Math.PI / compression;
                double usual = 4 * unit * Math.sqrt(q * (1 - q)) + 2 * unit * unit;
                double error = magnitudes(sorted) > USUAL_MAGNITUDES ? 2 * usual : usual;
                int low = (int) Math.floor((q - error) * (sorted.length - 1)) - 1;
                int high = (int) Math.ceil((q + error) * (sorted.length - 1)) + 1;
                if (q == 0 || q == 1) {
                    assertThat(estimate).isEqualTo(sorted[(int) (q * (sorted.length - 1))]);
                }
                assertThat(estimate)
                        .as("quantile %s of %s values, compression %s", q, sorted.length, compression)
                        .isBetween(sorted[Math.max(0, low)], sorted[Math.min(sorted.length - 1, high)]);
            }
        });
    }

    /// How many orders of magnitude lie between the values nearest to zero and farthest from it.
    private static double magnitudes(double[] values) {
        double[] sizes = Arrays.stream(values)
                .map(Math::abs)
                .filter(size -> size > 0)
                .sorted()
                .toArray();
        return sizes.length == 0 ? 0 : Math.log10(sizes[sizes.length - 1] / sizes[0]);
    }

    /// Of two digests one may begin with a joint centroid that holds the least value, the other one with a single
    /// value below the mean of that centroid, which is then the first of both.
    @Test
    void theFirstCentroidNeedNotHoldTheLeastValue() {
        Digest digest = new Digest(100);
        digest.add(3, 1);
        digest.add(5, 2);
        digest.add(6, 2);
        digest.add(8, 1);
        assertThat(digest.quantile(0, 1, 9)).isEqualTo(1);
        assertThat(digest.quantile(1, 1, 9)).isEqualTo(9);
        assertThat(digest.quantile(0.5, 1, 9)).isEqualTo(5.5);
    }

    @Test
    void digestsStayWithinTheirBound(MemoryPool pool) {
        int compression = 50;
        double[] values = values(new SplittableRandom(3), 100_000);
        values[5] = Double.NaN;
        values[9] = Double.POSITIVE_INFINITY;
        values[70_000] = Double.NEGATIVE_INFINITY;
        List<?> means = (List<?>)
                state(split(values, new SplittableRandom(4)), () -> new DigestReduction(compression, pool), pool);
        assertThat(means.size()).isLessThanOrEqualTo(4 * Digest.mostCentroids(compression));
        Digest digest = new Digest(compression);
        Arrays.sort(values);
        Arrays.stream(values).forEach(value -> digest.add(value, 1));
        digest.compress();
        assertThat(digest.size()).isLessThanOrEqualTo(Digest.mostCentroids(compression));
        assertThat(digest.mean(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(digest.mean(digest.size() - 1)).isNaN();
        assertThat(digest.mean(digest.size() - 3)).isFinite();
    }

    private static Supplier<Reduction> registers(int precision, MemoryPool pool) {
        return () -> new RegistersReduction(DataType.FLOAT64, precision, SETTINGS, pool);
    }

    /// Uniform, normal, with many equal ones, or spread over some seventy orders of magnitude.
    private static double[] values(SplittableRandom random, int count) {
        int shape = random.nextInt(4);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = switch (shape) {
                case 0 -> random.nextDouble();
                case 1 -> random.nextGaussian();
                case 2 -> random.nextInt(10);
                default -> Math.exp(20 * random.nextGaussian());
            };
        }
        return values;
    }

    private static List<double[]> split(double[] values, SplittableRandom random) {
        List<double[]> parts = new ArrayList<>();
        for (int start = 0; start < values.length; ) {
            int end = Math.min(values.length, start + 1 + random.nextInt(values.length));
            parts.add(Arrays.copyOfRange(values, start, end));
            start = end;
        }
        return parts;
    }

    private static Object result(
            List<double[]> parts, Supplier<Reduction> reduction, Finalizer finalizer, MemoryPool pool) {
        return run(parts, reduction, finalizer, pool);
    }

    /// The first state column of the group.
    private static Object state(List<double[]> parts, Supplier<Reduction> reduction, MemoryPool pool) {
        return run(parts, reduction, Finalizer::same, pool);
    }

    /// Reduces every part on its own and merges the states.
    private static Object run(List<double[]> parts, Supplier<Reduction> factory, Finalizer finalizer, MemoryPool pool) {
        try (Reduction whole = factory.get()) {
            for (double[] part : parts) {
                try (Reduction reduction = factory.get()) {
                    update(reduction, part, pool);
                    merge(reduction, whole, pool);
                }
            }
            List<Column> states = whole.export(1);
            Finalizer.Groups groups = new Finalizer.Groups(1, _ -> "all", SETTINGS, pool);
            try (Column result = finalizer.finish(states, groups)) {
                return java.util.Objects.requireNonNull(result.get(0));
            } finally {
                states.forEach(Column::close);
            }
        }
    }

    private static void update(Reduction reduction, double[] values, MemoryPool pool) {
        Buffer buffer = pool.allocate((long) values.length * Double.BYTES, "values");
        for (int i = 0; i < values.length; i++) {
            buffer.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, i, values[i]);
        }
        try (Column column =
                        new FixedColumn(DataType.FLOAT64, values.length, buffer, Validity.allValid(values.length));
                ArgumentVector lane = new ArgumentVector(SETTINGS.chunkRows(), pool)) {
            lane.begin(column);
            ReductionInput input = new ReductionInput(List.of(lane), List.of(lane), null, SETTINGS.chunkRows());
            int[] ids = new int[SETTINGS.chunkRows()];
            for (int from = 0; from < values.length; from += ids.length) {
                int rows = Math.min(ids.length, values.length - from);
                lane.chunk(from, rows);
                input.load(ids, rows);
                reduction.update(input, 1);
            }
        }
    }

    private static void merge(Reduction from, Reduction into, MemoryPool pool) {
        List<Column> states = from.export(1);
        MergeInputs lanes = new MergeInputs(List.of(into), SETTINGS.chunkRows(), pool);
        lanes.begin(states);
        lanes.merge(new int[1], 0, 1, 1, true);
        lanes.end();
        states.forEach(Column::close);
    }

    @Test
    void statesAreNamed(MemoryPool pool) {
        try (Reduction digest = new DigestReduction(100, pool)) {
            assertThat(digest.stateFields().stream().map(StateField::name))
                    .containsExactly("means", "weights", "min", "max");
        }
    }
}
