package dev.sheaf.sql;

import dev.sheaf.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Splits a query into tokens, leaving out white space and comments.
final class Lexer {
    /// Those of two characters first: the first that fits is taken.
    private static final List<String> SYMBOLS = List.of(
            "::", "||", "<=", ">=", "<>", "!=", "==", "//", "(", ")", "[", "]", ",", ".", ";", "*", "/", "%", "+", "-",
            "<", ">", "=");

    /// Symbols of SQL dialects that have no place in ours, and what to write instead.
    private static final Map<String, String> FOREIGN = Map.of(
            "**", "write pow(x, y) for a power",
            "^", "write pow(x, y) for a power",
            "->", "functions in arguments are not supported",
            ":=", "named arguments are not supported",
            "=>", "named arguments are not supported",
            "?", "parameters are not supported; write the value",
            "$", "parameters and text in dollars are not supported; write the value, text in single quotes",
            "`", "names take double quotes",
            "~", "regular expressions are not supported; use LIKE, contains, starts_with or ends_with",
            "#", "comments begin with --");

    private final Source source;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int next;

    private Lexer(Source source) {
        this.source = source;
        this.text = source.text();
    }

    /// The tokens of a query; the last is of kind [Kind#END].
    ///
    /// @throws SqlException for a text, name or comment without end
    static List<Token> tokens(Source source) {
        Lexer lexer = new Lexer(source);
        lexer.run();
        return List.copyOf(lexer.tokens);
    }

    private void run() {
        while (skipBlank() < text.length()) {
            char c = text.charAt(next);
            switch (c) {
                case '\'' -> quoted(Kind.STRING, '\'', next);
                case '"' -> quoted(Kind.QUOTED_NAME, '"', next);
                default -> {
                    if (isDigit(next) || (c == '.' && isDigit(next + 1))) {
                        number();
                    } else if (Character.isUnicodeIdentifierStart(text.codePointAt(next)) || c == '_') {
                        word();
                    } else {
                        symbol();
                    }
                }
            }
        }
        tokens.add(new Token(Kind.END, "", text.length(), text.length()));
    }

    private int skipBlank() {
        while (next < text.length()) {
            if (Character.isWhitespace(text.charAt(next)) || Character.isSpaceChar(text.charAt(next))) {
                next++;
            } else if (text.startsWith("--", next)) {
                int end = text.indexOf('\n', next);
                next = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", next)) {
                next = endOf("*/", next, "comment") + 2;
            } else {
                break;
            }
        }
        return next;
    }

    private int endOf(String mark, int start, String what) {
        int end = text.indexOf(mark, start + mark.length());
        if (end < 0) {
            throw source.error(start, start + mark.length(), "this " + what + " has no end; close it with " + mark);
        }
        return end;
    }

    private void quoted(Kind kind, char quote, int start) {
        String what = kind == Kind.STRING ? "text" : "name in double quotes";
        StringBuilder value = new StringBuilder();
        next = start;
        do {
            int end = endOf(String.valueOf(quote), next, what);
            value.append(next == start ? "" : quote).append(text, next + 1, end);
            next = end + 1;
        } while (next < text.length() && text.charAt(next) == quote);
        if (kind == Kind.QUOTED_NAME && value.isEmpty()) {
            throw source.error(start, next, "a name cannot be empty");
        }
        tokens.add(new Token(kind, value.toString(), start, next));
    }

    private void number() {
        int start = next;
        skipDigits();
        if (at('.') && !text.startsWith("..", next)) {
            next++;
            skipDigits();
        }
        if (at('e') || at('E')) {
            int sign = next + 1 < text.length() && "+-".indexOf(text.charAt(next + 1)) >= 0 ? 1 : 0;
            if (isDigit(next + 1 + sign)) {
                next += 1 + sign;
                skipDigits();
            }
        }
        if (next < text.length() && isWordPart(text.codePointAt(next))) {
            throw source.error(
                    start,
                    next + 1,
                    "a number runs into a word; a name that begins with a digit needs " + "double quotes");
        }
        tokens.add(new Token(Kind.NUMBER, text.substring(start, next).replace("_", ""), start, next));
    }

    private void skipDigits() {
        while (isDigit(next) || (at('_') && isDigit(next + 1))) {
            next++;
        }
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private boolean at(char c) {
        return next < text.length() && text.charAt(next) == c;
    }

    private static boolean isWordPart(int character) {
        return Character.isUnicodeIdentifierPart(character) && !Character.isIdentifierIgnorable(character);
    }

    private void word() {
        int start = next;
        while (next < text.length() && isWordPart(text.codePointAt(next))) {
            next += Character.charCount(text.codePointAt(next));
        }
        tokens.add(new Token(Kind.WORD, text.substring(start, next), start, next));
    }

    private void symbol() {
        FOREIGN.keySet().stream()
                .filter(foreign -> text.startsWith(foreign, next))
                .findFirst()
                .ifPresent(this::refuse);
        String symbol = SYMBOLS.stream()
                .filter(candidate -> text.startsWith(candidate, next))
                .findFirst()
                .orElseThrow(this::unknown);
        tokens.add(new Token(Kind.SYMBOL, symbol, next, next + symbol.length()));
        next += symbol.length();
    }

    private void refuse(String foreign) {
        throw source.error(next, next + foreign.length(), foreign + " has no meaning here; " + FOREIGN.get(foreign));
    }

    private SqlException unknown() {
        String character = Character.toString(text.codePointAt(next));
        return source.error(next, next + character.length(), "the character " + character + " has no meaning here");
    }
}
