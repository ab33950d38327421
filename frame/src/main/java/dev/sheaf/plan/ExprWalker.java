package dev.sheaf.plan;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.memory.Checkpoint;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Questions about expressions, and rewriting of their parts.
public final class ExprWalker {
    /// Far fewer than evaluators take.
    private static final int DEEP_LEVELS = 100;

    /// Nobody asks for more.
    private static final int MANY_USES = 2;

    private ExprWalker() {}

    /// The names of the columns that any of the expressions reads.
    public static Set<String> columns(Collection<Expr> exprs) {
        Set<String> names = new LinkedHashSet<>();
        exprs.forEach(expr -> names.addAll(ExprColumns.of(expr)));
        return names;
    }

    /// How often an expression reads each column; parts that stand in more than two places count for two.
    public static Map<String, Integer> uses(Collection<Expr> exprs) {
        Map<String, Integer> uses = new HashMap<>();
        Map<Expr, Integer> visits = new IdentityHashMap<>();
        exprs.forEach(expr -> addUses(expr, uses, visits));
        return uses;
    }

    private static void addUses(Expr expr, Map<String, Integer> uses, Map<Expr, Integer> visits) {
        Checkpoint.pass();
        if (expr instanceof Expr.ColumnRef(String name)) {
            uses.merge(name, 1, Integer::sum);
        } else if (!expr.children().isEmpty() && visits.merge(expr, 1, Integer::sum) <= MANY_USES) {
            expr.children().forEach(child -> addUses(child, uses, visits));
        }
    }

    /// The columns that expressions read more than once where what they are computed by is not free.
    public static boolean repeatsWork(Collection<Expr> readers, Map<String, Expr> definitions) {
        return uses(readers).entrySet().stream().anyMatch(use -> {
            Expr definition = definitions.get(use.getKey());
            return use.getValue() > 1 && definition != null && !isFree(definition);
        });
    }

    /// Whether an expression costs nothing to evaluate once more.
    public static boolean isFree(Expr expr) {
        return expr.unaliased() instanceof Expr.ColumnRef || expr.unaliased() instanceof Expr.Literal;
    }

    /// Whether expressions go down so many levels that those of others should not be written into them, or
    /// they into others.
    public static boolean isDeep(Collection<Expr> exprs) {
        Collection<Expr> level = exprs;
        for (int levels = 0; !level.isEmpty(); levels++) {
            if (levels == DEEP_LEVELS) {
                return true;
            }
            Set<Expr> next = Collections.newSetFromMap(new IdentityHashMap<>());
            level.forEach(expr -> next.addAll(expr.children()));
            level = next;
        }
        return false;
    }

    /// Whether expressions have more than `most` parts, those counted for each time that stand in several
    /// places.
    public static boolean isLarger(Collection<Expr> exprs, int most) {
        Deque<Expr> left = new ArrayDeque<>(exprs);
        for (int seen = 0; !left.isEmpty(); seen++) {
            if (seen == most) {
                return true;
            }
            left.addAll(left.removeFirst().children());
        }
        return false;
    }

    /// Whether a row can make the expression raise an error, see [Failing]. A filter may have been written to guard it.
    public static boolean mayFail(Expr expr, Schema schema) {
        return Failing.mayFail(expr, schema);
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
        return ExprRewrite.mapColumns(expr, name -> definitions.getOrDefault(name, col(name)))
                .unaliased();
    }

    /// The first aggregation in an expression, from left to right.
    public static Optional<Expr.Aggregate> firstAggregate(Expr expr) {
        Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Expr> left = new ArrayDeque<>(List.of(expr));
        while (!left.isEmpty()) {
            Checkpoint.pass();
            Expr next = left.removeFirst();
            if (next instanceof Expr.Aggregate aggregate) {
                return Optional.of(aggregate);
            }
            if (seen.add(next)) {
                next.children().reversed().forEach(left::addFirst);
            }
        }
        return Optional.empty();
    }

    /// The expression with its outermost parts for which `replacement` has something replaced by it.
    public static Expr replace(Expr expr, Function<Expr, Optional<Expr>> replacement) {
        return replacement
                .apply(expr)
                .orElseGet(() -> ExprRewrite.mapChildren(expr, child -> replace(child, replacement)));
    }
}
