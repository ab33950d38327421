package dev.sheaf.plan;

import dev.sheaf.query.Dataset;
import java.util.List;

/// A dataset whose rows are those of queries, such as a union. Rules of the planner do not look into it; each of its
/// queries is planned when it is scanned. What concerns a whole plan goes into the queries, too ([PlanRewrite]).
public interface QueryDataset extends Dataset {

    /// The queries, in order.
    List<LogicalPlan> queries();

    /// The same over other queries, as many and with columns of the same names.
    Dataset over(List<LogicalPlan> queries);

    /// The rows that one of the queries has for some columns of the dataset.
    default LogicalPlan rows(LogicalPlan query, List<String> columns) {
        return new LogicalPlan.Project(query, ExprWalker.references(columns));
    }

    /// Whether the rows of the queries are pulled while those of the dataset are; else they were before.
    default boolean streams() {
        return true;
    }
}
