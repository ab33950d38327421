package dev.sheaf.plan.rules;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Moves the parts of a condition above a join to the side whose columns they read, and makes an equality
/// between the sides of an inner join a key of it.
///
/// A join first becomes one that gives fewer rows, if the condition leaves out those without a partner
/// ([NullRejection]). Only a side whose rows never come with nulls instead may be filtered before. A part that may
/// raise an error stays above, since the rows that it would raise one for may have no partner.
final class FiltersOverJoins {
    /// Moves a filter on towards the scan.
    interface Pusher {
        LogicalPlan push(Filter filter);
    }

    private final Join join;
    private final JoinSides sides;
    private final List<Expr> left = new ArrayList<>();
    private final List<Expr> right = new ArrayList<>();
    private final List<JoinKey> keys;
    private final List<Expr> above = new ArrayList<>();

    private FiltersOverJoins(Join join) {
        this.join = join;
        this.sides = JoinSides.of(join);
        this.keys = new ArrayList<>(join.keys());
    }

    static LogicalPlan push(Join given, List<Expr> parts, Pusher pushOn) {
        Join join = new Join(
                given.left(), given.right(), NullRejection.kind(given, parts), given.keys(), given.condition());
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
        boolean safe = !ExprWalker.mayFail(part, join.schema());
        Optional<JoinKey> key = sides.key(part);
        if (safe && keepsLeft() && sides.isLeft(part)) {
            left.add(part);
        } else if (safe && keepsRight() && sides.isRight(part)) {
            right.add(part);
        } else if (safe && join.kind() == JoinKind.INNER && key.isPresent()) {
            keys.add(key.get());
        } else {
            above.add(part);
        }
    }

    private boolean keepsLeft() {
        return switch (join.kind()) {
            case INNER, LEFT, FIRST, SINGLE, SEMI, ANTI -> true;
            case RIGHT, FULL -> false;
        };
    }

    private boolean keepsRight() {
        return switch (join.kind()) {
            case INNER, RIGHT -> true;
            case LEFT, FULL, FIRST, SINGLE, SEMI, ANTI -> false;
        };
    }

    private static Expr joined(List<Expr> parts) {
        return Conjuncts.join(parts).orElseThrow();
    }
}
