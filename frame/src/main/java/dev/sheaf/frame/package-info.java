/// Dataframes: start at [LazyFrame], a query over tables and files that runs when its rows are asked for.
///
/// [LazyFrame#groupBy(String...)] leads to [LazyGroupBy]; [Over] describes the windows of
/// [LazyFrame#withWindows]. Expressions come from [dev.sheaf.expr.Expressions], sort keys from
/// [dev.sheaf.plan.SortKey].
@NullMarked
package dev.sheaf.frame;

import org.jspecify.annotations.NullMarked;
