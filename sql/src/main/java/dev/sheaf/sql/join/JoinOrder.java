package dev.sheaf.sql.join;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.plan.ImpliedParts;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Decides in which order relations are joined that FROM lists with commas or inner joins.
///
/// Conditions on one relation filter it. Then the two relations are joined whose pairs are fewest by [Estimate], and
/// so on with the result ([JoinRounds]), those that no equality connects last; the larger one is on the left and
/// streams, the other one is held. Where the size of a relation is not known the order is as written, but for relations
/// that no equality connects. Conditions that may fail stay above.
public final class JoinOrder {
    private final List<LogicalPlan> relations = new ArrayList<>();

    /// The numbers of the relations by the columns that they have.
    private final Map<String, Integer> owners = new HashMap<>();

    private final List<List<Expr>> own = new ArrayList<>();
    private final List<Link> between = new ArrayList<>();
    private final List<Expr> above = new ArrayList<>();

    private JoinOrder() {}

    /// A plan whose joins without keys and conditions are the list, filtered by conditions that all have to hold.
    public static LogicalPlan of(LogicalPlan from, List<Expr> conditions) {
        JoinOrder order = new JoinOrder();
        order.collect(from);
        if (order.relations.size() == 1) {
            return filtered(from, conditions);
        }
        order.distribute(CommonParts.of(conditions), Failing.over(from.schema()));
        return filtered(order.joined(), order.above);
    }

    private void collect(LogicalPlan plan) {
        if (plan instanceof Join join && isPlain(join)) {
            collect(join.left());
            collect(join.right());
        } else {
            plan.schema().names().forEach(column -> owners.put(column, relations.size()));
            relations.add(plan);
            own.add(new ArrayList<>());
        }
    }

    private static boolean isPlain(Join join) {
        return join.kind() == JoinKind.INNER
                && join.keys().isEmpty()
                && join.condition().isEmpty();
    }

    private static LogicalPlan filtered(LogicalPlan plan, List<Expr> conditions) {
        return Conjuncts.join(conditions)
                .<LogicalPlan>map(condition -> new Filter(plan, condition))
                .orElse(plan);
    }

    /// Conditions to the relations that they read, between several of them, or above.
    private void distribute(List<Expr> conditions, Failing failing) {
        for (Expr condition : conditions) {
            Set<String> read = ExprColumns.of(condition);
            Optional<Integer> relation = onlyOwner(read);
            boolean waits = failing.mayFail(condition) && (relation.isPresent() || !Equality.isOne(condition));
            if (waits || !owners.keySet().containsAll(read) || read.isEmpty()) {
                above.add(condition);
            } else if (relation.isPresent()) {
                own.get(relation.get()).add(condition);
            } else {
                between.add(Link.of(between.size(), condition));
                ImpliedParts.of(condition, this::onlyOwner)
                        .forEach((owner, implied) -> own.get(owner).add(implied));
            }
        }
    }

    /// The relation that has all of the columns.
    private Optional<Integer> onlyOwner(Set<String> columns) {
        List<Integer> found = columns.stream()
                .map(column -> owners.getOrDefault(column, -1))
                .distinct()
                .toList();
        return Optional.of(found)
                .filter(all -> all.size() == 1)
                .map(List::getFirst)
                .filter(owner -> owner >= 0);
    }

    private LogicalPlan joined() {
        List<LogicalPlan> kept = new ArrayList<>();
        for (int i = 0; i < relations.size(); i++) {
            kept.add(filtered(relations.get(i), own.get(i)));
        }
        return new JoinRounds(kept, owners, between).joined();
    }
}
