package dev.sheaf.sql.join;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The rounds in which [JoinOrder] joins relations: two parts a round, each a relation or some that are joined already.
///
/// Cost: a round looks at no more than [#MOST_PAIRS] pairs, so that long lists take time in proportion to their length.
/// What has to be found again after a join is what the part with fewer conditions is connected by.
final class JoinRounds {
    /// Of more pairs that equalities connect only the first as written are compared. People write fewer.
    private static final int MOST_PAIRS = 64;

    /// `place`: where the first of its relations is written; `links`: the conditions on it and others, among them some
    /// that are joined by already.
    private record Part(int relation, int place, LogicalPlan plan, Estimate estimate, List<Link> links) {}

    /// Two parts, the first one as written first.
    private record Pair(Part first, Part second) implements Comparable<Pair> {
        static Pair of(Part one, Part other) {
            return one.place < other.place ? new Pair(one, other) : new Pair(other, one);
        }

        @Override
        public int compareTo(Pair other) {
            return first.place == other.first.place
                    ? Integer.compare(second.place, other.second.place)
                    : Integer.compare(first.place, other.first.place);
        }
    }

    private final Map<String, Integer> owners;

    /// For each relation another one of its part, or itself if the part is called after it.
    private final int[] joinedWith;

    private final Part[] parts;
    private final boolean known;
    private final NavigableSet<Part> left;
    private final SortedMap<Integer, Link> equalities = new TreeMap<>();
    private final boolean[] done;

    /// `owners`: the numbers of the relations by column; `links`: the conditions on several of them, each numbered.
    JoinRounds(List<LogicalPlan> relations, Map<String, Integer> owners, List<Link> links) {
        this.owners = owners;
        this.joinedWith = new int[relations.size()];
        this.parts = new Part[relations.size()];
        this.done = new boolean[links.size()];
        for (int i = 0; i < parts.length; i++) {
            joinedWith[i] = i;
            parts[i] = new Part(i, i, relations.get(i), Estimate.of(relations.get(i)), new ArrayList<>());
        }
        List<Part> all = List.of(parts);
        this.known = all.stream().allMatch(part -> part.estimate.isKnown());
        Comparator<Part> bySize = Comparator.comparingDouble(part -> known ? part.estimate.rows() : 0);
        this.left = new TreeSet<>(bySize.thenComparingInt(Part::place));
        left.addAll(all);
        links.forEach(this::add);
    }

    private void add(Link link) {
        link.reads().stream().map(owners::get).distinct().forEach(relation -> parts[relation].links.add(link));
        if (!link.sides().isEmpty()) {
            equalities.put(link.number(), link);
        }
    }

    LogicalPlan joined() {
        while (left.size() > 1) {
            join(best());
        }
        return left.first().plan;
    }

    /// The pair to be joined next; of equal ones the first as written. Where no equality connects two parts, the two
    /// smallest have the fewest pairs.
    private Pair best() {
        SortedMap<Pair, List<Equality>> connected = connected();
        if (connected.isEmpty()) {
            return Pair.of(left.first(), Objects.requireNonNull(left.higher(left.first())));
        }
        return known
                ? Collections.min(
                                connected.entrySet(),
                                Comparator.comparingDouble(entry -> rows(entry.getKey(), entry.getValue())))
                        .getKey()
                : connected.firstKey();
    }

    private static double rows(Pair pair, List<Equality> equalities) {
        return pair.first.estimate.joinedRows(pair.second.estimate, equalities);
    }

    /// The equalities between two parts, by pair, in the order as written.
    private SortedMap<Pair, List<Equality>> connected() {
        SortedMap<Pair, List<Equality>> connected = new TreeMap<>();
        for (Link link : equalities.values()) {
            if (connected.size() == MOST_PAIRS) {
                break;
            }
            Checkpoint.pass();
            int[] ends = ends(link.reads());
            if (ends.length == 2) {
                Pair pair = Pair.of(parts[ends[0]], parts[ends[1]]);
                link.between(isOf(pair.first), isOf(pair.second))
                        .ifPresent(equality -> connected
                                .computeIfAbsent(pair, _ -> new ArrayList<>())
                                .add(equality));
            }
        }
        return connected;
    }

    /// The parts that have some columns, by the relation that each is called after.
    private int[] ends(Set<String> columns) {
        return columns.stream().mapToInt(this::part).distinct().toArray();
    }

    private int part(String column) {
        int relation = Objects.requireNonNull(owners.get(column));
        while (joinedWith[relation] != relation) {
            joinedWith[relation] = joinedWith[joinedWith[relation]];
            relation = joinedWith[relation];
        }
        return relation;
    }

    private Predicate<Set<String>> isOf(Part part) {
        return columns -> columns.stream().allMatch(column -> part(column) == part.relation);
    }

    private void join(Pair pair) {
        boolean firstHasMore = pair.first.links.size() >= pair.second.links.size();
        Part more = firstHasMore ? pair.first : pair.second;
        Part fewer = firstHasMore ? pair.second : pair.first;
        List<Link> ready = ready(more, fewer);
        List<Equality> equal = ready.stream()
                .flatMap(link -> link.between(isOf(pair.first), isOf(pair.second)).stream())
                .toList();
        LogicalPlan plan = plan(pair, ready.stream().map(Link::condition).toList());
        Estimate estimate = pair.first.estimate.joined(pair.second.estimate, equal);
        left.remove(more);
        left.remove(fewer);
        joinedWith[fewer.relation] = more.relation;
        parts[more.relation] = new Part(more.relation, pair.first.place, plan, estimate, more.links);
        left.add(parts[more.relation]);
    }

    /// The conditions on two parts and no others, as written. The part with more gets those that wait.
    private List<Link> ready(Part more, Part fewer) {
        List<Link> ready = new ArrayList<>();
        for (Link link : fewer.links) {
            Checkpoint.pass();
            if (done[link.number()]) {
                continue;
            }
            boolean waits = link.reads().stream()
                    .mapToInt(this::part)
                    .anyMatch(part -> part != more.relation && part != fewer.relation);
            if (waits) {
                more.links.add(link);
            } else {
                done[link.number()] = true;
                equalities.remove(link.number());
                ready.add(link);
            }
        }
        ready.sort(Comparator.comparingInt(Link::number));
        return ready;
    }

    private static LogicalPlan plan(Pair pair, List<Expr> conditions) {
        Part first = pair.first;
        Part second = pair.second;
        boolean exchanged =
                first.estimate.isKnown() && second.estimate.isKnown() && first.estimate.rows() < second.estimate.rows();
        LogicalPlan left = exchanged ? second.plan : first.plan;
        LogicalPlan right = exchanged ? first.plan : second.plan;
        return new Join(left, right, JoinKind.INNER, List.of(), Conjuncts.join(conditions));
    }
}
