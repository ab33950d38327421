package dev.sheaf.plan.exec;

import dev.sheaf.expr.Expr;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.PlanRewrite;
import dev.sheaf.plan.QueryDataset;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Decides for each [NamedQuery] of a plan whether it runs once, its rows being kept, or in each place that reads it.
///
/// A query runs once if several places read it and it takes in all of its rows before it gives the first: it groups,
/// sorts, joins, ranks or limits them, or reads itself. What only filters and computes runs in each place, where
/// conditions and the choice of columns reach its scan, unless all its copies together have more than [#MOST_COPIED]
/// nodes: so a chain of queries that each read the one before twice is planned in time in proportion to its length.
public final class Sharing {
    private static final int MOST_COPIED = 64;

    /// Each query after those that it reads.
    private final Map<NamedQuery, Body> bodies = new LinkedHashMap<>();

    private final Set<NamedQuery.Id> kept = new HashSet<>();
    private final Map<NamedQuery, LogicalPlan> settled = new HashMap<>();

    private Sharing() {}

    /// What a query is made of, but for the queries that it reads: its nodes, whether one of them takes in all rows,
    /// and how often it reads which query.
    private static final class Body {
        private final Map<NamedQuery, Integer> reads = new LinkedHashMap<>();
        private final Set<LogicalPlan> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        private long nodes;
        private boolean holds;
    }

    /// The plan with every [NamedQuery] replaced.
    public static LogicalPlan settle(LogicalPlan plan) {
        Sharing sharing = new Sharing();
        Body whole = sharing.body(plan);
        if (whole.reads.isEmpty()) {
            return plan;
        }
        sharing.decide(whole);
        return new PlanRewrite(sharing::replaced).apply(plan);
    }

    private Body body(LogicalPlan plan) {
        Body body = new Body();
        read(plan, body);
        return body;
    }

    private void read(LogicalPlan plan, Body body) {
        Checkpoint.pass();
        if (plan instanceof Scan scan && scan.dataset() instanceof NamedQuery query) {
            body.reads.merge(query, 1, Integer::sum);
            if (!bodies.containsKey(query)) {
                bodies.put(query, body(query.query()));
            }
            return;
        }
        if (body.seen.add(plan)) {
            body.nodes++;
            body.holds |= holds(plan);
            inputs(plan).forEach(input -> read(input, body));
        }
    }

    private static List<LogicalPlan> inputs(LogicalPlan plan) {
        return plan instanceof Scan scan && scan.dataset() instanceof QueryDataset queries
                ? queries.queries()
                : plan.inputs();
    }

    private static boolean holds(LogicalPlan plan) {
        return switch (plan) {
            case LogicalPlan.Aggregate _, LogicalPlan.Window _, LogicalPlan.Sort _, LogicalPlan.Limit _ -> true;
            case LogicalPlan.Distinct _, LogicalPlan.Join _, LogicalPlan.AsofJoin _ -> true;
            case LogicalPlan.Randomized _ -> true;
            case Scan scan -> scan.dataset() instanceof RecursiveQuery;
            case LogicalPlan.Filter _, LogicalPlan.Project _, LogicalPlan.Unnest _ -> false;
            case LogicalPlan.Values _ -> false;
        };
    }

    /// From the innermost queries out: a query takes in all rows if one does that it reads and that is not kept.
    private void decide(Body whole) {
        Map<NamedQuery, Integer> places = new HashMap<>(whole.reads);
        bodies.values().forEach(body -> body.reads.forEach((query, count) -> places.merge(query, count, Integer::sum)));
        bodies.forEach((query, body) -> {
            body.reads.forEach((read, count) -> addRead(body, read, count));
            int copies = places.getOrDefault(query, 0);
            boolean isLarge = body.nodes * copies > MOST_COPIED;
            if (copies > 1 && (isLarge || query.keep().orElse(body.holds))) {
                kept.add(query.id());
            }
        });
    }

    private void addRead(Body body, NamedQuery read, int count) {
        Body inner = Objects.requireNonNull(bodies.get(read));
        boolean copied = !kept.contains(read.id());
        body.holds |= copied && inner.holds;
        body.nodes = Math.min(MOST_COPIED + 1, body.nodes + (copied ? count * inner.nodes : count));
    }

    private LogicalPlan replaced(LogicalPlan node) {
        return node instanceof Scan(NamedQuery query, List<String> _, Optional<Expr> _)
                ? settled.computeIfAbsent(query, this::settled)
                : node;
    }

    /// What reads a query, whose own plan was rewritten before.
    private LogicalPlan settled(NamedQuery query) {
        if (!kept.contains(query.id())) {
            return query.query();
        }
        KeptQuery once = new KeptQuery(query.name(), query.query());
        return new Scan(once, once.schema().names(), Optional.empty());
    }
}
