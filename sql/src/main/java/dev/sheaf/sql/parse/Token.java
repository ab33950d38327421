package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Span;
import java.util.Locale;

/// A word, text, number or symbol of a query. `text` is the value: of a quoted name or text without quotes and
/// with doubled quotes undone, of a parameter its number or name, else as written. `word` is an unquoted word in
/// upper case, of anything else the empty string.
record Token(Kind kind, String text, String word, Span at) {
    enum Kind {
        WORD,
        QUOTED_NAME,
        STRING,
        BYTES,
        NUMBER,
        PARAMETER,
        SYMBOL,
        END
    }

    static Token of(Kind kind, String text, int start, int end) {
        return new Token(kind, text, kind == Kind.WORD ? text.toUpperCase(Locale.ROOT) : "", new Span(start, end));
    }

    int start() {
        return at.start();
    }

    int end() {
        return at.end();
    }

    /// Whether this is the unquoted word, which is given in upper case.
    boolean is(String other) {
        return word.equals(other);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isString() {
        return kind == Kind.STRING;
    }

    /// Whether this may be a name: in double quotes, or a word that is no keyword everywhere.
    boolean isName() {
        return kind == Kind.QUOTED_NAME || (kind == Kind.WORD && !Words.RESERVED.contains(word));
    }

    /// As messages name it.
    String quoted() {
        return switch (kind) {
            case END -> "the end of the query";
            case STRING -> "the text '" + text + "'";
            case QUOTED_NAME -> "the name \"" + text + '"';
            case PARAMETER -> "a parameter";
            case BYTES -> "x'" + text + "'";
            case WORD, NUMBER, SYMBOL -> text;
        };
    }
}
