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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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

    /// Two parts by number, the first one first.
    private record Pair(int first, int second) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            return first == other.first ? Integer.compare(second, other.second) : Integer.compare(first, other.first);
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final List<Link> between = new ArrayList<>();
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
                relation.map(own::get)
                        .ifPresentOrElse(list -> list.add(condition), () -> between.add(Link.of(condition)));
            }
        }
        for (int i = 0; i < relations.size(); i++) {
            parts.add(Part.of(filtered(relations.get(i), own.get(i))));
        }
    }

    /// The pair to be joined next; of equal ones the first as written. Pairs that an equality connects come first, and
    /// as there are no more of those than equalities, the others are looked at only where there are none.
    private Choice best() {
        boolean known = parts.stream().allMatch(part -> part.estimate().isKnown());
        SortedMap<Pair, List<Equality>> connected = connected();
        Choice best = null;
        for (Map.Entry<Pair, List<Equality>> entry : connected.entrySet()) {
            best = better(best, choice(entry.getKey(), entry.getValue(), known));
        }
        for (int i = 0; i < parts.size() && connected.isEmpty(); i++) {
            for (int j = i + 1; j < parts.size(); j++) {
                best = better(best, choice(new Pair(i, j), List.of(), known));
            }
        }
        return Objects.requireNonNull(best);
    }

    private static Choice better(@Nullable Choice best, Choice next) {
        return best == null || next.isBetterThan(best) ? next : best;
    }

    /// The equalities between two parts, by pair, in the order as written.
    private SortedMap<Pair, List<Equality>> connected() {
        Map<String, Integer> owners = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            int part = i;
            parts.get(i).columns().forEach(column -> owners.put(column, part));
        }
        SortedMap<Pair, List<Equality>> connected = new TreeMap<>();
        for (Link link : between) {
            int[] read = link.reads().stream()
                    .mapToInt(column -> owners.getOrDefault(column, -1))
                    .distinct()
                    .sorted()
                    .toArray();
            if (read.length == 2 && read[0] >= 0) {
                link.between(parts.get(read[0]).columns(), parts.get(read[1]).columns())
                        .ifPresent(equality -> connected
                                .computeIfAbsent(new Pair(read[0], read[1]), _ -> new ArrayList<>())
                                .add(equality));
            }
        }
        return connected;
    }

    private Choice choice(Pair pair, List<Equality> equalities, boolean known) {
        Estimate first = parts.get(pair.first()).estimate();
        Estimate second = parts.get(pair.second()).estimate();
        double rows = known ? first.joined(second, equalities).rows() : 0;
        return new Choice(pair.first(), pair.second(), !equalities.isEmpty(), rows);
    }

    private void join(Choice choice) {
        Part first = parts.get(choice.first());
        Part second = parts.remove(choice.second());
        Set<String> columns = new HashSet<>(first.columns());
        columns.addAll(second.columns());
        List<Link> links = between.stream()
                .filter(link -> columns.containsAll(link.reads()))
                .toList();
        between.removeAll(links);
        List<Equality> equalities = links.stream()
                .flatMap(link -> link.between(first.columns(), second.columns()).stream())
                .toList();
        List<Expr> conditions = links.stream().map(Link::condition).toList();
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
