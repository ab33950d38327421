package dev.sheaf.groupby.cpu.finish;

import static dev.sheaf.expr.Expressions.mad;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.testing.RandomCases;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Groups of more values than a selection sorts, so that it loses some while it narrows their range.
class MedianDeviationTest {
    @Test
    void isTheMedianOfTheDistancesFromTheMedian() {
        RandomCases.run(200, random -> {
            double[] values = values(random, random.nextInt(1, 700));
            try (Table table = Table.of("k", new int[values.length], "v", values);
                    Table result = GroupBy.on(table, "k").aggregate(mad("v"))) {
                assertThat(result.column(1).get(0)).isEqualTo(deviation(values));
            }
        });
    }

    private static double[] values(SplittableRandom random, int count) {
        int range = random.nextInt(1, 50);
        return random.ints(count, 0, range).asDoubleStream().toArray();
    }

    private static double deviation(double[] values) {
        double middle = median(values);
        return median(
                Arrays.stream(values).map(value -> Math.abs(value - middle)).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
