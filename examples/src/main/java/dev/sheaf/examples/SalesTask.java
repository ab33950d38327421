package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.frame.Over.over;
import static dev.sheaf.plan.SortKey.descending;

import dev.sheaf.expr.Expr;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.frame.Series;
import dev.sheaf.plan.WindowCall;

/// Sales: revenue by month with its growth and running total, a column for each kind of product, and ranks
/// within months.
///
/// ```text
/// ┌───────┬─────────┬─────────┬──────────────────────┬─────────┐
/// │ month │ revenue │    toys │               growth │   total │
/// │       │ float64 │ float64 │              float64 │ float64 │
/// ├───────┼─────────┼─────────┼──────────────────────┼─────────┤
/// │ 1     │    90.0 │    40.0 │                 NULL │    90.0 │
/// │ 2     │   110.0 │    80.0 │  0.22222222222222232 │   200.0 │
/// │ 3     │   100.0 │   100.0 │ -0.09090909090909094 │   300.0 │
/// └───────┴─────────┴─────────┴──────────────────────┴─────────┘
/// 3 rows, 4 columns
/// ┌───┬───────┬─────────┬───────┬────────┬─────────┬─────────┬───────┐
/// │   │ month │ product │ units │ kind   │   price │ revenue │ place │
/// │   │ int32 │ string  │ int32 │ string │ float64 │ float64 │ int64 │
/// ├───┼───────┼─────────┼───────┼────────┼─────────┼─────────┼───────┤
/// │ 0 │     1 │ bear    │     2 │ toy    │    20.0 │    40.0 │     2 │
/// │ 1 │     1 │ book    │    10 │ paper  │     5.0 │    50.0 │     1 │
/// │ 2 │     2 │ book    │     6 │ paper  │     5.0 │    30.0 │     2 │
/// │ 3 │     2 │ bear    │     4 │ toy    │    20.0 │    80.0 │     1 │
/// │ 4 │     3 │ bear    │     5 │ toy    │    20.0 │   100.0 │     1 │
/// └───┴───────┴─────────┴───────┴────────┴─────────┴─────────┴───────┘
/// 5 rows, 7 columns
/// ```
public final class SalesTask {
    static void main() {
        DataFrame sales = sales().merge(products(), "product");
        sales.put("revenue", col("units").times(col("price")));
        Expr toys = sum("revenue").filter(col("kind").eq("toy")).as("toys");
        DataFrame months = sales.groupBy("month").agg(sum("revenue").as("revenue"), toys);
        LazyFrame all = months.resetIndex().lazy();
        LazyFrame upTo = all.crossJoin(all).filter(col("month_right").le(col("month")));
        DataFrame before = months.resetIndex().setIndex(col("month").plus(1).as("month"));
        Series ratio = months.get("revenue").dividedBy(before.get("revenue"));
        months.put("growth", ratio.minus(1));
        months.put("total", DataFrame.collect(upTo).groupBy("month").sum().get("revenue_right"));
        WindowCall place = over("month").orderBy(descending("revenue")).rank("place");
        IO.print(months.toString() + DataFrame.collect(sales.lazy().withWindows(place)));
    }

    private static DataFrame sales() {
        return DataFrame.of(
                "month", new int[] {1, 1, 2, 2, 3},
                "product", new String[] {"bear", "book", "book", "bear", "bear"},
                "units", new int[] {2, 10, 6, 4, 5});
    }

    private static DataFrame products() {
        return DataFrame.of(
                "product", new String[] {"bear", "book"},
                "kind", new String[] {"toy", "paper"},
                "price", new double[] {20, 5});
    }
}
