package dev.sheaf.sql.parse;

import dev.sheaf.sql.parse.Token.Kind;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The tokens of a query and how far they have been read.
///
/// The cursor remembers what was asked for at the present place and not found there; that is what an error says was
/// expected.
final class Cursor {
    /// As in DuckDB. Each level takes some frames of the stack; a list or a sum of any length is one level.
    private static final int MOST_LEVELS = 1000;

    private final Source source;
    private final List<Token> tokens;
    private final Set<String> expected = new LinkedHashSet<>();
    private int index;
    private int level;

    Cursor(Source source) {
        this.source = source;
        this.tokens = Lexer.tokens(source);
    }

    Source source() {
        return source;
    }

    List<Token> tokens() {
        return tokens;
    }

    Token token() {
        return tokens.get(index);
    }

    /// The token some places ahead, the end beyond it.
    Token ahead(int count) {
        return tokens.get(Math.min(index + count, tokens.size() - 1));
    }

    int index() {
        return index;
    }

    /// The first token from a place on, of those read, that is what is asked for.
    Optional<Token> read(int from, Predicate<Token> wanted) {
        return tokens.subList(from, index).stream().filter(wanted).findFirst();
    }

    /// Where the present token begins.
    int start() {
        return token().start();
    }

    /// From an offset to the end of the token read last.
    Span from(int start) {
        return new Span(start, index == 0 ? start : tokens.get(index - 1).end());
    }

    Token next() {
        Token token = token();
        if (token.kind() != Kind.END) {
            index++;
        }
        expected.clear();
        return token;
    }

    boolean at(String word) {
        return token().is(word);
    }

    /// Whether these words stand here.
    boolean at(String first, String second) {
        return token().is(first) && ahead(1).is(second);
    }

    boolean atSymbol(String symbol) {
        return token().isSymbol(symbol);
    }

    /// Whether a query in parentheses stands here, and no expression or relation.
    boolean isQueryInParentheses() {
        return atSymbol("(") && isQuery(1);
    }

    /// Whether a query begins so many tokens ahead.
    boolean isQuery(int ahead) {
        Token token = ahead(ahead);
        Token after = ahead(ahead + 1);
        if (Words.QUERY_STARTS.contains(token.word())) {
            return true;
        }
        if (token.is("VALUES")) {
            return after.isSymbol("(");
        }
        boolean follows = after.isName()
                || after.isString()
                || Words.QUERY_STARTS.contains(after.word())
                || (after.isSymbol("(") && !token.is("TABLE"))
                || (token.is("SHOW") && after.is("ALL"));
        return Words.QUERY_COMMANDS.contains(token.word()) && follows;
    }

    /// Reads a word if it stands here.
    boolean accept(String word) {
        if (at(word)) {
            next();
            return true;
        }
        expected.add(word);
        return false;
    }

    /// Reads two words if they stand here.
    boolean accept(String first, String second) {
        if (at(first, second)) {
            next();
            next();
            return true;
        }
        expected.add(first + " " + second);
        return false;
    }

    boolean acceptSymbol(String symbol) {
        if (atSymbol(symbol)) {
            next();
            return true;
        }
        expected.add(symbol);
        return false;
    }

    /// Reads CASCADE or RESTRICT if one stands here.
    ///
    /// @return whether it was CASCADE
    boolean acceptDependence() {
        boolean cascade = accept("CASCADE");
        if (!cascade) {
            accept("RESTRICT");
        }
        return cascade;
    }

    /// IF NOT EXISTS, which only stands where OR REPLACE did not: what becomes of one that is there.
    Existing existing(boolean replace) {
        boolean keep = !replace && accept("IF", "NOT");
        if (keep) {
            expect("EXISTS");
        }
        return replace ? Existing.REPLACE : keep ? Existing.KEEP : Existing.FAIL;
    }

    void expect(String word) {
        if (!accept(word)) {
            throw unexpected();
        }
    }

    void expectSymbol(String symbol) {
        if (!acceptSymbol(symbol)) {
            throw unexpected();
        }
    }

    /// A name: a word that is no keyword everywhere, or anything in double quotes.
    Name name() {
        if (!token().isName()) {
            throw unexpected(Expectations.NAME);
        }
        return anyName();
    }

    /// A name behind a dot or AS, where every word is one.
    Name label() {
        if (token().kind() != Kind.WORD && token().kind() != Kind.QUOTED_NAME) {
            throw unexpected(Expectations.NAME);
        }
        return anyName();
    }

    /// A name, which may be in single quotes, too.
    Name nameOrText() {
        return token().isString() ? anyName() : name();
    }

    /// As [#label], or in single quotes.
    Name labelOrText() {
        return token().isString() ? anyName() : label();
    }

    private Name anyName() {
        Token token = next();
        return new Name(token.text(), token.at());
    }

    /// A name that has been read and what follows it behind dots, where every word is a name.
    List<Name> path(Name first) {
        List<Name> path = new ArrayList<>(List.of(first));
        while (atSymbol(".") && !ahead(1).isSymbol("*")) {
            next();
            path.add(label());
        }
        return List.copyOf(path);
    }

    /// `(a, b)`, or nothing.
    List<Name> names() {
        return atSymbol("(") ? parenthesised(() -> list(this::nameOrText)) : List.of();
    }

    String string() {
        if (!token().isString()) {
            throw unexpected("a text in single quotes");
        }
        return next().text();
    }

    /// One or more of something, with commas between them.
    <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        do {
            list.add(element.get());
        } while (acceptSymbol(","));
        return List.copyOf(list);
    }

    /// What stands in parentheses.
    <T> T parenthesised(Supplier<T> inner) {
        expectSymbol("(");
        T result = inner.get();
        expectSymbol(")");
        return result;
    }

    /// Reads one level deeper.
    ///
    /// @throws QueryError if that is deeper than anybody writes
    <T> T nested(Supplier<T> inner) {
        if (++level > MOST_LEVELS) {
            throw source.error(token().at(), "this is nested more than " + MOST_LEVELS + " levels deep");
        }
        try {
            return inner.get();
        } finally {
            level--;
        }
    }

    /// An error at the present token: something was expected there.
    QueryError unexpected(String what) {
        expected.add(what);
        return unexpected();
    }

    QueryError unexpected() {
        return Expectations.error(source, tokens, index, expected);
    }

    QueryError error(Span at, String problem) {
        return source.error(at, problem);
    }
}
