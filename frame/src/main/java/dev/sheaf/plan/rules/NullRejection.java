package dev.sheaf.plan.rules;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.expr.fold.Folding;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Finds out which rows without a partner a condition above a join leaves out: those for which it is not true when all
/// columns of the other side are null.
///
/// ```
///   a LEFT JOIN b ... WHERE b.x < 5                  INNER
///   a FULL JOIN b ... WHERE b.x < 5                  RIGHT
/// ```
/// A part of the condition that may raise an error, and what stands behind it, is not asked: it raises its error for
/// rows without a partner, too.
final class NullRejection {
    private final Join join;
    private final List<Expr> asked;

    private NullRejection(Join join, List<Expr> parts) {
        this.join = join;
        this.asked = beforeFailing(join.schema(), parts);
    }

    /// The kind of a join below a condition of these parts.
    static JoinKind kind(Join join, List<Expr> parts) {
        return isOuter(join.kind()) ? new NullRejection(join, parts).kind() : join.kind();
    }

    private static boolean isOuter(JoinKind kind) {
        return kind == JoinKind.LEFT || kind == JoinKind.RIGHT || kind == JoinKind.FULL;
    }

    private static List<Expr> beforeFailing(Schema schema, List<Expr> parts) {
        Failing failing = Failing.over(schema);
        List<Expr> before = new ArrayList<>();
        for (Expr part : parts) {
            if (failing.mayFail(part)) {
                break;
            }
            before.add(part);
        }
        return before;
    }

    private JoinKind kind() {
        return switch (join.kind()) {
            case LEFT -> rejects(join.right().schema()) ? JoinKind.INNER : JoinKind.LEFT;
            case RIGHT -> rejects(join.left().schema()) ? JoinKind.INNER : JoinKind.RIGHT;
            case FULL ->
                full(rejects(join.left().schema()), rejects(join.right().schema()));
            case INNER, FIRST, SINGLE, SEMI, ANTI -> join.kind();
        };
    }

    private static JoinKind full(boolean withoutLeft, boolean withoutRight) {
        if (withoutLeft) {
            return withoutRight ? JoinKind.INNER : JoinKind.LEFT;
        }
        return withoutRight ? JoinKind.RIGHT : JoinKind.FULL;
    }

    /// Whether some part is not true for a row whose columns of a side are null.
    private boolean rejects(Schema side) {
        return asked.stream().anyMatch(part -> rejects(part, side));
    }

    private boolean rejects(Expr part, Schema side) {
        if (Collections.disjoint(ExprColumns.of(part), side.names())) {
            return false;
        }
        Expr folded = Folding.fold(ExprRewrite.mapColumns(part, name -> valueOf(name, side)), join.schema());
        return folded.unaliased() instanceof Expr.Literal(Object value, var _) && !Boolean.TRUE.equals(value);
    }

    private static Expr valueOf(String name, Schema side) {
        return side.contains(name)
                ? Expressions.lit(null).cast(side.field(name).type().decoded())
                : Expressions.col(name);
    }
}
