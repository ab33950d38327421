package dev.sheaf.sql.join;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides in which order relations are joined that FROM lists with commas or inner joins.
///
/// Conditions on one relation filter it. Then the two relations are joined whose pairs are fewest by [Estimate], and
/// so on with the result, those that no equality connects last; the larger one is on the left and streams, the other
/// one is held. Where the size of a relation is not known the order is as written, but for relations that no equality
/// connects. Conditions that may fail stay above.
public final class JoinOrder {
    /// A relation, or some that are joined already.
    private record Part(LogicalPlan plan, Set<String> columns, Estimate estimate) {
        static Part of(LogicalPlan plan) {
            return new Part(plan, Set.copyOf(plan.schema().names()), Estimate.of(plan));
        }
    }

    private record Choice(int first, int second, boolean connected, double rows) {
        boolean isBetterThan(Choice other) {
            return connected == other.connected ? rows < other.rows : connected;
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final List<Expr> between = new ArrayList<>();
    private final List<Expr> above = new ArrayList<>();

    private JoinOrder() {}

    /// A plan whose joins without keys and conditions are the list, filtered by conditions that all have to hold.
    public static LogicalPlan of(LogicalPlan from, List<Expr> conditions) {
        List<LogicalPlan> relations = new ArrayList<>();
        collect(from, relations);
        if (relations.size() == 1) {
            return filtered(from, conditions);
        }
        JoinOrder order = new JoinOrder();
        order.distribute(relations, CommonParts.of(conditions), from);
        while (order.parts.size() > 1) {
            order.join(order.best());
        }
        return filtered(order.parts.getFirst().plan(), order.above);
    }

    private static void collect(LogicalPlan plan, List<LogicalPlan> relations) {
        if (plan instanceof Join join && isPlain(join)) {
            collect(join.left(), relations);
            collect(join.right(), relations);
        } else {
            relations.add(plan);
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
    private void distribute(List<LogicalPlan> relations, List<Expr> conditions, LogicalPlan from) {
        List<List<Expr>> own = new ArrayList<>();
        relations.forEach(_ -> own.add(new ArrayList<>()));
        for (Expr condition : conditions) {
            Set<String> read = ExprColumns.of(condition);
            Optional<Integer> relation = Optional.empty();
            for (int i = 0; i < relations.size() && !read.isEmpty(); i++) {
                if (relations.get(i).schema().names().containsAll(read)) {
                    relation = Optional.of(i);
                }
            }
            boolean mayFail = ExprWalker.mayFail(condition, from.schema());
            if (read.isEmpty() || (mayFail && (relation.isPresent() || !Equality.isOne(condition)))) {
                above.add(condition);
            } else {
                relation.map(own::get).orElse(between).add(condition);
            }
        }
        for (int i = 0; i < relations.size(); i++) {
            parts.add(Part.of(filtered(relations.get(i), own.get(i))));
        }
    }

    /// The pair to be joined next; of equal ones the first as written.
    private Choice best() {
        boolean known = parts.stream().allMatch(part -> part.estimate().isKnown());
        Choice best = null;
        for (int i = 0; i < parts.size(); i++) {
            for (int j = i + 1; j < parts.size(); j++) {
                Choice choice = choice(i, j, known);
                if (best == null || choice.isBetterThan(best)) {
                    best = choice;
                }
            }
        }
        return java.util.Objects.requireNonNull(best);
    }

    private Choice choice(int i, int j, boolean known) {
        Part first = parts.get(i);
        Part second = parts.get(j);
        List<Equality> equalities = between.stream()
                .flatMap(condition -> Equality.between(condition, first.columns(), second.columns()).stream())
                .toList();
        double rows =
                known ? first.estimate().joined(second.estimate(), equalities).rows() : 0;
        return new Choice(i, j, !equalities.isEmpty(), rows);
    }

    private void join(Choice choice) {
        Part first = parts.get(choice.first());
        Part second = parts.remove(choice.second());
        List<String> columns = new ArrayList<>(first.columns());
        columns.addAll(second.columns());
        List<Expr> conditions = between.stream()
                .filter(condition -> columns.containsAll(ExprColumns.of(condition)))
                .toList();
        between.removeAll(conditions);
        List<Equality> equalities = conditions.stream()
                .flatMap(condition -> Equality.between(condition, first.columns(), second.columns()).stream())
                .toList();
        boolean exchanged = first.estimate().isKnown()
                && second.estimate().isKnown()
                && first.estimate().rows() < second.estimate().rows();
        LogicalPlan left = exchanged ? second.plan() : first.plan();
        LogicalPlan right = exchanged ? first.plan() : second.plan();
        LogicalPlan joined = new Join(left, right, JoinKind.INNER, List.of(), Conjuncts.join(conditions));
        parts.set(
                choice.first(),
                new Part(joined, Set.copyOf(columns), first.estimate().joined(second.estimate(), equalities)));
    }
}
