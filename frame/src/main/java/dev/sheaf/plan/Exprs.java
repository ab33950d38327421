package dev.sheaf.plan;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.Typing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

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

    /// The names of the columns that any of the expressions reads.
    static Set<String> columns(Collection<Expr> exprs) {
        Set<String> names = new LinkedHashSet<>();
        exprs.forEach(expr -> addColumns(expr, names));
        return names;
    }

    /// How often an expression reads each column.
    static Map<String, Integer> uses(Collection<Expr> exprs) {
        Map<String, Integer> uses = new HashMap<>();
        exprs.forEach(expr -> addUses(expr, uses));
        return uses;
    }

    private static void addUses(Expr expr, Map<String, Integer> uses) {
        if (expr instanceof Expr.ColumnRef(String name)) {
            uses.merge(name, 1, Integer::sum);
        }
        expr.children().forEach(child -> addUses(child, uses));
    }

    /// Whether an expression costs nothing to evaluate once more.
    static boolean isFree(Expr expr) {
        return expr.unaliased() instanceof Expr.ColumnRef || expr.unaliased() instanceof Expr.Literal;
    }

    /// Whether a row can make the expression raise an error: a cast that is not lenient, or arithmetic of whole
    /// numbers and decimals, which may overflow. A filter may have been written to guard it.
    static boolean mayFail(Expr expr, Schema schema) {
        boolean itself = switch (expr) {
            case Expr.Cast cast -> !cast.lenient();
            case Expr.Call call -> isExactArithmetic(call, schema);
            default -> false;
        };
        return itself || expr.children().stream().anyMatch(child -> mayFail(child, schema));
    }

    private static boolean isExactArithmetic(Expr.Call call, Schema schema) {
        return switch (call.function()) {
            case ADD, SUBTRACT, MULTIPLY, INT_DIVIDE, NEGATE, ABS ->
                !Typing.typeOf(call, schema).isFloating();
            default -> false;
        };
    }

    /// References to columns of these names.
    static List<Expr> references(Collection<String> names) {
        return names.stream().map(Expressions::col).toList();
    }

    /// The expression under this name, with an alias only if it has another.
    static Expr named(Expr expr, String name) {
        return expr.outputName().equals(name) ? expr : expr.as(name);
    }

    /// What each result column of a projection is, by name.
    static Map<String, Expr> definitions(List<Expr> projection) {
        return projection.stream().collect(Collectors.toMap(Expr::outputName, Expr::unaliased));
    }

    /// The expression with every column that has a definition replaced by it; keeps its output name.
    static Expr substitute(Expr expr, Map<String, Expr> definitions) {
        Expr replaced = rewrite(
                expr,
                part -> part instanceof Expr.ColumnRef(String name) ? definitions.getOrDefault(name, part) : part);
        return named(replaced, expr.outputName());
    }

    /// As [#substitute] where the name does not matter.
    static Expr substituteUnnamed(Expr expr, Map<String, Expr> definitions) {
        return substitute(expr, definitions).unaliased();
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
        return rewrite.apply(withChildren(expr, child -> rewrite(child, rewrite)));
    }

    private static Expr withChildren(Expr expr, UnaryOperator<Expr> change) {
        return switch (expr) {
            case Expr.ColumnRef _, Expr.Literal _ -> expr;
            case Expr.Call(Function function, List<Expr> arguments) ->
                new Expr.Call(function, all(arguments, change));
            case Expr.Case(List<Expr.When> branches, Expr otherwise) ->
                new Expr.Case(
                        branches.stream()
                                .map(when ->
                                        new Expr.When(change.apply(when.condition()), change.apply(when.result())))
                                .toList(),
                        change.apply(otherwise));
            case Expr.Cast cast -> new Expr.Cast(change.apply(cast.input()), cast.type(), cast.lenient());
            case Expr.In(Expr input, List<Expr> options) -> new Expr.In(change.apply(input), all(options, change));
            case Expr.Aggregate old ->
                new Expr.Aggregate(
                        old.aggregation(),
                        all(old.arguments(), change),
                        old.filter().map(change),
                        old.distinct());
            case Expr.Alias(Expr input, String name) -> change.apply(input).as(name);
        };
    }

    /// The expression with its outermost parts for which `replacement` has something replaced by it.
    static Expr replace(Expr expr, java.util.function.Function<Expr, Optional<Expr>> replacement) {
        return replacement.apply(expr).orElseGet(() -> withChildren(expr, child -> replace(child, replacement)));
    }

    private static List<Expr> all(List<Expr> exprs, UnaryOperator<Expr> change) {
        return exprs.stream().map(change).toList();
    }
}
