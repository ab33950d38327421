/// Expressions over the columns of a table, and what an aggregation is: the model that everybody builds.
///
/// Start at [Expr], the sealed tree that users, SQL and the planner build, most easily with [Expressions];
/// [Function] lists the scalar functions, [Aggregation] the aggregations. Nothing here knows how expressions
/// run.
///
/// The way of an expression: `expr.bind` gives columns numbers and every node its type; `expr.fold` computes
/// what is constant; `expr.eval` compiles the rest to nodes (`expr.arithmetic`, `expr.condition`, `expr.text`,
/// `expr.cast`, `expr.temporal`, and `expr.nested` over the functions of `expr.list`), which read columns
/// through `expr.load` and fill the vectors of `expr.vector`. The rules of types and calendars that binder,
/// interpreter and nodes share are in `expr.value`, regular expressions in `expr.regex`.
///
/// Nulls follow SQL: a function of a null is null unless its documentation says otherwise, AND and OR have
/// three values, and a filter keeps the rows for which its condition is true.
@NullMarked
package dev.sheaf.expr;

import org.jspecify.annotations.NullMarked;
