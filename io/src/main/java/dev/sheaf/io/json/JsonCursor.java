package dev.sheaf.io.json;

import dev.sheaf.io.rows.Ascii;
import java.nio.charset.StandardCharsets;

/// Passes over JSON (RFC 8259) and takes nothing else: no comments, no trailing commas, no leading zeros, no halves of
/// surrogate pairs. Not thread-safe.
///
/// The text ends at a line feed or, where it was passed over once already, at the end of a value.
final class JsonCursor {
    /// Nesting beyond this would use up the stack of a thread.
    private static final int MOST_DEPTH = 500;

    /// Numbers of fewer characters without an exponent of three digits are in the range of float64.
    private static final int SAFE_SIZE = 300;

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = {'\n'};
    private int limit;
    private int at;
    private boolean escaped;
    private int keyStart;
    private int keyEnd;

    /// Stands at the beginning of a text from now on.
    void start(byte[] text, int from, int to) {
        bytes = text;
        at = from;
        limit = to;
    }

    int at() {
        return at;
    }

    byte[] bytes() {
        return bytes;
    }

    /// Whether the string or name that was passed last has escapes.
    boolean escaped() {
        return escaped;
    }

    int keyStart() {
        return keyStart;
    }

    int keyEnd() {
        return keyEnd;
    }

    /// The next byte that is no space, at which the cursor then stands, or -1 at the end.
    int peek() {
        while (at < limit && JsonStrings.isSpace(bytes[at])) {
            at++;
        }
        return at < limit ? bytes[at] & 0xFF : -1;
    }

    /// Passes a character.
    void expect(char wanted) {
        if (peek() != wanted) {
            throw fault("expected " + wanted + ", not " + found());
        }
        at++;
    }

    /// Steps to the first or next member or element: false if `close` was passed instead.
    boolean step(boolean first, char close) {
        int next = peek();
        if (next == close) {
            at++;
            return false;
        }
        if (!first) {
            if (next != ',') {
                throw fault("expected , or " + close + ", not " + found());
            }
            at++;
        }
        return true;
    }

    /// Passes a name, which [#keyStart] and [#keyEnd] then tell, and its colon.
    void key() {
        if (peek() != '"') {
            throw fault("expected a name in quotes, not " + found());
        }
        keyStart = at + 1;
        string();
        keyEnd = at - 1;
        boolean nameEscaped = escaped;
        expect(':');
        escaped = nameEscaped;
    }

    /// Passes a value.
    void value() {
        value(0);
    }

    private void value(int depth) {
        switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> literal(TRUE);
            case 'f' -> literal(FALSE);
            case 'n' -> literal(NULL);
            default -> number();
        }
    }

    private void object(int depth) {
        enter(depth);
        for (boolean first = true; step(first, '}'); first = false) {
            key();
            value(depth + 1);
        }
    }

    private void array(int depth) {
        enter(depth);
        for (boolean first = true; step(first, ']'); first = false) {
            value(depth + 1);
        }
    }

    private void enter(int depth) {
        if (depth == MOST_DEPTH) {
            throw fault("more than " + MOST_DEPTH + " values inside each other");
        }
        at++;
    }

    private void literal(byte[] word) {
        for (int i = 0; i < word.length; i++) {
            if (bytes[at + i] != word[i]) {
                throw fault("expected a value, not " + found());
            }
        }
        at += word.length;
    }

    private void number() {
        int start = at;
        if (at >= limit || (bytes[at] != '-' && !isDigit(bytes[at]))) {
            throw fault("expected a value, not " + found());
        }
        at += bytes[at] == '-' ? 1 : 0;
        boolean zero = bytes[at] == '0';
        if (digits() > 1 && zero) {
            throw fault("a number begins with 0");
        }
        if (bytes[at] == '.') {
            at++;
            digits();
        }
        int exponent = 0;
        if (bytes[at] == 'e' || bytes[at] == 'E') {
            at++;
            at += bytes[at] == '+' || bytes[at] == '-' ? 1 : 0;
            exponent = digits();
        }
        if (exponent >= 3 || at - start > SAFE_SIZE) {
            checkRange(start);
        }
    }

    /// Passes at least one digit.
    private int digits() {
        int start = at;
        while (isDigit(bytes[at])) {
            at++;
        }
        if (at == start) {
            throw fault("expected a digit, not " + found());
        }
        return at - start;
    }

    private void checkRange(int start) {
        String text = new String(bytes, start, at - start, StandardCharsets.US_ASCII);
        if (Double.isInfinite(Double.parseDouble(text))) {
            at = start;
            throw fault("the number is beyond float64");
        }
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    private void string() {
        escaped = false;
        at = Ascii.stringEnd(bytes, at + 1);
        while (bytes[at] == '\\') {
            escaped = true;
            escape();
            at = Ascii.stringEnd(bytes, at);
        }
        if (bytes[at] != '"') {
            throw fault(
                    at >= limit
                            ? "a string does not end"
                            : "a control character in a string, which has to be written as an escape");
        }
        at++;
    }

    private void escape() {
        switch (bytes[at + 1]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at += 2;
            case 'u' -> character();
            default -> throw fault("a backslash that begins no escape");
        }
    }

    private void character() {
        int unit = unit();
        boolean pair = Character.isHighSurrogate((char) unit) && bytes[at] == '\\' && bytes[at + 1] == 'u';
        if (pair) {
            pair = Character.isLowSurrogate((char) unit());
        }
        if (Character.isSurrogate((char) unit) && !pair) {
            throw fault("half of a surrogate pair");
        }
    }

    private int unit() {
        int unit = JsonStrings.unit(bytes, at + 2);
        if (unit < 0) {
            throw fault("\\u without four hexadecimal digits");
        }
        at += 6;
        return unit;
    }

    /// The words for what the cursor stands at.
    String found() {
        if (at >= limit) {
            return "the end";
        }
        int size = 1;
        while (at + size < limit && (bytes[at + size] & 0xC0) == 0x80) {
            size++;
        }
        return new String(bytes, at, size, StandardCharsets.UTF_8);
    }

    JsonFault fault(String problem) {
        return new JsonFault(at, problem);
    }
}
