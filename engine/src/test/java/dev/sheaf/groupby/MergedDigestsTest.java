package dev.sheaf.groupby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Statistics;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// libcudf's merges of digests of 750,000 values (merge_tdigest Simple and Grouped): a third of the values in each
/// of three digests, merged by the keys 0 0 0 and 0 1 1. Its values come from a generator of C++'s library, so ours
/// are others of the same distribution: what is alike is the count, the least and the greatest value, and how far
/// the centroids may be off. Their number and size follow our compression and not libcudf's.
@ExtendWith(PoolCheck.class)
class MergedDigestsTest {
    private static final int PART = 250_000;

    /// How many are left depends on which digests the threads merge. They are joined when there are more than four
    /// times as many as joining leaves: one a unit, one more, and four that nothing joins.
    private static final int MOST_CENTROIDS = 4 * (Aggregation.TDigest.DEFAULT_COMPRESSION + 1 + 4);

    private static final double UNIT = Math.PI / Aggregation.TDigest.DEFAULT_COMPRESSION;

    @ParameterizedTest
    @ValueSource(strings = {"0 0 0", "0 1 1"})
    void centroidsOfMergedDigestsAreWhereTheValuesAre(String keys, MemoryPool pool) {
        double[] values = values();
        int[] ofParts =
                Arrays.stream(keys.split(" ")).mapToInt(Integer::parseInt).toArray();
        int[] parts = new int[values.length];
        int[] groups = new int[values.length];
        for (int row = 0; row < values.length; row++) {
            parts[row] = row / PART;
            groups[row] = ofParts[parts[row]];
        }
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = Table.of("k", groups, "part", parts, "v", values);
                Table digests = GroupBy.on(table, "k", "part")
                        .aggregate(context, Expressions.tdigest("v").as("d"));
                Table merged = GroupBy.on(digests, "k")
                        .order(Order.SORTED)
                        .aggregate(context, Statistics.mergedTdigest("d").as("d"))) {
            for (int group = 0; group < merged.rowCount(); group++) {
                int key = group;
                double[] those = java.util.stream.IntStream.range(0, values.length)
                        .filter(row -> groups[row] == key)
                        .mapToDouble(row -> values[row])
                        .sorted()
                        .toArray();
                assertDescribes((Map<?, ?>) merged.values("d").get(group), those);
            }
        }
    }

    /// Halves below and above 50, as libcudf's standardized distribution has them: tens of even density.
    private static double[] values() {
        SplittableRandom random = new SplittableRandom(750_000);
        double[] values = new double[3 * PART];
        for (int row = 0; row < values.length; row++) {
            int ten = row < PART ? row / 50_000 : 5 + (row - PART) / 100_000;
            values[row] = 10 * (ten + random.nextDouble());
        }
        return values;
    }

    private static void assertDescribes(Map<?, ?> digest, double[] sorted) {
        double[] means = ((List<?>) digest.get("means"))
                .stream().mapToDouble(mean -> (Double) mean).toArray();
        long[] weights = ((List<?>) digest.get("weights"))
                .stream().mapToLong(weight -> (Long) weight).toArray();
        assertThat(Arrays.stream(weights).sum()).isEqualTo(sorted.length);
        assertThat(digest.get("min")).isEqualTo(sorted[0]);
        assertThat(digest.get("max")).isEqualTo(sorted[sorted.length - 1]);
        assertThat(means).isSorted();
        assertThat(means.length).isLessThanOrEqualTo(MOST_CENTROIDS);
        long before = 0;
        for (int i = 0; i < means.length; i++) {
            double q = (before + weights[i] / 2.0) / sorted.length;
            int found = Arrays.binarySearch(sorted, means[i]);
            double share = (double) (found < 0 ? -found - 1 : found) / sorted.length;
            assertThat(share).as("values below centroid " + i).isBetween(q - tolerance(q), q + tolerance(q));
            before += weights[i];
        }
    }

    /// The error that the digest promises.
    private static double tolerance(double q) {
        return 4 * UNIT * Math.sqrt(q * (1 - q)) + 2 * UNIT * UNIT;
    }
}
