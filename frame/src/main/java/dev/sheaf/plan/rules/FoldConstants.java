package dev.sheaf.plan.rules;

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
                new Project(input, fold(expressions, Folding.over(input.schema())));
            case Aggregate(LogicalPlan input, List<Expr> keys, List<Expr> aggregates, var options) -> {
                Folding folding = Folding.over(input.schema());
                yield new Aggregate(input, fold(keys, folding), fold(aggregates, folding), options);
            }
            case Window(LogicalPlan input, List<WindowCall> calls) -> {
                Folding folding = Folding.over(input.schema());
                yield new Window(
                        input, calls.stream().map(call -> fold(call, folding)).toList());
            }
            case Sort(LogicalPlan input, List<SortKey> keys) ->
                new Sort(input, foldKeys(keys, Folding.over(input.schema())));
            case Scan _, Values _, Limit _, Distinct _, Unnest _, Randomized _, Join _, AsofJoin _ -> node;
        };
    }

    private static List<Expr> fold(List<Expr> exprs, Folding folding) {
        return exprs.stream()
                .map(expr -> ExprWalker.named(folding.fold(expr), expr.outputName()))
                .toList();
    }

    private static WindowCall fold(WindowCall call, Folding folding) {
        WindowFunction function = call.function().map(folding::fold);
        List<Expr> partitionBy = call.partitionBy().stream()
                .map(key -> folding.fold(key.unaliased()))
                .toList();
        return new WindowCall(call.name(), function, partitionBy, foldKeys(call.orderBy(), folding));
    }

    /// A key that turns out to be the same for all rows orders nothing.
    private static List<SortKey> foldKeys(List<SortKey> keys, Folding folding) {
        return keys.stream()
                .map(key -> new SortKey(folding.fold(key.expr()), key.direction()))
                .filter(key -> !(key.expr() instanceof Expr.Literal))
                .toList();
    }
}
