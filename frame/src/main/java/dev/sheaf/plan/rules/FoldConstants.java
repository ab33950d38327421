package dev.sheaf.plan.rules;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.fold.Folding;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.AsofJoin;
import dev.sheaf.plan.LogicalPlan.Distinct;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Randomized;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.LogicalPlan.Unnest;
import dev.sheaf.plan.LogicalPlan.Values;
import dev.sheaf.plan.LogicalPlan.Window;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import java.util.List;

/// Computes what does not depend on any row, and simplifies conditions; result columns keep their names.
final class FoldConstants implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, FoldConstants::fold);
    }

    private static LogicalPlan fold(LogicalPlan node) {
        return switch (node) {
            case Filter(LogicalPlan input, Expr condition) ->
                new Filter(input, Folding.fold(condition.unaliased(), input.schema()));
            case Project(LogicalPlan input, List<Expr> expressions) ->
                new Project(input, fold(expressions, input.schema()));
            case Aggregate(LogicalPlan input, List<Expr> keys, List<Expr> aggregates, var options) ->
                new Aggregate(input, fold(keys, input.schema()), fold(aggregates, input.schema()), options);
            case Window(LogicalPlan input, List<WindowCall> calls) ->
                new Window(
                        input,
                        calls.stream().map(call -> fold(call, input.schema())).toList());
            case Sort(LogicalPlan input, List<SortKey> keys) -> new Sort(input, foldKeys(keys, input.schema()));
            case Scan _, Values _, Limit _, Distinct _, Unnest _, Randomized _, Join _, AsofJoin _ -> node;
        };
    }

    private static Expr fold(Expr expr, Schema input) {
        return ExprWalker.named(Folding.fold(expr, input), expr.outputName());
    }

    private static List<Expr> fold(List<Expr> exprs, Schema input) {
        return exprs.stream().map(expr -> fold(expr, input)).toList();
    }

    private static WindowCall fold(WindowCall call, Schema input) {
        WindowFunction function = call.function().map(expr -> Folding.fold(expr, input));
        List<Expr> partitionBy = call.partitionBy().stream()
                .map(key -> Folding.fold(key.unaliased(), input))
                .toList();
        return new WindowCall(call.name(), function, partitionBy, foldKeys(call.orderBy(), input));
    }

    /// A key that turns out to be the same for all rows orders nothing.
    private static List<SortKey> foldKeys(List<SortKey> keys, Schema input) {
        return keys.stream()
                .map(key -> new SortKey(Folding.fold(key.expr(), input), key.direction()))
                .filter(key -> !(key.expr() instanceof Expr.Literal))
                .toList();
    }
}
