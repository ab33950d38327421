/// A tree of SQL to a logical plan: relations are put together, aggregates and windows sorted out.
///
/// Start at [StatementBinder], then `QueryBinder`. FROM is bound by `FromBinder` and `JoinBinder`, set operations by
/// `UnionBinder`; one SELECT by `SelectBinder` with `SelectList`, `GroupKeys` and `OrderKeys`, which leave aggregates
/// and windows to `Grouping` and `Windowing`, and a query inside an expression to `InnerSelect`. Names lie in package
/// `scope`, expressions are bound in package `expression`.
@NullMarked
package dev.sheaf.sql.bind;

import org.jspecify.annotations.NullMarked;
