package dev.sheaf.plan;

import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.query.Dataset;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Rewrites every node of a plan and of the queries that its datasets are made of, inputs first.
///
/// A node that stands in several places is rewritten once and stands there again in all of them: written out, a chain
/// of queries that each read the one before twice would double with each.
public final class PlanRewrite {
    private final UnaryOperator<LogicalPlan> rewrite;
    private final Map<LogicalPlan, LogicalPlan> nodes = new IdentityHashMap<>();
    private final Map<Dataset, Dataset> datasets = new IdentityHashMap<>();

    /// One that replaces each node by what `rewrite` makes of it, its inputs being replaced already.
    public PlanRewrite(UnaryOperator<LogicalPlan> rewrite) {
        this.rewrite = rewrite;
    }

    /// A plan with all its group-bys adding floating numbers in this way.
    public static LogicalPlan adding(LogicalPlan plan, Sums sums) {
        return new PlanRewrite(node -> node instanceof LogicalPlan.Aggregate old
                        ? new LogicalPlan.Aggregate(
                                old.input(),
                                old.keys(),
                                old.aggregates(),
                                old.options().with(sums))
                        : node)
                .apply(plan);
    }

    /// The rewritten plan; the very same where nothing changed.
    public LogicalPlan apply(LogicalPlan plan) {
        LogicalPlan known = nodes.get(plan);
        if (known == null) {
            Checkpoint.pass();
            known = rewrite.apply(overInputs(plan));
            nodes.put(plan, known);
        }
        return known;
    }

    @SuppressWarnings("ReferenceEquality") // equality would look at everything below
    private LogicalPlan overInputs(LogicalPlan plan) {
        if (plan instanceof LogicalPlan.Scan scan && scan.dataset() instanceof QueryDataset queries) {
            Dataset rewritten = over(queries);
            return rewritten == queries ? plan : new LogicalPlan.Scan(rewritten, scan.columns(), scan.filter());
        }
        List<LogicalPlan> inputs = all(plan.inputs());
        return isSame(inputs, plan.inputs()) ? plan : plan.over(inputs);
    }

    private Dataset over(QueryDataset dataset) {
        Dataset known = datasets.get(dataset);
        if (known == null) {
            List<LogicalPlan> queries = all(dataset.queries());
            known = isSame(queries, dataset.queries()) ? dataset : dataset.over(queries);
            datasets.put(dataset, known);
        }
        return known;
    }

    private List<LogicalPlan> all(List<LogicalPlan> plans) {
        return plans.stream().map(this::apply).toList();
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(List<LogicalPlan> rewritten, List<LogicalPlan> plans) {
        for (int i = 0; i < plans.size(); i++) {
            if (rewritten.get(i) != plans.get(i)) {
                return false;
            }
        }
        return true;
    }
}
