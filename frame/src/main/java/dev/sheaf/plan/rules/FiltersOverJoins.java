package dev.sheaf.plan.rules;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Moves the parts of a condition above a join to the side whose columns they read, and makes an equality
/// between the sides of an inner join a key of it.
///
/// Only a side whose rows never come with nulls instead may be filtered before. A part that may raise an error
/// stays above, since the rows that it would raise one for may have no partner.
final class FiltersOverJoins {
    /// Moves a filter on towards the scan.
    interface Pusher {
        LogicalPlan push(Filter filter);
    }

    private final Join join;
    private final List<Expr> left = new ArrayList<>();
    private final List<Expr> right = new ArrayList<>();
    private final List<JoinKey> keys;
    private final List<Expr> above = new ArrayList<>();

    private FiltersOverJoins(Join join) {
        this.join = join;
        this.keys = new ArrayList<>(join.keys());
    }

    static LogicalPlan push(Join join, List<Expr> parts, Pusher pushOn) {
        FiltersOverJoins filters = new FiltersOverJoins(join);
        parts.forEach(filters::sort);
        LogicalPlan pushed = new Join(
                filtered(join.left(), filters.left, pushOn),
                filtered(join.right(), filters.right, pushOn),
                join.kind(),
                filters.keys,
                join.condition());
        return filters.above.isEmpty() ? pushed : new Filter(pushed, joined(filters.above));
    }

    private static LogicalPlan filtered(LogicalPlan side, List<Expr> parts, Pusher pushOn) {
        return parts.isEmpty() ? side : pushOn.push(new Filter(side, joined(parts)));
    }

    private void sort(Expr part) {
        Set<String> read = ExprColumns.of(part);
        boolean safe = !ExprWalker.mayFail(part, join.schema());
        Optional<JoinKey> key = key(part);
        if (safe
                && !read.isEmpty()
                && keepsLeft()
                && join.left().schema().names().containsAll(read)) {
            left.add(part);
        } else if (safe
                && !read.isEmpty()
                && keepsRight()
                && join.right().schema().names().containsAll(read)) {
            right.add(part);
        } else if (safe && join.kind() == JoinKind.INNER && key.isPresent()) {
            keys.add(key.get());
        } else {
            above.add(part);
        }
    }

    private boolean keepsLeft() {
        return switch (join.kind()) {
            case INNER, LEFT, SEMI, ANTI -> true;
            case RIGHT, FULL -> false;
        };
    }

    private boolean keepsRight() {
        return switch (join.kind()) {
            case INNER, RIGHT -> true;
            case LEFT, FULL, SEMI, ANTI -> false;
        };
    }

    /// The key that a part is, if it compares an expression over one side with one over the other.
    private Optional<JoinKey> key(Expr part) {
        if (!(part.unaliased() instanceof Expr.Call call)
                || (call.function() != Function.EQUAL && call.function() != Function.IS_NOT_DISTINCT_FROM)) {
            return Optional.empty();
        }
        boolean nullSafe = call.function() == Function.IS_NOT_DISTINCT_FROM;
        Expr first = call.arguments().getFirst();
        Expr second = call.arguments().getLast();
        if (reads(join.left(), first) && reads(join.right(), second)) {
            return Optional.of(new JoinKey(first, second, nullSafe));
        }
        return reads(join.right(), first) && reads(join.left(), second)
                ? Optional.of(new JoinKey(second, first, nullSafe))
                : Optional.empty();
    }

    private static boolean reads(LogicalPlan side, Expr expr) {
        Set<String> columns = ExprColumns.of(expr);
        return !columns.isEmpty() && side.schema().names().containsAll(columns);
    }

    private static Expr joined(List<Expr> parts) {
        return Conjuncts.join(parts).orElseThrow();
    }
}
