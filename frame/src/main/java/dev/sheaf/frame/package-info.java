/// Dataframes: start at [DataFrame], which answers at once, or at [LazyFrame], a query over tables and
/// files that runs when its rows are asked for.
///
/// A [DataFrame] has columns, each a [Series] when asked for, and an [index][dev.sheaf.frame.index.Index]
/// of its rows; [DataFrame#groupBy(String...)] leads to [Grouped].
///
/// [LazyFrame#groupBy(String...)] leads to [LazyGroupBy]; [Over] describes the windows of [LazyFrame#withWindows],
/// [DynamicGroupBy] and [LazyRolling] those of time. Expressions come from [dev.sheaf.expr.Expressions], sort keys
/// from [dev.sheaf.plan.SortKey].
@NullMarked
package dev.sheaf.frame;

import org.jspecify.annotations.NullMarked;
