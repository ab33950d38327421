/// A tree of SQL to a logical plan: relations are put together, aggregates and windows sorted out.
///
/// Start at [StatementBinder], then `QueryBinder`. The parts of a query see it as `Queries`. FROM is bound by
/// `FromBinder`, `JoinBinder` and `LateralBinder`, which share a `FromContext`; set operations by `UnionBinder`.
/// `SelectBinder` binds the clauses of one SELECT with `SelectList`, `GroupKeys` and `OrderKeys`;
/// `SelectPlan` makes the plan of them with `Grouping`, `SelectOutput` and `Windowing`. A query inside an expression is
/// left to `InnerSelect`. Names lie in package `scope`, expressions are bound in package `expression`.
@NullMarked
package dev.sheaf.sql.bind;

import org.jspecify.annotations.NullMarked;
