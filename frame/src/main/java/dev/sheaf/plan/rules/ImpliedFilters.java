package dev.sheaf.plan.rules;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.ImpliedParts;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Adds to a condition above joins what it asks of single inputs of these ([ImpliedParts]), which [PushFilters] moves
/// there. Applied once: what it adds may be written in other words afterwards, and would be added again.
final class ImpliedFilters implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.topDown(
                plan,
                node -> node instanceof Filter filter && filter.input() instanceof Join ? extended(filter) : node);
    }

    private static LogicalPlan extended(Filter filter) {
        List<Set<String>> inputs = new ArrayList<>();
        addInputs(filter.input(), inputs);
        Set<Expr> parts = new LinkedHashSet<>(Conjuncts.split(filter.condition()));
        List<Expr> implied = parts.stream()
                .filter(part -> owner(inputs, ExprColumns.of(part)).isEmpty())
                .flatMap(part -> ImpliedParts.of(part, columns -> owner(inputs, columns)).values().stream())
                .filter(part -> !ExprWalker.mayFail(part, filter.schema()))
                .toList();
        return parts.addAll(implied)
                ? new Filter(filter.input(), Conjuncts.join(List.copyOf(parts)).orElseThrow())
                : filter;
    }

    /// The columns of what is joined, however the joins lie.
    private static void addInputs(LogicalPlan plan, List<Set<String>> inputs) {
        if (plan instanceof Join join) {
            addInputs(join.left(), inputs);
            addInputs(join.right(), inputs);
        } else {
            inputs.add(Set.copyOf(plan.schema().names()));
        }
    }

    /// The input that has all of the columns.
    private static Optional<Integer> owner(List<Set<String>> inputs, Set<String> columns) {
        return columns.isEmpty()
                ? Optional.empty()
                : IntStream.range(0, inputs.size())
                        .filter(input -> inputs.get(input).containsAll(columns))
                        .boxed()
                        .findFirst();
    }
}
