package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.when;
import static dev.sheaf.frame.Over.over;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.JoinKind;
import java.time.Duration;
import java.time.LocalDateTime;

/// A web log: the 95th percentile and the share of errors by page and hour, and sessions, which end after
/// 30 minutes of silence.
///
/// ```text
/// ┌───────────────────────────┬─────────┬─────────┐
/// │ url, hour                 │     p95 │  errors │
/// │                           │ float64 │ float64 │
/// ├───────────────────────────┼─────────┼─────────┤
/// │ /, 2024-05-01 10:00:00    │    29.5 │     0.0 │
/// │ /, 2024-05-01 11:00:00    │    44.0 │     0.5 │
/// │ /buy, 2024-05-01 10:00:00 │   900.0 │     1.0 │
/// │ /buy, 2024-05-01 11:00:00 │   120.0 │     0.0 │
/// └───────────────────────────┴─────────┴─────────┘
/// 4 rows, 2 columns
/// ┌──────┬──────────┐
/// │ user │ sessions │
/// │      │    int64 │
/// ├──────┼──────────┤
/// │ ann  │        2 │
/// │ bob  │        2 │
/// └──────┴──────────┘
/// 2 rows, 1 column
/// ```
public final class WebLogTask {
    static void main() {
        Expr hour = call(Function.DATE_TRUNC, "hour", col("at")).as("hour");
        Expr failed = when(col("status").ge(500)).then(1.0).otherwise(0.0);
        IO.print(log().groupBy(col("url"), hour)
                .agg(quantile("ms", 0.95).as("p95"), mean(failed).as("errors")));
        LazyFrame visits = log().lazy().withWindows(over("user").orderBy("at").rowNumber("n"));
        LazyFrame before =
                visits.select(col("user"), col("n").plus(1).as("n"), col("at").as("last"));
        Expr silent = col("at").minus(col("last")).gt(Duration.ofMinutes(30));
        DataFrame all = DataFrame.collect(visits.join(before, JoinKind.LEFT, "user", "n"));
        DataFrame first = all.filter(col("last").isNull().or(silent));
        IO.print(first.groupBy("user").size().rename("sessions"));
    }

    private static DataFrame log() {
        return DataFrame.of(
                "user", new String[] {"ann", "bob", "ann", "ann", "bob", "ann"},
                "at",
                        new LocalDateTime[] {
                            LocalDateTime.parse("2024-05-01T10:00"), LocalDateTime.parse("2024-05-01T10:05"),
                            LocalDateTime.parse("2024-05-01T10:20"), LocalDateTime.parse("2024-05-01T11:15"),
                            LocalDateTime.parse("2024-05-01T11:40"), LocalDateTime.parse("2024-05-01T11:30")
                        },
                "url", new String[] {"/", "/", "/buy", "/", "/buy", "/"},
                "status", new int[] {200, 200, 503, 200, 200, 500},
                "ms", new double[] {20, 30, 900, 25, 120, 45});
    }
}
