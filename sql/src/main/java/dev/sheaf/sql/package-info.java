/// SQL text to a plan: read by Apache Calcite's grammar, bound here, run by `dev.sheaf.plan`.
///
/// Start at [SqlSession]; a query that cannot be understood is a [SqlException]. A query passes through
/// `Lexer` (text to tokens), `Dialect` (DuckDB's spelling to Calcite's), `Parser` (Calcite's Babel grammar, its
/// errors in plain words) and `QueryBinder`, which turns the parsed tree into a plan: `FromBinder`, `SelectBinder`
/// with `SelectList`, `GroupKeys`, `OrderKeys`, then `Grouping` and `Windowing`; expressions are bound by
/// `ExpressionBinder` and `FunctionBinder`. Types are those of `dev.sheaf.expr`: there is no second type system.
///
/// The only package of Sheaf that knows Calcite.
@NullMarked
package dev.sheaf.sql;

import org.jspecify.annotations.NullMarked;
