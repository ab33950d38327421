package dev.sheaf.sql;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.ExpressionLanguage;
import dev.sheaf.sql.bind.expression.RowExpressions;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.parse.Parser;
import dev.sheaf.sql.tree.Source;
import java.util.List;

/// SQL's expressions for whoever takes expressions as text: `a > 3 and b == 'x'`, with `?` for values.
public final class SqlExpressions implements ExpressionLanguage {
    /// For the service loader.
    public SqlExpressions() {}

    /// @throws SqlException if the text is no expression of single rows over these columns
    @Override
    public Expr expression(String text, Schema columns, List<?> values) {
        Source source = new Source(text);
        return SqlStatement.told(
                source, () -> RowExpressions.bind(source, Parser.expression(source), columns, Parameters.of(values)));
    }
}
