package dev.sheaf.sql;

import java.util.Locale;

/// A word, text, number or symbol of a query. `text` is the value: of a quoted name or text without quotes and
/// with doubled quotes undone, else as written. `start` and `end` are offsets into the query, `end` behind it.
record Token(Kind kind, String text, int start, int end) {
    enum Kind {
        WORD,
        QUOTED_NAME,
        STRING,
        NUMBER,
        SYMBOL,
        END
    }

    /// Whether this is the unquoted word, in any case.
    boolean is(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
    }

    /// The word in upper case; of anything else the empty string, which is no word.
    String word() {
        return kind == Kind.WORD ? text.toUpperCase(Locale.ROOT) : "";
    }
}
