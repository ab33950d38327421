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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
        return ExprColumns.of(exprs);
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

    /// Whether expressions read what each row is to have computed once, so that it must not be written into them.
    public static boolean readsOnce(Collection<Expr> readers, Map<String, Expr> definitions) {
        return holdsOnce(definitions.values())
                && ExprColumns.of(readers).stream()
                        .map(definitions::get)
                        .anyMatch(definition -> definition != null && holdsOnce(List.of(definition)));
    }

    /// Whether expressions call a function that is to be called once a row, see
    /// [dev.sheaf.expr.ScalarFunction#onceARow].
    public static boolean holdsOnce(Collection<Expr> exprs) {
        Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Expr> left = new ArrayDeque<>(exprs);
        while (!left.isEmpty()) {
            Expr next = left.removeLast();
            if (next instanceof Expr.Applied applied && applied.function().isOnceARow()) {
                return true;
            }
            next.children().stream().filter(seen::add).forEach(left::addLast);
        }
        return false;
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
        return expr.isNamed(name) ? expr : expr.as(name);
    }

    /// What each result column of a projection is, by name.
    public static Map<String, Expr> definitions(List<Expr> projection) {
        return projection.stream().collect(Collectors.toMap(Expr::outputName, Expr::unaliased));
    }

    /// The expressions with every column that has a definition replaced by it; they keep their output names.
    public static List<Expr> substitute(List<Expr> exprs, Map<String, Expr> definitions) {
        UnaryOperator<Expr> substituted = substitution(definitions);
        return exprs.stream()
                .map(expr -> named(substituted.apply(expr), expr.outputName()))
                .toList();
    }

    /// Replaces every column that has a definition by it, in expressions whose names do not matter.
    public static UnaryOperator<Expr> substitution(Map<String, Expr> definitions) {
        UnaryOperator<Expr> replaced = ExprRewrite.overColumns(name -> definitions.getOrDefault(name, col(name)));
        return expr -> replaced.apply(expr).unaliased();
    }

    /// The first aggregation in an expression, from left to right.
    public static Optional<Expr.Aggregate> firstAggregate(Expr expr) {
        return firstAggregate(expr, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /// As [#firstAggregate(Expr)] but for parts that were `seen` to hold none; gets those of this expression.
    static Optional<Expr.Aggregate> firstAggregate(Expr expr, Set<Expr> seen) {
        Deque<Expr> left = new ArrayDeque<>(List.of(expr));
        while (!left.isEmpty()) {
            Checkpoint.pass();
            Expr next = left.removeFirst();
            if (next instanceof Expr.Aggregate aggregate) {
                return Optional.of(aggregate);
            }
            if (!next.children().isEmpty() && seen.add(next)) {
                next.children().reversed().forEach(left::addFirst);
            }
        }
        return Optional.empty();
    }

    /// The expression with its outermost parts for which `replacement` has something replaced by it.
    public static Expr replace(Expr expr, Function<Expr, Optional<Expr>> replacement) {
        return replace(expr, replacement, new IdentityHashMap<>());
    }

    /// As [#replace(Expr, Function)] for many expressions: what was `done` is taken from there, and shared by the
    /// results.
    public static Expr replace(Expr expr, Function<Expr, Optional<Expr>> replacement, Map<Expr, Expr> done) {
        Expr known = done.get(expr);
        if (known == null) {
            known = replacement
                    .apply(expr)
                    .orElseGet(() -> ExprRewrite.mapChildren(expr, child -> replace(child, replacement, done)));
            done.put(expr, known);
        }
        return known;
    }
}
