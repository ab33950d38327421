package dev.sheaf.expr;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes expressions the way SQL would: for result names, `explain` and errors.
public final class ExprText {
    /// What messages show of an expression at most.
    private static final int BRIEF_CHARS = 400;

    /// Deeper parts are three dots in messages.
    private static final int BRIEF_LEVELS = 40;

    private final StringBuilder out = new StringBuilder();
    private final int limit;
    private final int levels;
    private int depth;

    private ExprText(int limit, int levels) {
        this.limit = limit;
        this.levels = levels;
    }

    /// The whole text.
    public static String of(Expr expr) {
        ExprText text = new ExprText(Integer.MAX_VALUE, Integer.MAX_VALUE);
        text.add(expr);
        return text.out.toString();
    }

    /// Whether an expression's [Expr#outputName()] is this one. Writes no more of a long text than the name has.
    public static boolean isNamed(Expr expr, String name) {
        return switch (expr) {
            case Expr.ColumnRef _, Expr.Alias _ -> expr.outputName().equals(name);
            default -> {
                ExprText text = new ExprText(name.length(), Integer.MAX_VALUE);
                text.add(expr);
                yield text.out.toString().equals(name);
            }
        };
    }

    /// The text for messages: of a long one the beginning. Costs no more for larger expressions, so that every
    /// part of one may have its own.
    public static String brief(Expr expr) {
        ExprText text = new ExprText(BRIEF_CHARS, BRIEF_LEVELS);
        text.add(expr);
        return text.out.length() <= BRIEF_CHARS ? text.out.toString() : text.out.substring(0, BRIEF_CHARS) + "...";
    }

    private ExprText add(String text) {
        out.append(text);
        return this;
    }

    private ExprText add(Expr expr) {
        if (depth == levels) {
            return add("...");
        }
        if (out.length() > limit) {
            return this;
        }
        depth++;
        switch (expr) {
            case Expr.ColumnRef(String name) -> add(name);
            case Expr.Literal(String text, var _) -> add("'" + text.replace("'", "''") + "'");
            case Expr.Literal(Object value, var _) -> addValue(value);
            case Expr.Call call -> addCall(call);
            case Expr.Applied(ScalarFunction function, List<Expr> arguments) ->
                add(function.name() + "(").addAll(arguments, ", ").add(")");
            case Expr.Case branches -> addCase(branches);
            case Expr.Cast(Expr input, var type, boolean lenient) ->
                add(lenient ? "try_cast(" : "cast(").add(input).add(" as " + type + ")");
            case Expr.In(Expr input, List<Expr> options) ->
                add(input).add(" in (").addAll(options, ", ").add(")");
            case Expr.Aggregate aggregate -> addAggregate(aggregate);
            case Expr.Lambda(List<String> parameters, Expr body) ->
                add("lambda " + String.join(", ", parameters) + ": ").add(body);
            case Expr.Alias(Expr input, String name) -> add(input).add(" as " + name);
        }
        depth--;
        return this;
    }

    /// Structs and lists as Java writes them, no further than the limit.
    private ExprText addValue(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> struct -> addValues("{", struct.entrySet(), "}");
            case Map.Entry<?, ?> field -> add(field.getKey() + "=").addValue(field.getValue());
            case List<?> list -> addValues("[", list, "]");
            case null, default -> add(String.valueOf(value));
        };
    }

    private ExprText addValues(String open, Collection<?> values, String close) {
        String before = open;
        for (Object value : values) {
            if (out.length() > limit) {
                return this;
            }
            add(before).addValue(value);
            before = ", ";
        }
        return add(values.isEmpty() ? open + close : close);
    }

    private ExprText addAll(List<Expr> exprs, String between) {
        for (int i = 0; i < exprs.size() && out.length() <= limit; i++) {
            add(i == 0 ? "" : between).add(exprs.get(i));
        }
        return this;
    }

    private void addCall(Expr.Call call) {
        String symbol = call.function().symbol();
        if (call.function().isInfix()) {
            add("(").addAll(call.arguments(), " " + symbol + " ").add(")");
        } else if (symbol.startsWith("is ")) {
            add(call.arguments().getFirst()).add(" " + symbol);
        } else {
            add(symbol + "(").addAll(call.arguments(), ", ").add(")");
        }
    }

    private void addCase(Expr.Case branches) {
        add("case ");
        for (Expr.When when : branches.branches()) {
            add("when ").add(when.condition()).add(" then ").add(when.result()).add(" ");
        }
        add("else ").add(branches.otherwise()).add(" end");
    }

    private void addAggregate(Expr.Aggregate aggregate) {
        add(name(aggregate.aggregation()) + "(" + (aggregate.distinct() ? "distinct " : ""));
        if (aggregate.aggregation() instanceof Aggregation.CountAll()) {
            add("*");
        } else {
            addAll(aggregate.arguments(), ", ");
        }
        add(parameters(aggregate.aggregation()) + ")");
        aggregate
                .filter()
                .ifPresent(filter -> add(" filter (where ").add(filter).add(")"));
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
            case Aggregation.ValueCounts _ -> "histogram";
            case Aggregation.Merge(Aggregation of) -> "merge_" + name(of);
            case Aggregation.MedianDeviation() -> "mad";
            case Aggregation.Kurtosis(boolean sample) -> sample ? "kurtosis" : "kurtosis_pop";
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
}
