package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reads SQL of DuckDB's dialect: a lexer, and a parser by recursive descent that climbs by the level of operators.
/// Time grows with the length of the text, the stack with how deep parentheses are nested.
public final class Parser {
    private Parser() {}

    /// The statement that a text is.
    ///
    /// @throws QueryError if the text is no statement of our dialect
    public static Statement statement(Source source) {
        Cursor cursor = new Cursor(source);
        Parentheses.check(source, cursor.tokens());
        return new Grammar(cursor).statements.whole();
    }

    /// The parameters of a text, in order: all numbers up to the greatest one, then names.
    ///
    /// @throws QueryError if the text is no series of tokens
    public static List<String> parameters(Source source) {
        Set<String> keys = new LinkedHashSet<>();
        new Cursor(source)
                .tokens().stream()
                        .filter(token -> token.kind() == Token.Kind.PARAMETER)
                        .forEach(token -> keys.add(token.text()));
        int greatest = keys.stream()
                .filter(Parser::isNumber)
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(0);
        return Stream.concat(
                        IntStream.rangeClosed(1, greatest).mapToObj(String::valueOf),
                        keys.stream().filter(key -> !isNumber(key)))
                .toList();
    }

    /// Numbers of parameters are small; a longer one has no value anyway.
    private static boolean isNumber(String key) {
        return key.length() <= 4 && key.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /// The expression that a text is.
    ///
    /// @throws QueryError if the text is no expression
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
