package dev.sheaf.plan;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Questions about expressions, and rewriting of their parts.
final class Exprs {
    private Exprs() {}

    /// The names of the columns that an expression reads, in order of appearance.
    static Set<String> columns(Expr expr) {
        Set<String> names = new LinkedHashSet<>();
        addColumns(expr, names);
        return names;
    }

    private static void addColumns(Expr expr, Set<String> names) {
        if (expr instanceof Expr.ColumnRef(String name)) {
            names.add(name);
        }
        expr.children().forEach(child -> addColumns(child, names));
    }

    /// The first aggregation in an expression, from left to right.
    static Optional<Expr.Aggregate> firstAggregate(Expr expr) {
        if (expr instanceof Expr.Aggregate aggregate) {
            return Optional.of(aggregate);
        }
        return expr.children().stream()
                .flatMap(child -> firstAggregate(child).stream())
                .findFirst();
    }

    /// The conditions that all have to hold for `condition` to hold, from left to right.
    static List<Expr> conjuncts(Expr condition) {
        List<Expr> parts = new ArrayList<>();
        addConjuncts(condition.unaliased(), parts);
        return parts;
    }

    private static void addConjuncts(Expr condition, List<Expr> parts) {
        if (condition instanceof Expr.Call(Function function, List<Expr> arguments) && function == Function.AND) {
            arguments.forEach(argument -> addConjuncts(argument, parts));
        } else {
            parts.add(condition);
        }
    }

    /// One condition that holds where all of `parts`, of which there is at least one, hold.
    static Expr conjunction(List<Expr> parts) {
        return parts.stream().reduce(Expr::and).orElseThrow();
    }

    /// The expression with `rewrite` applied to each of its parts, inner parts first.
    static Expr rewrite(Expr expr, UnaryOperator<Expr> rewrite) {
        return rewrite.apply(
                switch (expr) {
                    case Expr.ColumnRef _, Expr.Literal _ -> expr;
                    case Expr.Call(Function function, List<Expr> arguments) ->
                        new Expr.Call(function, rewrite(arguments, rewrite));
                    case Expr.Case(List<Expr.When> branches, Expr otherwise) ->
                        new Expr.Case(
                                branches.stream()
                                        .map(when -> new Expr.When(
                                                rewrite(when.condition(), rewrite), rewrite(when.result(), rewrite)))
                                        .toList(),
                                rewrite(otherwise, rewrite));
                    case Expr.Cast cast -> new Expr.Cast(rewrite(cast.input(), rewrite), cast.type(), cast.lenient());
                    case Expr.In(Expr input, List<Expr> options) ->
                        new Expr.In(rewrite(input, rewrite), rewrite(options, rewrite));
                    case Expr.Aggregate old ->
                        new Expr.Aggregate(
                                old.aggregation(),
                                rewrite(old.arguments(), rewrite),
                                old.filter().map(filter -> rewrite(filter, rewrite)),
                                old.distinct());
                    case Expr.Alias(Expr input, String name) ->
                        rewrite(input, rewrite).as(name);
                });
    }

    private static List<Expr> rewrite(List<Expr> exprs, UnaryOperator<Expr> rewrite) {
        return exprs.stream().map(expr -> rewrite(expr, rewrite)).toList();
    }
}
