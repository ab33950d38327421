package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Collations;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Source;
import java.util.Map;
import java.util.Optional;

/// Expressions that stand alone, outside of a query.
public final class RowExpressions {
    private RowExpressions() {}

    /// An expression of single rows over some columns.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if a name is not there, types do not fit, or it holds an
    ///     aggregate, a window or a sub-query
    public static Expr bind(Source source, Expression expression, Schema columns, Parameters parameters) {
        SelectContext context = SelectContext.of(
                new Origins(
                        source,
                        parameters.types(),
                        new Collations(_ -> Map.of(), parameters.settings().collation())),
                parameters,
                new Scope(Optional.empty(), columns));
        return new ExpressionBinder(context, Clause.WHERE).bind(expression);
    }
}
