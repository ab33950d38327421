package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.Statistics;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The aggregates of SQL that are expressions over others, by name: DuckDB's regressions, standard error
/// and geometric mean.
public final class ComposedAggregates {
    private static final Set<String> SIMPLE = Set.of("sem", "geomean", "geometric_mean");

    private static final Set<String> PAIRS = Set.of(
            "weighted_avg",
            "wavg",
            "regr_count",
            "regr_avgx",
            "regr_avgy",
            "regr_sxx",
            "regr_syy",
            "regr_sxy",
            "regr_slope",
            "regr_intercept",
            "regr_r2");

    private static final Set<String> OF_SHARES =
            Set.of("quantile_cont", "quantile_disc", "quantile", "approx_quantile");

    private ComposedAggregates() {}

    public static boolean isKnown(String name) {
        return SIMPLE.contains(name) || PAIRS.contains(name);
    }

    /// Whether an aggregate may take a list of shares, and gives one of quantiles then.
    public static boolean takesShares(String name) {
        return OF_SHARES.contains(name);
    }

    public static Set<String> names() {
        java.util.TreeSet<String> names = new java.util.TreeSet<>(SIMPLE);
        names.addAll(PAIRS);
        return names;
    }

    /// The aggregate of a name as an expression over others; arguments are DOUBLE.
    ///
    /// @throws IllegalArgumentException if it takes another number of arguments
    public static Expr of(String name, List<Expr> arguments) {
        if (takesShares(name)) {
            return quantiles(name, arguments);
        }
        int count = SIMPLE.contains(name) ? 1 : 2;
        if (arguments.size() != count) {
            throw new IllegalArgumentException(name + " takes " + (count == 1 ? "one argument" : "two arguments: y, x")
                    + ", not " + arguments.size());
        }
        List<Expr> doubles =
                arguments.stream().map(each -> each.cast(DataType.FLOAT64)).toList();
        return count == 1 ? simple(name, doubles.getFirst()) : pair(name, doubles.getFirst(), doubles.getLast());
    }

    private static Expr simple(String name, Expr values) {
        return name.equals("sem") ? Statistics.sem(values, 0) : Statistics.geometricMean(values);
    }

    private static Expr pair(String name, Expr y, Expr x) {
        return switch (name) {
            case "weighted_avg", "wavg" -> weighted(y, x);
            case "regr_count" -> Statistics.regrCount(y, x);
            case "regr_avgx" -> Statistics.regrAvgX(y, x);
            case "regr_avgy" -> Statistics.regrAvgY(y, x);
            case "regr_sxx" -> Statistics.regrSxx(y, x);
            case "regr_syy" -> Statistics.regrSyy(y, x);
            case "regr_sxy" -> Statistics.regrSxy(y, x);
            case "regr_slope" -> Statistics.regrSlope(y, x);
            case "regr_intercept" -> Statistics.regrIntercept(y, x);
            case "regr_r2" -> Statistics.regrR2(y, x);
            default -> throw new IllegalArgumentException("there is no aggregate " + name);
        };
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
