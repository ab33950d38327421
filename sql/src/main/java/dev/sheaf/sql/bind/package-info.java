/// A tree of SQL to a logical plan: names are found, types checked, aggregates and windows sorted out.
///
/// Start at [StatementBinder], then `QueryBinder`. FROM is bound by `FromBinder` and `JoinBinder`, queries in
/// expressions
/// by `Subqueries` and `InnerSelect`, set operations by `UnionBinder`; one SELECT by `SelectBinder` with
/// `SelectList`, `GroupKeys` and `OrderKeys`, which leave aggregates and windows to `Grouping` and `Windowing`.
/// Expressions are bound by `ExpressionBinder` with `OperatorBinder`, `FunctionBinder` and `WindowBinder`. `Origins`
/// knows which words an expression came from.
@NullMarked
package dev.sheaf.sql.bind;

import org.jspecify.annotations.NullMarked;
