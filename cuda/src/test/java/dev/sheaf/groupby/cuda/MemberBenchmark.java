package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Value;
import java.util.List;
import java.util.Map;

/// Functions that need the values of a group together, beside others, as the planner has them and by the general
/// strategy. [MembersOnGpuTest] checks the answers.
final class MemberBenchmark {
    private static final int GROUPS = 10_000;
    private static final int SAMPLES = 5;

    private final ResidentQueries queries;

    MemberBenchmark(ResidentQueries queries) {
        this.queries = queries;
    }

    void measure() {
        List<Value> values = List.of(new Value(100, true, 32), new Value(1_000_000, false, 33));
        try (GpuTable table = queries.table(Key.plain(GROUPS, 31), values)) {
            for (String strategy : List.of("", "general")) {
                measure("median, std", strategy, table, median("f"), std("f"));
                measure("median, sum, count", strategy, table, median("f"), sum("f"), count());
                measure(
                        "median, std, min and max of another, count",
                        strategy,
                        table,
                        median("f"),
                        std("f"),
                        min("v"),
                        max("v"),
                        count());
                measure(
                        "three quantiles",
                        strategy,
                        table,
                        quantile("f", 0.5),
                        quantile("f", 0.9),
                        quantile("f", 0.99));
                measure("medians of two", strategy, table, median("f"), median("v"));
            }
        }
    }

    private void measure(String name, String strategy, GpuTable table, Expr... aggregates) {
        boolean readsInts = name.contains("another") || name.contains("two");
        queries.report(
                name + " by int32, " + GROUPS + (strategy.isEmpty() ? "" : ", " + strategy),
                queries.time(table, SAMPLES, Map.of("cuda.strategy", strategy), aggregates),
                GROUPS,
                readsInts ? 16 : 12,
                0);
    }
}
