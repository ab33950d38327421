package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/// The aggregates of SQL that are expressions over others, by name: DuckDB's regressions, standard error
/// and geometric mean.
public final class ComposedAggregates {
    private static final Map<String, UnaryOperator<Expr>> SIMPLE = Map.of(
            "sem", values -> Statistics.sem(values, 0),
            "geomean", Statistics::geometricMean,
            "geometric_mean", Statistics::geometricMean);

    private static final Map<String, BinaryOperator<Expr>> PAIRS = Map.ofEntries(
            Map.entry("weighted_avg", ComposedAggregates::weighted),
            Map.entry("wavg", ComposedAggregates::weighted),
            Map.entry("regr_count", Statistics::regrCount),
            Map.entry("regr_avgx", Statistics::regrAvgX),
            Map.entry("regr_avgy", Statistics::regrAvgY),
            Map.entry("regr_sxx", Statistics::regrSxx),
            Map.entry("regr_syy", Statistics::regrSyy),
            Map.entry("regr_sxy", Statistics::regrSxy),
            Map.entry("regr_slope", Statistics::regrSlope),
            Map.entry("regr_intercept", Statistics::regrIntercept),
            Map.entry("regr_r2", Statistics::regrR2));

    private static final Set<String> OF_SHARES =
            Set.of("quantile_cont", "quantile_disc", "quantile", "approx_quantile");

    private ComposedAggregates() {}

    public static boolean isKnown(String name) {
        return SIMPLE.containsKey(name) || PAIRS.containsKey(name);
    }

    /// Whether an aggregate may take a list of shares, and gives one of quantiles then.
    public static boolean takesShares(String name) {
        return OF_SHARES.contains(name);
    }

    public static Set<String> names() {
        java.util.TreeSet<String> names = new java.util.TreeSet<>(SIMPLE.keySet());
        names.addAll(PAIRS.keySet());
        return names;
    }

    /// The aggregate of a name as an expression over others; arguments are DOUBLE.
    ///
    /// @throws IllegalArgumentException if it takes another number of arguments
    public static Expr of(String name, List<Expr> arguments) {
        if (takesShares(name)) {
            return quantiles(name, arguments);
        }
        int count = SIMPLE.containsKey(name) ? 1 : 2;
        if (arguments.size() != count) {
            throw new IllegalArgumentException(name + " takes " + (count == 1 ? "one argument" : "two arguments: y, x")
                    + ", not " + arguments.size());
        }
        List<Expr> doubles =
                arguments.stream().map(each -> each.cast(DataType.FLOAT64)).toList();
        return count == 1
                ? Objects.requireNonNull(SIMPLE.get(name)).apply(doubles.getFirst())
                : Objects.requireNonNull(PAIRS.get(name)).apply(doubles.getFirst(), doubles.getLast());
    }

    private static Expr quantiles(String name, List<Expr> arguments) {
        List<Expr> quantiles = ((Expr.Call) arguments.getLast())
                .arguments().stream()
                        .<Expr>map(share -> AggregateFunctions.of(
                                name, List.of(arguments.getFirst(), share), List.of(), Optional.empty(), false))
                        .toList();
        Expr list = new Expr.Call(Function.LIST_VALUE, quantiles);
        // Without values each of them is null.
        return quantiles.isEmpty()
                ? list
                : Expressions.when(quantiles.getFirst().isNotNull()).then(list).otherwise(null);
    }

    /// Weights count beside values that are there.
    private static Expr weighted(Expr value, Expr weight) {
        Expr counted = Expressions.when(value.isNotNull()).then(weight).otherwise(Expressions.lit(0.0));
        return sum(value.times(weight)).dividedBy(sum(counted));
    }

    private static Expr sum(Expr values) {
        return new Expr.Aggregate(new Aggregation.Sum(), List.of(values), Optional.empty(), false);
    }
}
