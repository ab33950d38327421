package dev.sheaf.sql.bind.from;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.CallColumns;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.join.JoinOrder;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A join that gives pairs alone: a cross product beside which its conditions lie.
record InnerJoin(FromContext context, CallColumns calls, JoinSides sides) {
    From on(List<Expr> own) {
        LogicalPlan plan = new LogicalPlan.Join(
                sides.left().plan(), sides.right().plan(), JoinKind.INNER, List.of(), Optional.empty());
        List<Expr> conditions = new ArrayList<>(sides.left().conditions());
        conditions.addAll(sides.right().conditions());
        conditions.addAll(own);
        From pairs = new From(plan, sides.scope(plan, JoinKind.INNER), conditions);
        return calls.questions().isEmpty() ? pairs : answered(pairs);
    }

    /// Pairs whose conditions hold queries: the answers are joined here, so that the order of joins is that of the
    /// text around them.
    private From answered(From pairs) {
        List<Expr> around = new ArrayList<>();
        List<Expr> plain = new ArrayList<>();
        List<Expr> asking = new ArrayList<>();
        for (Expr condition : pairs.conditions()) {
            if (calls.holdsQuestion(condition)) {
                asking.add(condition);
            } else {
                (context.reads(condition) ? around : plain).add(condition);
            }
        }
        Questions questions = new Questions(calls);
        List<Expr> readers = new ArrayList<>(asking);
        readers.addAll(questions.readers(asking));
        CarriedRows rows = CarriedRows.of(
                JoinOrder.of(pairs.plan(), plain), context.outers(), context.read(readers), names(pairs));
        LogicalPlan kept = questions.kept(rows.plan(), Conjuncts.join(asking).orElseThrow(), rows::rewrite);
        List<Expr> columns = rows.plan().schema().names().stream()
                .<Expr>map(Expressions::col)
                .toList();
        around.addAll(rows.links());
        LogicalPlan plan = new LogicalPlan.Project(kept, columns);
        return new From(plan, new Scope(plan.schema(), pairs.scope().columns()), around);
    }

    /// Names that a column of rows may not have.
    private UniqueNames names(From pairs) {
        UniqueNames names = new UniqueNames(pairs.plan().schema().names());
        calls.questions().keySet().forEach(names::unique);
        context.outers().fields().keySet().forEach(names::unique);
        return names;
    }
}
