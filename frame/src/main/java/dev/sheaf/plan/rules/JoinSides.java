package dev.sheaf.plan.rules;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.Optional;
import java.util.Set;

/// Which columns lie on which side of a join, and what a condition asks of them.
record JoinSides(Set<String> left, Set<String> right) {

    static JoinSides of(Join join) {
        return new JoinSides(
                Set.copyOf(join.left().schema().names()),
                Set.copyOf(join.right().schema().names()));
    }

    /// Whether an expression reads columns, and of the left side alone.
    boolean isLeft(Expr expr) {
        return reads(left, expr);
    }

    /// Whether an expression reads columns, and of the right side alone.
    boolean isRight(Expr expr) {
        return reads(right, expr);
    }

    private static boolean reads(Set<String> side, Expr expr) {
        Set<String> columns = ExprColumns.of(expr);
        return !columns.isEmpty() && side.containsAll(columns);
    }

    /// The key that a part of a condition is, if it compares an expression over one side with one over the other.
    Optional<JoinKey> key(Expr part) {
        if (!(part.unaliased() instanceof Expr.Call call)
                || (call.function() != Function.EQUAL && call.function() != Function.IS_NOT_DISTINCT_FROM)) {
            return Optional.empty();
        }
        boolean nullSafe = call.function() == Function.IS_NOT_DISTINCT_FROM;
        Expr first = call.arguments().getFirst();
        Expr second = call.arguments().getLast();
        if (isLeft(first) && isRight(second)) {
            return Optional.of(new JoinKey(first, second, nullSafe));
        }
        return isRight(first) && isLeft(second) ? Optional.of(new JoinKey(second, first, nullSafe)) : Optional.empty();
    }
}
