package dev.sheaf.sql.join;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import java.util.List;
import java.util.function.UnaryOperator;

/// Rows, each with the rows that a query has for it, and the values that the query gives of them.
public record Joined(LogicalPlan plan, List<Expr> values) {

    /// The pairs of some rows, over which `outers` of the query are, and the rows of the query. `names` are
    /// those that columns of the query may not have; gets the ones that they have.
    public static Joined of(LogicalPlan rows, Subquery query, UniqueNames names) {
        AskedSide side = AskedSide.of(query, rows, UnaryOperator.identity(), names);
        boolean isSingle = query.single().isPresent();
        JoinKind kind = isSingle ? JoinKind.FIRST : JoinKind.INNER;
        LogicalPlan joined = new LogicalPlan.Join(rows, side.plan(), kind, List.of(), side.condition());
        return new Joined(isSingle ? new LogicalPlan.Filter(joined, side.single()) : joined, side.values());
    }
}
