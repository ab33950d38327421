package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.frame.Over.over;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.frame.Over;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.sql.SqlSession;
import java.time.LocalDateTime;

/// Windows: what each row gets from rows before and behind it, in a lazy frame and in SQL, and groups that
/// start every two hours.
///
/// ```text
/// {meter: a, at: 2024-03-01T12:00, kwh: 5, n: 1, before: 0, so far: 5, around: 3.0}
/// {meter: b, at: 2024-03-01T12:00, kwh: 9, n: 1, before: 0, so far: 9, around: 6.0}
/// {meter: a, at: 2024-03-01T13:00, kwh: 1, n: 2, before: 5, so far: 6, around: 2.6666666666666665}
/// {meter: a, at: 2024-03-01T15:00, kwh: 2, n: 3, before: 1, so far: 8, around: 1.5}
/// {meter: b, at: 2024-03-01T14:00, kwh: 3, n: 2, before: 9, so far: 12, around: 6.0}
/// {meter: a, at: 2024-03-01T12:00, most: null}
/// {meter: b, at: 2024-03-01T12:00, most: null}
/// {meter: a, at: 2024-03-01T13:00, most: 5}
/// {meter: a, at: 2024-03-01T15:00, most: 1}
/// {meter: b, at: 2024-03-01T14:00, most: 9}
/// {meter: a, at: 2024-03-01T12:00, kwh: 6, n: 2}
/// {meter: a, at: 2024-03-01T14:00, kwh: 2, n: 1}
/// {meter: b, at: 2024-03-01T12:00, kwh: 9, n: 1}
/// {meter: b, at: 2024-03-01T14:00, kwh: 3, n: 1}
/// ```
public final class WindowsOfRows {
    static void main() {
        LocalDateTime noon = LocalDateTime.of(2024, 3, 1, 12, 0);
        Table meters = Table.of(
                "meter", new String[] {"a", "b", "a", "a", "b"},
                "at", new LocalDateTime[] {noon, noon, noon.plusHours(1), noon.plusHours(3), noon.plusHours(2)},
                "kwh", new int[] {5, 9, 1, 2, 3});
        Over byTime = over("meter").orderBy("at");
        try (meters;
                SqlSession sql = new SqlSession().register("meters", meters);
                Table rows = LazyFrame.of(meters)
                        .withWindows(
                                byTime.rowNumber("n"),
                                byTime.shift(col("kwh").as("before"), 1, 0),
                                byTime.of(sum("kwh").as("so far")),
                                byTime.frame(WindowFrame.rows(-1, 1))
                                        .of(mean("kwh").as("around")))
                        .collect();
                Table others = sql.query("SELECT meter, at, max(kwh) OVER (PARTITION BY meter ORDER BY at"
                                + " RANGE INTERVAL 2 HOURS PRECEDING EXCLUDE CURRENT ROW) AS most FROM meters")
                        .collect();
                Table hours = LazyFrame.of(meters)
                        .groupByDynamic("at", "2h")
                        .by("meter")
                        .agg(sum("kwh").as("kwh"), count().as("n"))
                        .sort("meter", "at")
                        .collect()) {
            rows.rows().forEach(IO::println);
            others.rows().forEach(IO::println);
            hours.rows().forEach(IO::println);
        }
    }
}
