/// A tree of SQL to a logical plan: aggregates and windows are sorted out, clauses put in their order.
///
/// Start at [StatementBinder], then `QueryBinder`; set operations are bound by `UnionBinder`. `SelectBinder` binds the
/// clauses of one SELECT: FROM by package `from`, the others by `SelectList`, `GroupKeys` and `OrderKeys`.
/// `SelectPlan` makes the plan of them with `Grouping`, `SelectOutput` and `Windowing`. A query inside an expression is
/// left to `InnerSelect`. Names lie in package `scope`, expressions are bound in package `expression`.
@NullMarked
package dev.sheaf.sql.bind;

import org.jspecify.annotations.NullMarked;
