package dev.sheaf.plan.rules;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Sums numbers to which constants are added without these: `sum(x + 3)` is `sum(x) + 3 * count(x)`, computed once a
/// group above. So sums of one `x` with several constants add it up once.
///
/// Only where there are at least as many of them as aggregates in their place, and of signed whole numbers of at most
/// 32
/// bits, whose sums no rows make overflow. What a row would raise for `x + 3`, the extreme of `x` raises above.
final class SplitSums implements Rule {
    /// Aggregates in the place of sums of one number.
    private static final int PLACES = 3;

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, node -> node instanceof Aggregate aggregate ? split(aggregate) : node);
    }

    private static LogicalPlan split(Aggregate aggregate) {
        List<Optional<ShiftedSum>> shifted = aggregate.aggregates().stream()
                .map(each -> ShiftedSum.of(each.unaliased(), aggregate.input().schema()))
                .toList();
        Map<Expr, Integer> uses = new HashMap<>();
        shifted.forEach(each -> each.ifPresent(sum -> uses.merge(sum.plain(new Aggregation.Sum()), 1, Integer::sum)));
        if (uses.values().stream().noneMatch(count -> count >= PLACES)) {
            return aggregate;
        }
        Parts parts = new Parts(aggregate);
        List<Expr> output = new ArrayList<>();
        aggregate.keys().forEach(key -> output.add(col(key.outputName())));
        for (int i = 0; i < shifted.size(); i++) {
            Expr whole = aggregate.aggregates().get(i);
            Expr above = shifted.get(i)
                    .filter(sum -> uses.getOrDefault(sum.plain(new Aggregation.Sum()), 0) >= PLACES)
                    .map(parts::sum)
                    .orElseGet(() -> parts.reference(whole.unaliased()));
            output.add(ExprWalker.named(above, whole.outputName()));
        }
        return new Project(
                new Aggregate(aggregate.input(), aggregate.keys(), parts.aggregates(), aggregate.options()), output);
    }

    /// The aggregates below, by what they are, with their names.
    private static final class Parts {
        private final Map<Expr, String> names = new LinkedHashMap<>();
        private final Set<String> taken = new HashSet<>();

        Parts(Aggregate aggregate) {
            aggregate.keys().forEach(key -> taken.add(key.outputName()));
        }

        List<Expr> aggregates() {
            List<Expr> named = new ArrayList<>();
            names.forEach((each, name) -> named.add(ExprWalker.named(each, name)));
            return named;
        }

        Expr reference(Expr aggregate) {
            return col(names.computeIfAbsent(aggregate, each -> free(each.outputName())));
        }

        private String free(String wanted) {
            String name = wanted;
            while (!taken.add(name)) {
                name += "'";
            }
            return name;
        }

        /// Null without a number, as the extreme is.
        Expr sum(ShiftedSum sum) {
            Expr summed = reference(sum.plain(new Aggregation.Sum()));
            if (sum.constant() == 0) {
                return summed;
            }
            Aggregation extreme = sum.constant() > 0 ? new Aggregation.Max() : new Aggregation.Min();
            Expr counted = reference(sum.plain(new Aggregation.CountValid()));
            Expr most = sum.shift(reference(sum.plain(extreme)));
            Expr whole = summed.plus(counted.times(new Expr.Literal(sum.constant(), DataType.INT64)));
            return when(most.isNotNull()).then(whole).otherwise(new Expr.Literal(null, DataType.INT64));
        }
    }
}
