/// Expressions over the columns of a table, and what an aggregation is.
///
/// [Expr] is the sealed tree that users, SQL and the planner build, most easily with [Expressions]; [Function]
/// lists the scalar functions, [Aggregation] the aggregations. Names become column numbers and every node gets
/// its type when an expression is bound to a schema; what is bound is evaluated a batch at a time by the
/// vectorised evaluator, and row by row by the reference interpreter that the evaluator is tested against.
///
/// Nulls follow SQL: a function of a null is null unless its documentation says otherwise, AND and OR have
/// three values, and a filter keeps the rows for which its condition is true.
@NullMarked
package dev.sheaf.expr;

import org.jspecify.annotations.NullMarked;
