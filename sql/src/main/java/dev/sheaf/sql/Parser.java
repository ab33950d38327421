package dev.sheaf.sql;

import dev.sheaf.column.Names;
import dev.sheaf.sql.Token.Kind;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.validate.SqlConformanceEnum;

/// Parses a query with Calcite's Babel grammar and says in plain words what is wrong with one that is none.
final class Parser {
    private static final int LONGEST_NAME = 1 << 16;

    private static final SqlParser.Config CONFIG = SqlParser.config()
            .withParserFactory(SqlBabelParserImpl.FACTORY)
            .withQuoting(Quoting.DOUBLE_QUOTE)
            .withUnquotedCasing(Casing.UNCHANGED)
            .withQuotedCasing(Casing.UNCHANGED)
            .withIdentifierMaxLength(LONGEST_NAME)
            .withConformance(SqlConformanceEnum.BABEL);

    /// Words with which a query begins.
    static final Set<String> QUERY_STARTS = Set.of("SELECT", "FROM", "WITH", "VALUES");

    private static final Set<String> NEEDS_FROM = Set.of("WHERE", "GROUP", "HAVING", "QUALIFY", "WINDOW");

    private static final int SHORTEST_TYPO = 3;

    private final Source source;
    private final List<Token> tokens;
    private final Keywords keywords;

    private Parser(Source source, List<Token> tokens) {
        this.source = source;
        this.tokens = tokens;
        this.keywords = new Keywords(tokens);
    }

    /// A parsed query, and what leads from its nodes back to the text.
    record Parsed(SqlNode query, Rewritten rewritten) {}

    /// @throws SqlException if the text is no query of our dialect
    static Parsed parse(String sql) {
        Source source = new Source(sql);
        Parser parser = new Parser(source, Lexer.tokens(source));
        parser.checkStart();
        parser.checkParentheses();
        parser.checkLists();
        Rewritten rewritten = Dialect.rewrite(source, parser.tokens);
        try {
            return new Parsed(SqlParser.create(rewritten.text(), CONFIG).parseQuery(), rewritten);
        } catch (SqlParseException refused) {
            rethrowOverflow(refused);
            throw parser.explain(refused, rewritten);
        }
    }

    /// Calcite wraps whatever its parser throws.
    private static void rethrowOverflow(Throwable refused) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof StackOverflowError overflow) {
                throw overflow;
            }
        }
    }

    private void checkStart() {
        Token first = tokens.getFirst();
        if (first.kind() == Kind.END || first.isSymbol(";")) {
            throw source.error(0, 1, "there is no query; write SELECT ... FROM ...");
        }
        if (first.isSymbol("(") || QUERY_STARTS.contains(first.word())) {
            return;
        }
        throw source.error(
                first.start(),
                first.end(),
                "a query begins with SELECT, FROM, WITH or VALUES, not with " + quoted(first)
                        + "; data is read, not changed." + typo(first).orElse(""));
    }

    private void checkParentheses() {
        Deque<Token> open = new ArrayDeque<>();
        for (Token token : tokens) {
            if (token.isSymbol("(")) {
                open.push(token);
            } else if (token.isSymbol(")") && open.poll() == null) {
                throw source.error(token.start(), token.end(), "this ) closes nothing");
            }
        }
        if (!open.isEmpty()) {
            throw source.error(open.peek().start(), open.peek().end(), "this ( is never closed");
        }
    }

    /// Calcite's grammar takes a SELECT of nothing.
    private void checkLists() {
        for (int i = 0; i < tokens.size(); i++) {
            boolean isSelect = keywords.word(i).equals("SELECT") && keywords.isKeyword(i);
            int next = Set.of("DISTINCT", "ALL").contains(keywords.word(i + 1)) ? i + 2 : i + 1;
            Token after = keywords.token(next);
            boolean isEmpty = after.kind() == Kind.END
                    || after.isSymbol(")")
                    || after.isSymbol(";")
                    || Keywords.CLAUSES.contains(after.word());
            if (isSelect && isEmpty) {
                throw source.error(
                        tokens.get(i).start(), tokens.get(i).end(), "SELECT of nothing; name columns, or * for all");
            }
        }
    }

    private SqlException explain(SqlParseException refused, Rewritten rewritten) {
        int offset = refused.getPos() == null
                ? 0
                : rewritten.origin(
                        refused.getPos().getLineNum(), refused.getPos().getColumnNum());
        Collection<String> expected = refused.getExpectedTokenNames();
        int index = Math.min(indexAt(offset) + lookahead(refused), tokens.size() - 1);
        Token found = tokens.get(index);
        if (expected.isEmpty()) {
            return source.error(found.start(), found.end(), reason(refused));
        }
        if (index > 0 && Set.of("LIMIT", "OFFSET").contains(keywords.word(index - 1))) {
            return source.error(
                    found.start(),
                    found.end(),
                    keywords.word(index - 1) + " takes a whole number, not " + quoted(found));
        }
        if (expected.contains("\"FROM\"") && NEEDS_FROM.contains(found.word())) {
            return source.error(found.start(), found.end(), "a SELECT without FROM takes no " + found.word());
        }
        String meant = Stream.of(index, index - 1, index - 2)
                .filter(i -> i >= 0 && !keywords.isKeyword(i))
                .flatMap(i -> typo(tokens.get(i)).stream())
                .findFirst()
                .orElse("");
        int start =
                found.kind() == Kind.END && index > 0 ? tokens.get(index - 1).end() : found.start();
        return source.error(
                start,
                Math.max(found.end(), start + 1),
                "did not expect " + quoted(found) + after(index) + Expectations.text(expected) + "." + meant);
    }

    /// How many tokens behind the place that Calcite names the unexpected one stands: it looks several ahead.
    private static int lookahead(SqlParseException refused) {
        return refused.getExpectedTokenSequences() == null
                ? 0
                : Arrays.stream(refused.getExpectedTokenSequences())
                                .mapToInt(sequence -> sequence.length)
                                .max()
                                .orElse(1)
                        - 1;
    }

    private int indexAt(int offset) {
        int index = 0;
        while (index < tokens.size() - 1 && tokens.get(index).end() <= offset) {
            index++;
        }
        return index;
    }

    /// What Calcite's checks of the parsed tree say, for it has no expected tokens then.
    private static String reason(SqlParseException refused) {
        Throwable root = refused;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? "this is no query" : root.getMessage();
        return message.startsWith("ORDER BY unexpected")
                ? "ORDER BY inside a function is not supported"
                : message.lines().findFirst().orElse(message);
    }

    private static String quoted(Token token) {
        return switch (token.kind()) {
            case END -> "the end of the query";
            case STRING -> "the text '" + token.text() + "'";
            case QUOTED_NAME -> "the name \"" + token.text() + '"';
            case WORD, NUMBER, SYMBOL -> token.text();
        };
    }

    private String after(int index) {
        return index == 0 ? "" : " after " + quoted(tokens.get(index - 1));
    }

    private static Optional<String> typo(Token token) {
        return token.kind() == Kind.WORD && token.text().length() >= SHORTEST_TYPO
                ? Names.nearest(token.text(), Keywords.CLAUSES).map(word -> " Did you mean " + word + "?")
                : Optional.empty();
    }
}
