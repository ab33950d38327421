package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.plan.SortKey.descending;

import dev.sheaf.expr.Function;
import dev.sheaf.frame.DataFrame;
import java.time.LocalDateTime;

/// Trips: mean fare by zone and month, the zones with the most trips, the profile of a week.
///
/// ```text
/// ┌─────────────┬─────────┐
/// │ name, month │    fare │
/// │             │ float64 │
/// ├─────────────┼─────────┤
/// │ Airport, 2  │    31.0 │
/// │ Centre, 1   │    16.5 │
/// │ Centre, 2   │    14.0 │
/// │ Harbour, 1  │     8.0 │
/// │ Harbour, 2  │     9.0 │
/// └─────────────┴─────────┘
/// 5 rows, 1 column
/// ┌─────────┬───────┐
/// │ name    │ count │
/// │         │ int64 │
/// ├─────────┼───────┤
/// │ Centre  │     3 │
/// │ Harbour │     2 │
/// └─────────┴───────┘
/// 2 rows, 1 column
/// ┌─────────┬───────┬────────────────────┐
/// │ weekday │ trips │               fare │
/// │         │ int64 │            float64 │
/// ├─────────┼───────┼────────────────────┤
/// │ 5       │     3 │ 21.333333333333332 │
/// │ 6       │     3 │ 10.333333333333334 │
/// └─────────┴───────┴────────────────────┘
/// 2 rows, 2 columns
/// ```
public final class TripsTask {
    static void main() {
        DataFrame trips = trips().merge(zones(), "zone");
        IO.print(trips.groupBy(col("name"), call(Function.MONTH, col("at")).as("month"))
                .agg(mean("fare").as("fare")));
        IO.print(trips.valueCounts("name").head(2));
        IO.print(trips.groupBy(call(Function.DAY_OF_WEEK, col("at")).as("weekday"))
                .agg(count().as("trips"), mean("fare").as("fare"))
                .sortValues(descending("trips")));
    }

    private static DataFrame trips() {
        return DataFrame.of(
                "zone", new int[] {1, 2, 1, 3, 2, 1, 9},
                "at",
                        new LocalDateTime[] {
                            LocalDateTime.parse("2024-01-05T10:00"), LocalDateTime.parse("2024-01-06T11:30"),
                            LocalDateTime.parse("2024-01-12T23:10"), LocalDateTime.parse("2024-02-02T08:00"),
                            LocalDateTime.parse("2024-02-03T09:15"), LocalDateTime.parse("2024-02-03T18:40"),
                            LocalDateTime.parse("2024-02-04T12:00")
                        },
                "fare", new double[] {12.5, 8, 20.5, 31, 9, 14, 5});
    }

    private static DataFrame zones() {
        return DataFrame.of("zone", new int[] {1, 2, 3}, "name", new String[] {"Centre", "Harbour", "Airport"});
    }
}
