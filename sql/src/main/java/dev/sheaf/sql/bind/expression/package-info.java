/// Expressions of SQL to those of a plan: names are found and types checked.
///
/// In come a tree and the [dev.sheaf.sql.bind.scope.SelectContext] that it stands in; out comes an expression. Start at
/// [ExpressionBinder], which gives each kind of node to a binder of its own: [NameBinder], [OperatorBinder],
/// [NestedBinder], [FunctionBinder] with those of aggregates, windows and functions of one row, [ColumnsBinder], and
/// [Subqueries] for queries inside. They know it as [PartBinder], which binds their parts at an [ExpressionSite].
/// [Constants] is for what reads no column, [RowExpressions] for expressions
/// outside of a query.
@NullMarked
package dev.sheaf.sql.bind.expression;

import org.jspecify.annotations.NullMarked;
