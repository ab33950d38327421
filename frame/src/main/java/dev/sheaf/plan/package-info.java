/// Queries as data: what frames and SQL build.
///
/// Start at [LogicalPlan], a sealed tree of records that is checked when it is made; [SortKey] and [WindowCall] are
/// parts of it, [GroupedSelect] plans results that are expressions over aggregates. Nothing here knows how a plan
/// runs: `plan.rules` improves it, `plan.physical` lowers it to operators, `plan.exec` runs it and writes down how.
/// The design page docs/design/plan.md tells the whole way.
@NullMarked
package dev.sheaf.plan;

import org.jspecify.annotations.NullMarked;
