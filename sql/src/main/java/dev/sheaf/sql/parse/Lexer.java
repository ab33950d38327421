package dev.sheaf.sql.parse;

import dev.sheaf.sql.parse.Token.Kind;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// Splits a query into tokens, leaving out white space and comments. Time grows with the length of the text.
final class Lexer {
    /// What editors of some systems put before a text.
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /// Longer ones first: the first that fits is taken.
    private static final List<String> SYMBOLS = List.of(
            "!~~*", "!~~", "->>", "~~~", "~~*", "::", "||", "<=", ">=", "<>", "!=", "==", "//", "**", "->", ":=", "=>",
            "<<", ">>", "&&", "@>", "<@", "^@", "~~", "!~", "(", ")", "[", "]", "{", "}", ",", ".", ";", ":", "*", "/",
            "%", "+", "-", "<", ">", "=", "^", "&", "|", "~", "#", "@", "!");

    private static final int HEX = 16;

    private final Source source;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int next;
    private int unnamedParameters;

    private Lexer(Source source) {
        this.source = source;
        this.text = source.text();
    }

    /// The tokens of a query; the last is of kind [Kind#END].
    ///
    /// @throws QueryError for a text, name or comment without end, and for what is no token
    static List<Token> tokens(Source source) {
        Lexer lexer = new Lexer(source);
        lexer.run();
        return List.copyOf(lexer.tokens);
    }

    private void run() {
        next = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
        while (skipBlank() < text.length()) {
            char c = text.charAt(next);
            switch (c) {
                case '\'' -> quoted(Kind.STRING, '\'', next);
                case '"' -> quoted(Kind.QUOTED_NAME, '"', next);
                case '$' -> dollar();
                case '?' -> questionMark();
                default -> {
                    if (isDigit(next) || (c == '.' && isDigit(next + 1))) {
                        number();
                    } else if (isWordStart(text.codePointAt(next))) {
                        word();
                    } else {
                        symbol();
                    }
                }
            }
        }
        add(Kind.END, "", text.length());
    }

    private void add(Kind kind, String value, int start) {
        tokens.add(Token.of(kind, value, start, next));
    }

    private int skipBlank() {
        while (next < text.length()) {
            if (Character.isWhitespace(text.charAt(next)) || Character.isSpaceChar(text.charAt(next))) {
                next++;
            } else if (text.startsWith("--", next)) {
                int end = text.indexOf('\n', next);
                next = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", next)) {
                next = endOf("*/", next, 2, "comment") + 2;
            } else {
                break;
            }
        }
        return next;
    }

    private int endOf(String mark, int start, int opening, String what) {
        int end = text.indexOf(mark, start + opening);
        if (end < 0) {
            throw source.error(start, start + opening, "this " + what + " has no end; close it with " + mark);
        }
        return end;
    }

    private void quoted(Kind kind, char quote, int start) {
        String what = kind == Kind.STRING ? "text" : "name in double quotes";
        StringBuilder value = new StringBuilder();
        do {
            int end = endOf(String.valueOf(quote), next, 1, what);
            value.append(value.isEmpty() && next == start ? "" : quote).append(text, next + 1, end);
            next = end + 1;
        } while (at(quote));
        if (kind == Kind.QUOTED_NAME && value.isEmpty()) {
            throw source.error(start, next, "a name cannot be empty");
        }
        add(kind, value.toString(), start);
    }

    /// `e'a\nb'`, with the escapes of C.
    private void escaped() {
        int start = next;
        next += 2;
        StringBuilder value = new StringBuilder();
        while (true) {
            if (next >= text.length()) {
                throw source.error(start, start + 2, "this text has no end; close it with '");
            }
            char c = text.charAt(next++);
            if (c == '\'' && at('\'')) {
                next++;
                value.append('\'');
            } else if (c == '\'') {
                add(Kind.STRING, value.toString(), start);
                return;
            } else if (c == '\\' && next < text.length()) {
                value.append(escape(text.charAt(next++)));
            } else {
                value.append(c);
            }
        }
    }

    private static char escape(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> c;
        };
    }

    private void bytes() {
        int start = next;
        int end = endOf("'", next, 2, "text");
        String digits = text.substring(next + 2, end);
        next = end + 1;
        boolean whole = digits.length() % 2 == 0;
        if (!whole || !digits.chars().allMatch(HexFormat::isHexDigit)) {
            throw source.error(start, next, "bytes are written in pairs of hexadecimal digits: x'0AFF'");
        }
        add(Kind.BYTES, digits, start);
    }

    /// `$1`, `$name`, `$$text$$` or `$tag$text$tag$`.
    private void dollar() {
        int start = next++;
        while (next < text.length() && isWordPart(text.codePointAt(next))) {
            next += Character.charCount(text.codePointAt(next));
        }
        String tag = text.substring(start, next);
        if (at('$')) {
            String mark = tag + "$";
            int end = endOf(mark, start, mark.length(), "text");
            String value = text.substring(start + mark.length(), end);
            next = end + mark.length();
            add(Kind.STRING, value, start);
        } else if (tag.length() > 1) {
            add(Kind.PARAMETER, tag.substring(1), start);
        } else {
            throw source.error(start, next, "behind $ stands the number or name of a parameter: $1, $name");
        }
    }

    private void questionMark() {
        int start = next++;
        int digits = next;
        while (isDigit(next)) {
            next++;
        }
        String number = text.substring(digits, next);
        add(Kind.PARAMETER, number.isEmpty() ? String.valueOf(++unnamedParameters) : number, start);
    }

    private void number() {
        int start = next;
        if (at('0') && (text.startsWith("0x", next) || text.startsWith("0X", next)) && isHexDigit(next + 2)) {
            hexadecimal();
            return;
        }
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
        checkEnd(start);
        add(Kind.NUMBER, text.substring(start, next).replace("_", ""), start);
    }

    private void hexadecimal() {
        int start = next;
        next += 2;
        while (isHexDigit(next) || (at('_') && isHexDigit(next + 1))) {
            next++;
        }
        checkEnd(start);
        String digits = text.substring(start + 2, next).replace("_", "");
        add(Kind.NUMBER, new BigInteger(digits, HEX).toString(), start);
    }

    private void checkEnd(int start) {
        if (next < text.length() && isWordPart(text.codePointAt(next))) {
            throw source.error(
                    start, next + 1, "a number runs into a word; a name that begins with a digit needs double quotes");
        }
    }

    private void skipDigits() {
        while (isDigit(next) || (at('_') && isDigit(next + 1))) {
            next++;
        }
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private boolean isHexDigit(int index) {
        return index < text.length() && HexFormat.isHexDigit(text.charAt(index));
    }

    private boolean at(char c) {
        return next < text.length() && text.charAt(next) == c;
    }

    private static boolean isWordStart(int character) {
        return Character.isUnicodeIdentifierStart(character) || character == '_';
    }

    private static boolean isWordPart(int character) {
        return Character.isUnicodeIdentifierPart(character) && !Character.isIdentifierIgnorable(character);
    }

    private void word() {
        int start = next;
        while (next < text.length() && isWordPart(text.codePointAt(next))) {
            next += Character.charCount(text.codePointAt(next));
        }
        boolean isPrefix = next == start + 1 && at('\'');
        if (isPrefix && "eExX".indexOf(text.charAt(start)) >= 0) {
            next = start;
            if (text.charAt(start) == 'e' || text.charAt(start) == 'E') {
                escaped();
            } else {
                bytes();
            }
            return;
        }
        add(Kind.WORD, text.substring(start, next), start);
    }

    private void symbol() {
        int start = next;
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, start)) {
                next += symbol.length();
                add(Kind.SYMBOL, symbol, start);
                return;
            }
        }
        String character = Character.toString(text.codePointAt(start));
        throw unknown(character, start);
    }

    private QueryError unknown(String character, int start) {
        String hint = character.equals("`") ? "; names take double quotes" : "";
        return source.error(
                start, start + character.length(), "the character " + character + " has no meaning here" + hint);
    }
}
