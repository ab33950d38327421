package dev.sheaf.expr;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Writes expressions the way SQL would: for result names, `explain` and errors.
public final class ExprText {
    private ExprText() {}

    public static String of(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef(String name) -> name;
            case Expr.Literal(Object value, var _) ->
                value instanceof String text ? "'" + text.replace("'", "''") + "'" : String.valueOf(value);
            case Expr.Call call -> call(call);
            case Expr.Case(List<Expr.When> branches, Expr otherwise) ->
                branches.stream()
                        .map(when -> "when " + of(when.condition()) + " then " + of(when.result()))
                        .collect(Collectors.joining(" ", "case ", " else " + of(otherwise) + " end"));
            case Expr.Cast(Expr input, var type, boolean lenient) ->
                (lenient ? "try_cast(" : "cast(") + of(input) + " as " + type + ")";
            case Expr.In(Expr input, List<Expr> options) -> of(input) + " in " + list(options);
            case Expr.Aggregate aggregate -> aggregate(aggregate);
            case Expr.Alias(Expr input, String name) -> of(input) + " as " + name;
        };
    }

    private static String call(Expr.Call call) {
        List<Expr> arguments = call.arguments();
        String symbol = call.function().symbol();
        if (call.function().isInfix()) {
            return arguments.stream().map(ExprText::of).collect(Collectors.joining(" " + symbol + " ", "(", ")"));
        }
        if (symbol.startsWith("is ")) {
            return of(arguments.getFirst()) + " " + symbol;
        }
        return symbol + list(arguments);
    }

    private static String aggregate(Expr.Aggregate aggregate) {
        String arguments = aggregate.arguments().stream().map(ExprText::of).collect(Collectors.joining(", "));
        String inside = aggregate.aggregation() instanceof Aggregation.CountAll() ? "*" : arguments;
        return name(aggregate.aggregation()) + "(" + (aggregate.distinct() ? "distinct " : "") + inside
                + parameters(aggregate.aggregation()) + ")"
                + aggregate
                        .filter()
                        .map(filter -> " filter (where " + of(filter) + ")")
                        .orElse("");
    }

    /// The name of an aggregation in SQL.
    static String name(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> "count";
            case Aggregation.Variance(int ddof) -> ddof == 0 ? "var_pop" : "var_samp";
            case Aggregation.Std(int ddof) -> ddof == 0 ? "stddev_pop" : "stddev_samp";
            case Aggregation.Covariance(int ddof) -> ddof == 0 ? "covar_pop" : "covar_samp";
            case Aggregation.Correlation() -> "corr";
            case Aggregation.CollectList _ -> "list";
            case Aggregation.CollectSet _ -> "collect_set";
            case Aggregation.DiscreteQuantile _ -> "quantile_disc";
            case Aggregation.Join _ -> "string_agg";
            case Aggregation.SumOfSquares() -> "sum_of_squares";
            case Aggregation.Any() -> "bool_or";
            case Aggregation.All() -> "bool_and";
            case Aggregation.Bitwise(var operation) -> "bit_" + operation.name().toLowerCase(Locale.ROOT);
            case Aggregation.MinBy _ -> "min_by";
            case Aggregation.MaxBy _ -> "max_by";
            case Aggregation.ApproxNUnique _ -> "approx_count_distinct";
            case Aggregation.ApproxQuantile _ -> "approx_quantile";
            case Aggregation.Nth _ -> "nth_value";
            case Aggregation.TopK(int _, boolean greatest) -> greatest ? "top_k" : "bottom_k";
            default -> aggregation.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        };
    }

    private static String parameters(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Quantile(double q, var _) -> ", " + q;
            case Aggregation.ApproxQuantile(double q, int _) -> ", " + q;
            case Aggregation.DiscreteQuantile(double q, boolean falling) ->
                ", " + q + (falling ? " from the greatest" : "");
            case Aggregation.Join(String separator) -> ", '" + separator + "'";
            case Aggregation.TopK(int k, boolean _) -> ", " + k;
            case Aggregation.Nth(int n, boolean _) -> ", " + n;
            case Aggregation.Histogram(List<Double> edges) -> ", " + edges;
            default -> "";
        };
    }

    private static String list(List<Expr> exprs) {
        return exprs.stream().map(ExprText::of).collect(Collectors.joining(", ", "(", ")"));
    }
}
