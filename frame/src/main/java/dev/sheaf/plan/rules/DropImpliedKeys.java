package dev.sheaf.plan.rules;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Groups by fewer keys where others follow from them: constants, and expressions over other keys, which are computed
/// once a group above. `x, x + 1, 'a'` makes the groups that `x` makes.
///
/// Keys of types whose equal values may differ, such as -0.0 and 0.0, imply nothing. Keys that rows can make raise an
/// error stay, since nobody may ask for them above. One key always stays, since a group-by without keys has a row even
/// of no rows.
final class DropImpliedKeys implements Rule {
    /// Larger keys stay, since each of their parts is looked for among the others.
    private static final int MOST_PARTS = 1000;

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, node -> node instanceof Aggregate aggregate ? fewer(aggregate) : node);
    }

    private static LogicalPlan fewer(Aggregate aggregate) {
        List<Expr> keys = aggregate.keys();
        if (keys.size() < 2
                || !takes(aggregate.options())
                || ExprWalker.isDeep(keys)
                || ExprWalker.isLarger(keys, MOST_PARTS)) {
            return aggregate;
        }
        Map<Expr, Expr> columns = determining(aggregate);
        Failing failing = Failing.over(aggregate.input().schema());
        List<Expr> kept = new ArrayList<>(keys);
        for (Expr key : keys.reversed()) {
            Expr own = columns.remove(key.unaliased());
            if (kept.size() > 1 && isImplied(key.unaliased(), columns) && !failing.mayFail(key)) {
                kept.remove(key);
            } else if (own != null) {
                columns.put(key.unaliased(), own);
            }
        }
        return kept.size() == keys.size() ? aggregate : over(aggregate, kept, columns);
    }

    /// An implied key may be null where its group is not, and would change the order by the keys.
    private static boolean takes(GroupByOptions options) {
        return options.nullKeys() == NullKeys.INCLUDE && options.order() != Order.SORTED;
    }

    /// The keys that may imply others, and their columns in the result.
    private static Map<Expr, Expr> determining(Aggregate aggregate) {
        Schema schema = aggregate.schema();
        Map<Expr, Expr> columns = new HashMap<>();
        for (Expr key : aggregate.keys()) {
            if (!schema.type(key.outputName()).equalsMayDiffer()) {
                columns.put(key.unaliased(), col(key.outputName()));
            }
        }
        return columns;
    }

    /// Functions that users registered may give another value the next time.
    private static boolean isImplied(Expr expr, Map<Expr, Expr> columns) {
        return columns.containsKey(expr)
                || expr instanceof Expr.Literal
                || (!(expr instanceof Expr.Applied)
                        && !expr.children().isEmpty()
                        && expr.children().stream().allMatch(part -> isImplied(part, columns)));
    }

    private static Expr replaced(Expr key, Map<Expr, Expr> columns) {
        return ExprWalker.replace(key.unaliased(), part -> Optional.ofNullable(columns.get(part)));
    }

    private static LogicalPlan over(Aggregate aggregate, List<Expr> kept, Map<Expr, Expr> columns) {
        List<Expr> output = new ArrayList<>();
        for (Expr key : aggregate.keys()) {
            output.add(
                    kept.contains(key)
                            ? col(key.outputName())
                            : ExprWalker.named(replaced(key, columns), key.outputName()));
        }
        aggregate.aggregates().forEach(each -> output.add(col(each.outputName())));
        return new Project(new Aggregate(aggregate.input(), kept, aggregate.aggregates(), aggregate.options()), output);
    }
}
