package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.frame.DataFrame;
import java.util.Arrays;

/// Events that arrive in parts, at one process or several: each part is grouped on its own, and the groups
/// of parts are grouped again.
///
/// ```text
/// ┌──────┬───────┬───────┬───────┬─────────┐
/// │ kind │     n │ total │  most │    mean │
/// │      │ int64 │ int64 │ int32 │ float64 │
/// ├──────┼───────┼───────┼───────┼─────────┤
/// │ a    │     2 │     4 │     3 │     2.0 │
/// │ b    │     2 │     7 │     5 │     3.5 │
/// │ c    │     1 │     9 │     9 │     9.0 │
/// └──────┴───────┴───────┴───────┴─────────┘
/// 3 rows, 4 columns
/// ```
public final class EventsTask {
    static void main() {
        DataFrame first = part(events("a", 1, "b", 5, "a", 3));
        DataFrame second = part(events("b", 2, "c", 9));
        DataFrame all = DataFrame.concat(first, second)
                .groupBy("kind")
                .agg(sum("n").as("n"), sum("total").as("total"), max("most").as("most"));
        IO.print(all.assign(col("total").dividedBy(col("n")).as("mean")));
    }

    /// What one process knows, as a table that can be written, sent and read.
    private static DataFrame part(DataFrame events) {
        return events.groupBy("kind")
                .keepColumns()
                .agg(count().as("n"), sum("size").as("total"), max("size").as("most"));
    }

    private static DataFrame events(Object... kindsAndSizes) {
        return DataFrame.of(
                "kind",
                        Arrays.stream(kindsAndSizes)
                                .filter(String.class::isInstance)
                                .toList(),
                "size",
                        Arrays.stream(kindsAndSizes)
                                .filter(Integer.class::isInstance)
                                .toList());
    }
}
