package dev.sheaf.expr;

import dev.sheaf.column.DataType;
import dev.sheaf.memory.Checkpoint;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Makes expressions out of others.
public final class ExprRewrite {
    private ExprRewrite() {}

    /// The expression with every column replaced by what `replacement` gives for its name.
    ///
    /// A projection is pushed below its filter this way: each name becomes the expression that computes it. An
    /// alias around a replacement is dropped unless it stands alone.
    public static Expr mapColumns(Expr expr, java.util.function.Function<String, Expr> replacement) {
        return overColumns(replacement).apply(expr);
    }

    /// [#mapColumns] for many expressions: parts that these share are mapped once, and shared by the results.
    public static UnaryOperator<Expr> overColumns(java.util.function.Function<String, Expr> replacement) {
        Map<Expr, Expr> done = new IdentityHashMap<>();
        return expr -> mapColumns(expr, replacement, done);
    }

    /// A part that stands in several places is mapped once.
    private static Expr mapColumns(
            Expr expr, java.util.function.Function<String, Expr> replacement, Map<Expr, Expr> done) {
        if (expr instanceof Expr.ColumnRef(String name)) {
            return replacement.apply(name);
        }
        if (expr instanceof Expr.Lambda(List<String> parameters, Expr body)) {
            java.util.function.Function<String, Expr> around = name -> parameters.contains(name)
                    ? new Expr.ColumnRef(name)
                    : replacement.apply(name).unaliased();
            return new Expr.Lambda(parameters, mapColumns(body, around, new IdentityHashMap<>()));
        }
        Expr known = done.get(expr);
        if (known == null) {
            known = mapChildren(
                    expr, child -> mapColumns(child, replacement, done).unaliased());
            done.put(expr, known);
        }
        return known;
    }

    /// The same node over other children, the very same if no child changes; columns and constants, having none, stay
    /// what they are.
    public static Expr mapChildren(Expr expr, UnaryOperator<Expr> change) {
        Checkpoint.pass();
        Expr mapped = overChildren(expr, change);
        return isSame(expr.children(), mapped.children()) ? expr : mapped;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(List<Expr> before, List<Expr> after) {
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i) != after.get(i)) {
                return false;
            }
        }
        return true;
    }

    private static Expr overChildren(Expr expr, UnaryOperator<Expr> change) {
        return switch (expr) {
            case Expr.ColumnRef _, Expr.Literal _, Expr.Lambda _ -> expr;
            case Expr.Call(Function function, List<Expr> arguments) -> new Expr.Call(function, each(arguments, change));
            case Expr.Applied(ScalarFunction function, List<Expr> arguments) ->
                new Expr.Applied(function, each(arguments, change));
            case Expr.Case(List<Expr.When> branches, Expr otherwise) ->
                new Expr.Case(
                        branches.stream()
                                .map(when -> new Expr.When(change.apply(when.condition()), change.apply(when.result())))
                                .toList(),
                        change.apply(otherwise));
            case Expr.Cast(Expr input, DataType type, boolean lenient) ->
                new Expr.Cast(change.apply(input), type, lenient);
            case Expr.In(Expr input, List<Expr> options) -> new Expr.In(change.apply(input), each(options, change));
            case Expr.Aggregate aggregate ->
                new Expr.Aggregate(
                        aggregate.aggregation(),
                        each(aggregate.arguments(), change),
                        aggregate.filter().map(change),
                        aggregate.distinct());
            case Expr.Alias(Expr input, String name) -> new Expr.Alias(change.apply(input), name);
        };
    }

    private static List<Expr> each(List<Expr> exprs, UnaryOperator<Expr> change) {
        return exprs.stream().map(change).toList();
    }
}
