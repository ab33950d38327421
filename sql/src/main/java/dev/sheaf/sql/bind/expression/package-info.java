/// Expressions of SQL to those of a plan: names are found and types checked.
///
/// In come a tree and the [dev.sheaf.sql.bind.scope.SelectContext] that it stands in; out comes an expression. Start at
/// [ExpressionBinder], with [OperatorBinder], [FunctionBinder], [WindowBinder] and [ColumnsBinder] for what it meets,
/// and [Subqueries] for queries inside. [Constants] is for what reads no column, [RowExpressions] for expressions
/// outside of a query.
@NullMarked
package dev.sheaf.sql.bind.expression;

import org.jspecify.annotations.NullMarked;
