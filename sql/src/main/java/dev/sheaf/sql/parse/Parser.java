package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.List;

/// Reads SQL of DuckDB's dialect: a lexer, and a parser by recursive descent that climbs by the level of operators.
/// Time grows with the length of the text, the stack with how deep parentheses are nested.
public final class Parser {
    private Parser() {}

    /// The statement that a text is.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if the text is no statement of our dialect
    public static Statement statement(Source source) {
        Cursor cursor = new Cursor(source);
        Parentheses.check(source, cursor.tokens());
        return new StatementParser(new Grammar(cursor)).whole();
    }

    /// The parameters of a text, in order: all numbers up to the greatest one, then names.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if the text is no series of tokens
    public static List<String> parameters(Source source) {
        return ParameterNames.of(new Cursor(source).tokens());
    }

    /// The expression that a text is.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if the text is no expression
    public static Expression expression(Source source) {
        Cursor cursor = new Cursor(source);
        Parentheses.check(source, cursor.tokens());
        Expression expression = new Grammar(cursor).expressions.expression();
        if (cursor.token().kind() != Token.Kind.END) {
            throw cursor.unexpected();
        }
        return expression;
    }
}
