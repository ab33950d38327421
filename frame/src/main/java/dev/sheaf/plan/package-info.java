/// Queries as data, and how they run.
///
/// Start at [LogicalPlan], which frames and SQL build: a sealed tree of records that is checked when it is made.
/// [Planner] improves it by rules, [Executor] runs it, [Explain] writes down how it would run. [GroupedSelect]
/// plans results that are expressions over aggregates. Inside, a logical plan is lowered to operators, of which
/// some stream batches and others take in all rows first; docs/design/plan.md tells the whole way.
@NullMarked
package dev.sheaf.plan;

import org.jspecify.annotations.NullMarked;
