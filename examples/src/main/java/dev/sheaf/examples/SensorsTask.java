package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.mean;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.Series;
import dev.sheaf.plan.JoinKind;
import java.time.LocalDateTime;

/// Sensors: readings as means of ten minutes, gaps filled with the mean of all, the slot before, and a
/// rolling mean of three slots.
///
/// ```text
/// ┌──────┬────────────────────┬────────────────────┬────────────────────┐
/// │ slot │              value │             before │            rolling │
/// │      │            float64 │            float64 │            float64 │
/// ├──────┼────────────────────┼────────────────────┼────────────────────┤
/// │ 0    │               12.0 │               NULL │               NULL │
/// │ 1    │               20.0 │               12.0 │               NULL │
/// │ 2    │ 18.333333333333332 │               20.0 │ 16.777777777777775 │
/// │ 3    │               23.0 │ 18.333333333333332 │ 20.444444444444443 │
/// └──────┴────────────────────┴────────────────────┴────────────────────┘
/// 4 rows, 3 columns
/// ```
public final class SensorsTask {
    private static final LocalDateTime START = LocalDateTime.parse("2024-05-01T10:00");

    static void main() {
        Expr minutes = call(Function.DATE_DIFF, "minute", START, col("at"));
        Expr slot = call(Function.INT_DIVIDE, minutes, 10).as("slot");
        DataFrame means =
                readings().groupBy(slot).keepColumns().agg(mean("value").as("value"));
        DataFrame all = DataFrame.of("slot", new long[] {0, 1, 2, 3}).merge(means, JoinKind.LEFT, "slot");
        DataFrame filled = all.fillNull(all.get("value").mean());
        Series before = filled.setIndex(col("slot").plus(1).as("slot")).get("value");
        Series earlier = filled.setIndex(col("slot").plus(2).as("slot")).get("value");
        DataFrame slots = filled.setIndex("slot");
        slots.put("before", before);
        slots.put("rolling", slots.get("value").plus(before).plus(earlier).dividedBy(3));
        IO.print(slots);
    }

    private static DataFrame readings() {
        return DataFrame.of(
                "at",
                        new LocalDateTime[] {
                            LocalDateTime.parse("2024-05-01T10:01"), LocalDateTime.parse("2024-05-01T10:09"),
                            LocalDateTime.parse("2024-05-01T10:12"), LocalDateTime.parse("2024-05-01T10:35")
                        },
                "value", new double[] {10, 14, 20, 23});
    }
}
