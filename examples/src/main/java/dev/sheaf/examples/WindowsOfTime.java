package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;

import dev.sheaf.frame.DataFrame;
import java.time.LocalDate;

/// Windows of time: for each day the mean of the three days that end with it, whatever days are missing.
///
/// ```text
/// ┌────────────┬─────────┬───────┐
/// │ day        │    mean │  days │
/// │            │ float64 │ int64 │
/// ├────────────┼─────────┼───────┤
/// │ 2024-02-27 │    10.0 │     1 │
/// │ 2024-02-28 │    12.0 │     2 │
/// │ 2024-03-01 │    17.0 │     2 │
/// │ 2024-03-05 │    23.0 │     1 │
/// └────────────┴─────────┴───────┘
/// 4 rows, 2 columns
/// ```
public final class WindowsOfTime {
    static void main() {
        DataFrame days = DataFrame.of(
                        "day",
                                new LocalDate[] {
                                    LocalDate.of(2024, 2, 27), LocalDate.of(2024, 2, 28),
                                    LocalDate.of(2024, 3, 1), LocalDate.of(2024, 3, 5)
                                },
                        "value", new double[] {10, 14, 20, 23})
                .setIndex("day");
        IO.print(days.rolling("3d", mean("value").as("mean"), count().as("days")));
    }
}
