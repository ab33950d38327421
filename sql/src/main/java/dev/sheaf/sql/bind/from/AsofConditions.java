package dev.sheaf.sql.bind.from;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the conditions of an ASOF JOIN say: which expressions are equal, which one comparison says what is
/// nearest, and which right rows count at all.
final class AsofConditions {
    private final List<JoinKey> keys = new ArrayList<>();
    private final List<Expr> right = new ArrayList<>();
    private final List<Expr> all;
    private @Nullable Nearest nearest;
    private @Nullable String problem;

    private AsofConditions(List<Expr> all) {
        this.all = all;
    }

    /// Equal columns; the last ones are compared by `>=`.
    static AsofConditions using(List<Expr> equalities) {
        AsofConditions conditions = new AsofConditions(equalities);
        for (Expr equality : equalities) {
            List<Expr> sides = equality.children();
            if (equality.equals(equalities.getLast())) {
                conditions.nearest = new Nearest(sides.getFirst(), Function.GREATER_OR_EQUAL, sides.getLast());
            } else {
                conditions.keys.add(JoinKey.on(sides.getFirst(), sides.getLast()));
            }
        }
        return conditions;
    }

    /// Conditions over the columns of both sides.
    static AsofConditions of(List<Expr> all, Schema left, Schema right) {
        AsofConditions conditions = new AsofConditions(all);
        all.forEach(part -> conditions.add(part, Set.copyOf(left.names()), Set.copyOf(right.names())));
        if (conditions.nearest == null && conditions.problem == null) {
            conditions.problem = "an ASOF JOIN needs a comparison by >=, >, <= or < between its sides";
        }
        return conditions;
    }

    private void add(Expr part, Set<String> leftColumns, Set<String> rightColumns) {
        Set<String> read = ExprColumns.of(part);
        if (!read.isEmpty() && rightColumns.containsAll(read)) {
            right.add(part);
            return;
        }
        if (!(part instanceof Expr.Call(Function function, List<Expr> sides)) || sides.size() != 2) {
            problem = OTHERS;
            return;
        }
        Set<String> first = ExprColumns.of(sides.getFirst());
        Set<String> second = ExprColumns.of(sides.getLast());
        if (first.isEmpty() || second.isEmpty()) {
            problem = OTHERS;
        } else if (leftColumns.containsAll(first) && rightColumns.containsAll(second)) {
            add(sides.getFirst(), function, sides.getLast());
        } else if (rightColumns.containsAll(first) && leftColumns.containsAll(second)) {
            add(sides.getLast(), exchanged(function), sides.getFirst());
        } else {
            problem = OTHERS;
        }
    }

    private void add(Expr left, Function function, Expr right) {
        switch (function) {
            case EQUAL, IS_NOT_DISTINCT_FROM ->
                keys.add(new JoinKey(left, right, function == Function.IS_NOT_DISTINCT_FROM));
            case GREATER_OR_EQUAL, GREATER, LESS_OR_EQUAL, LESS -> {
                if (nearest != null) {
                    problem = "an ASOF JOIN takes one comparison between its sides; this one has several";
                }
                nearest = new Nearest(left, function, right);
            }
            default -> problem = OTHERS;
        }
    }

    private static Function exchanged(Function function) {
        return switch (function) {
            case GREATER_OR_EQUAL -> Function.LESS_OR_EQUAL;
            case GREATER -> Function.LESS;
            case LESS_OR_EQUAL -> Function.GREATER_OR_EQUAL;
            case LESS -> Function.GREATER;
            default -> function;
        };
    }

    /// What is wrong with them.
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    List<Expr> all() {
        return all;
    }

    List<JoinKey> keys() {
        return keys;
    }

    Nearest nearest() {
        return Objects.requireNonNull(nearest);
    }

    /// The right rows that count.
    LogicalPlan right(LogicalPlan plan) {
        return Conjuncts.join(right)
                .<LogicalPlan>map(condition -> new LogicalPlan.Filter(plan, condition))
                .orElse(plan);
    }

    private static final String OTHERS = "an ASOF JOIN takes equalities and one comparison between its sides, and"
            + " conditions on the right one; write others in WHERE";
}
