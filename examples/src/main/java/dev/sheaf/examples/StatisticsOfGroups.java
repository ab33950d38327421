package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Statistics;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;

/// Statistics of groups: several quantiles, a regression, how often values occur, sums that may not fit, and
/// results of parts that are merged.
///
/// ```text
/// {bed: east, quantile(height, 0.25): 5.0, quantile(height, 0.5): 6.0, quantile(height, 0.75): 7.0}
/// {bed: west, quantile(height, 0.25): 5.0, quantile(height, 0.5): 5.0, quantile(height, 0.75): 6.5}
/// {bed: east, slope: 2.0, n: [{value=4.0, count=1}, {value=8.0, count=1}], water: {sum=100, overflow=false}}
/// {bed: west, slope: 1.5, n: [{value=5.0, count=2}, {value=8.0, count=1}], water: {sum=null, overflow=true}}
/// {bed: east, whole: {count=2, mean=6.0, m2=8.0}}
/// {bed: west, whole: {count=3, mean=6.0, m2=6.0}}
/// ```
public final class StatisticsOfGroups {
    static void main() {
        Table plants = Table.of(
                "bed", new String[] {"east", "east", "west", "west", "west"},
                "water", new int[] {1, 3, 1, 2, 3},
                "height", new double[] {4, 8, 5, 5, 8});
        try (plants;
                Table quantiles = GroupBy.on(plants, "bed")
                        .order(Order.SORTED)
                        .aggregate(Statistics.quantiles("height", 0.25, 0.5, 0.75));
                Table statistics = GroupBy.on(plants, "bed")
                        .order(Order.SORTED)
                        .aggregate(
                                Statistics.regrSlope("height", "water").as("slope"),
                                col("height").valueCounts().as("n"),
                                Statistics.sumOverflow(col("water").times(25), DataType.INT8)
                                        .as("water"));
                Table parts = GroupBy.on(plants, "bed", "water")
                        .aggregate(Statistics.moments("height").as("part"));
                Table whole = GroupBy.on(parts, "bed")
                        .order(Order.SORTED)
                        .aggregate(Statistics.mergedM2("part").as("whole"))) {
            quantiles.rows().forEach(IO::println);
            statistics.rows().forEach(IO::println);
            whole.rows().forEach(IO::println);
        }
    }
}
