package dev.sheaf.sql.join;

import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Stands in the plan of a sub-query for the rows of the query around it that the sub-query is asked for: the
/// distinct values of the columns that it reads of them. They are put in when the sub-query is joined to that query.
public record OuterRows(Schema schema, Object query) implements Dataset {

    /// The plan that stands for the rows.
    public LogicalPlan plan() {
        return new Scan(this, schema.names(), Optional.empty());
    }

    @Override
    public String describe() {
        return "rows of the query around";
    }

    @Override
    public BatchSource scan(dev.sheaf.query.Scan scan, QueryContext context) {
        throw new IllegalStateException("a sub-query runs as a part of the query around it");
    }

    /// The plan with these rows in the places of those that stand for them; the same object if it has none of them, so
    /// that queries that several places read stay one.
    LogicalPlan replacedIn(LogicalPlan plan, LogicalPlan rows) {
        if (plan instanceof Scan scan) {
            return switch (scan.dataset()) {
                case OuterRows outer when outer.equals(this) -> rows;
                case QueryDataset nested -> {
                    List<LogicalPlan> queries = allReplaced(nested.queries(), rows);
                    yield areSame(queries, nested.queries())
                            ? plan
                            : new Scan(nested.over(queries), scan.columns(), scan.filter());
                }
                default -> plan;
            };
        }
        List<LogicalPlan> inputs = allReplaced(plan.inputs(), rows);
        return areSame(inputs, plan.inputs()) ? plan : plan.over(inputs);
    }

    private List<LogicalPlan> allReplaced(List<LogicalPlan> plans, LogicalPlan rows) {
        return plans.stream().map(plan -> replacedIn(plan, rows)).toList();
    }

    @SuppressWarnings("ReferenceEquality") // plans are large, and what is not replaced is handed on
    private static boolean areSame(List<LogicalPlan> some, List<LogicalPlan> others) {
        return IntStream.range(0, some.size()).allMatch(i -> some.get(i) == others.get(i));
    }
}
