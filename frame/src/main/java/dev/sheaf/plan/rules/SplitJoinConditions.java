package dev.sheaf.plan.rules;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.plan.JoinChecks;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes the condition of a join apart: an equality between the sides becomes a key, a part that reads one side
/// filters that side where rows without a partner are not given, and the rest stays.
///
/// A part that may raise an error stays behind those that were written before it, since they may guard it.
final class SplitJoinConditions implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(
                plan, node -> node instanceof Join join && join.condition().isPresent() ? split(join) : node);
    }

    private static LogicalPlan split(Join join) {
        JoinSides sides = JoinSides.of(join);
        List<JoinKey> keys = new ArrayList<>(join.keys());
        List<Expr> left = new ArrayList<>();
        List<Expr> right = new ArrayList<>();
        List<Expr> rest = new ArrayList<>();
        Schema columns = JoinChecks.columns(join.left().schema(), join.right().schema());
        Failing failing = Failing.over(columns);
        boolean isFirst = true;
        for (Expr part : Conjuncts.split(join.condition().orElseThrow())) {
            boolean safe = !failing.mayFail(part);
            Optional<JoinKey> key = sides.key(part);
            if (key.isPresent() && (safe || isFirst)) {
                keys.add(key.get());
            } else if (safe && dropsLeft(join) && sides.isLeft(part)) {
                left.add(part);
            } else if (safe && dropsRight(join) && sides.isRight(part)) {
                right.add(part);
            } else {
                rest.add(part);
            }
            isFirst = false;
        }
        return new Join(
                filtered(join.left(), left), filtered(join.right(), right), join.kind(), keys, Conjuncts.join(rest));
    }

    private static LogicalPlan filtered(LogicalPlan side, List<Expr> parts) {
        return Conjuncts.join(parts)
                .<LogicalPlan>map(condition -> new Filter(side, condition))
                .orElse(side);
    }

    /// Whether a left row without a partner leaves no trace.
    private static boolean dropsLeft(Join join) {
        return switch (join.kind()) {
            case INNER, RIGHT, SEMI -> true;
            case LEFT, FULL, FIRST, SINGLE, ANTI -> false;
        };
    }

    private static boolean dropsRight(Join join) {
        return switch (join.kind()) {
            case INNER, LEFT, FIRST, SINGLE, SEMI, ANTI -> true;
            case RIGHT, FULL -> false;
        };
    }
}
