package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.plan.SortKey.descending;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.frame.LazyGroupBy;
import dev.sheaf.frame.Selectors;
import dev.sheaf.groupby.Order;
import java.util.List;

/// Expressions inside of groups: lists of values, aggregates of aggregates, other rows of the group, and one
/// aggregation for every column of a type.
///
/// ```text
/// {runner: ann, from mean: [-4.0, -2.0, 6.0], above: 1, largest step: 8.0, best weeks first: [3, 2, 1]}
/// {runner: bob, from mean: [1.0, -1.0], above: 1, largest step: -2.0, best weeks first: [1, 2]}
/// {runner: ann, week: 3, km: 20.0}
/// {runner: bob, week: 2, km: 8.0}
/// ```
public final class ListsOfGroups {
    static void main() {
        Table runs = Table.of(
                "runner", new String[] {"ann", "bob", "ann", "ann", "bob"},
                "week", new int[] {1, 1, 2, 3, 2},
                "km", new double[] {10, 8, 12, 20, 6});
        try (runs;
                Table lists = byRunner(runs)
                        .agg(rows -> List.of(
                                col("km").minus(mean("km")).as("from mean"),
                                count().filter(col("km").gt(mean("km"))).as("above"),
                                max(rows.of("km").diff()).as("largest step"),
                                rows.sortBy(col("week"), descending("km")).as("best weeks first")))
                        .collect();
                Table greatest = byRunner(runs)
                        .each(Selectors.ofType(DataType::isNumeric), Expr::max)
                        .collect()) {
            lists.rows().forEach(IO::println);
            greatest.rows().forEach(IO::println);
        }
    }

    private static LazyGroupBy byRunner(Table runs) {
        return LazyFrame.of(runs).groupBy("runner").order(Order.SORTED);
    }
}
