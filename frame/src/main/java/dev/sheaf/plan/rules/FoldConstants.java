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

    /// The very same node where nothing folds: whoever makes one types all of its expressions.
    private static LogicalPlan fold(LogicalPlan node) {
        return switch (node) {
            case Filter(LogicalPlan input, Expr condition) -> {
                Expr folded = Folding.fold(condition.unaliased(), input.schema());
                yield folded.equals(condition) ? node : new Filter(input, folded);
            }
            case Project(LogicalPlan input, List<Expr> expressions) -> {
                List<Expr> folded = fold(expressions, Folding.over(input.schema()));
                yield folded.equals(expressions) ? node : new Project(input, folded);
            }
            case Aggregate(LogicalPlan input, List<Expr> keys, List<Expr> aggregates, var options) -> {
                Folding folding = Folding.over(input.schema());
                List<Expr> foldedKeys = fold(keys, folding);
                List<Expr> foldedAggregates = fold(aggregates, folding);
                yield foldedKeys.equals(keys) && foldedAggregates.equals(aggregates)
                        ? node
                        : new Aggregate(input, foldedKeys, foldedAggregates, options);
            }
            case Window(LogicalPlan input, List<WindowCall> calls) -> {
                Folding folding = Folding.over(input.schema());
                List<WindowCall> folded =
                        calls.stream().map(call -> fold(call, folding)).toList();
                yield folded.equals(calls) ? node : new Window(input, folded);
            }
            case Sort(LogicalPlan input, List<SortKey> keys) -> {
                List<SortKey> folded = foldKeys(keys, Folding.over(input.schema()));
                yield folded.equals(keys) ? node : new Sort(input, folded);
            }
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
        return new WindowCall(call.name(), function, partitionBy, foldOrder(call, folding));
    }

    /// The one key at whose values frames end stays.
    private static List<SortKey> foldOrder(WindowCall call, Folding folding) {
        boolean endsAtValues = call.function()
                .frameRows()
                .filter(frame -> frame.lower().or(frame::upper).isPresent())
                .isPresent();
        return endsAtValues ? call.orderBy() : foldKeys(call.orderBy(), folding);
    }

    /// A key that turns out to be the same for all rows orders nothing.
    private static List<SortKey> foldKeys(List<SortKey> keys, Folding folding) {
        return keys.stream()
                .map(key -> new SortKey(folding.fold(key.expr()), key.direction()))
                .filter(key -> !(key.expr() instanceof Expr.Literal))
                .toList();
    }
}
