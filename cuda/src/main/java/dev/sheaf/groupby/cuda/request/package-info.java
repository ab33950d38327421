/// What is asked of a GPU: a request bound to inputs, operands and aggregates.
///
/// In goes a [dev.sheaf.groupby.GroupByRequest], out comes a [GeneralPlan] or why there is none;
/// [Projection] computes its operands. Start at [GeneralPlanner].
@NullMarked
package dev.sheaf.groupby.cuda.request;

import org.jspecify.annotations.NullMarked;
