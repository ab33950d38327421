package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private static final Map<String, BinaryOperator<Expr>> PAIRS = Map.of(
            "regr_count", Statistics::regrCount,
            "regr_avgx", Statistics::regrAvgX,
            "regr_avgy", Statistics::regrAvgY,
            "regr_sxx", Statistics::regrSxx,
            "regr_syy", Statistics::regrSyy,
            "regr_sxy", Statistics::regrSxy,
            "regr_slope", Statistics::regrSlope,
            "regr_intercept", Statistics::regrIntercept,
            "regr_r2", Statistics::regrR2);

    private ComposedAggregates() {}

    public static boolean isKnown(String name) {
        return SIMPLE.containsKey(name) || PAIRS.containsKey(name);
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
}
