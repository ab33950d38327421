package dev.sheaf.plan;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Questions about expressions, and rewriting of their parts.
public final class ExprWalker {
    private ExprWalker() {}

    /// The names of the columns that any of the expressions reads.
    public static Set<String> columns(Collection<Expr> exprs) {
        Set<String> names = new LinkedHashSet<>();
        exprs.forEach(expr -> names.addAll(ExprColumns.of(expr)));
        return names;
    }

    /// How often an expression reads each column.
    public static Map<String, Integer> uses(Collection<Expr> exprs) {
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
    public static boolean isFree(Expr expr) {
        return expr.unaliased() instanceof Expr.ColumnRef || expr.unaliased() instanceof Expr.Literal;
    }

    /// Whether a row can make the expression raise an error: a cast that is not lenient, or arithmetic of whole
    /// numbers and decimals, which may overflow. A filter may have been written to guard it.
    public static boolean mayFail(Expr expr, Schema schema) {
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
    public static List<Expr> references(Collection<String> names) {
        return names.stream().map(Expressions::col).toList();
    }

    /// The expression under this name, with an alias only if it has another.
    public static Expr named(Expr expr, String name) {
        return expr.outputName().equals(name) ? expr : expr.as(name);
    }

    /// What each result column of a projection is, by name.
    public static Map<String, Expr> definitions(List<Expr> projection) {
        return projection.stream().collect(Collectors.toMap(Expr::outputName, Expr::unaliased));
    }

    /// The expression with every column that has a definition replaced by it; keeps its output name.
    public static Expr substitute(Expr expr, Map<String, Expr> definitions) {
        Expr replaced = ExprRewrite.mapColumns(expr, name -> definitions.getOrDefault(name, col(name)));
        return named(replaced, expr.outputName());
    }

    /// As [#substitute] where the name does not matter.
    public static Expr substituteUnnamed(Expr expr, Map<String, Expr> definitions) {
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

    /// The expression with its outermost parts for which `replacement` has something replaced by it.
    static Expr replace(Expr expr, Function<Expr, Optional<Expr>> replacement) {
        return replacement
                .apply(expr)
                .orElseGet(() -> ExprRewrite.mapChildren(expr, child -> replace(child, replacement)));
    }
}
