package dev.sheaf.sql.function.value;

import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a text of JSON as DuckDB does: a comma may stand behind the last element, and NaN and Infinity are numbers.
public final class JsonReader {
    private static final Pattern NO_NUMBER = Pattern.compile("(-?)(nan|inf(?:inity)?)", Pattern.CASE_INSENSITIVE);

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /// An object or array that is being read.
    private static final class Container {
        private final boolean isObject;
        private final List<@Nullable Object> elements = new ArrayList<>();
        private final List<Map.Entry<String, @Nullable Object>> members = new ArrayList<>();
        private String key = "";

        Container(boolean isObject) {
            this.isObject = isObject;
        }

        char end() {
            return isObject ? '}' : ']';
        }

        void add(@Nullable Object value) {
            if (isObject) {
                members.add(new SimpleEntry<>(key, value));
            } else {
                elements.add(value);
            }
        }

        Object value() {
            return isObject ? new Json.Members(members) : elements;
        }
    }

    /// Whether a text is JSON.
    public static boolean isValid(String text) {
        try {
            read(text);
            return true;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /// The value that a text says, as [Json] has it.
    ///
    /// @throws IllegalArgumentException if the text is no JSON
    public static @Nullable Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.malformed();
        }
        return value;
    }

    private @Nullable Object value() {
        Deque<Container> open = new ArrayDeque<>();
        Object value = innermost(open);
        while (!open.isEmpty()) {
            Container container = open.getFirst();
            container.add(value);
            value = goesOn(container) ? innermost(open) : open.pop().value();
        }
        return value;
    }

    /// The first value that holds no other one; what holds it is open then.
    private @Nullable Object innermost(Deque<Container> open) {
        skipSpace();
        while (peek() == '{' || peek() == '[') {
            Container container = new Container(peek() == '{');
            at++;
            if (!hasElement(container)) {
                return container.value();
            }
            open.push(container);
            skipSpace();
        }
        return scalar();
    }

    private boolean goesOn(Container container) {
        skipSpace();
        if (peek() != container.end()) {
            expect(',');
        }
        return hasElement(container);
    }

    /// Reads up to the next value of an object or array, or its end.
    private boolean hasElement(Container container) {
        skipSpace();
        if (peek() == container.end()) {
            at++;
            return false;
        }
        if (container.isObject) {
            container.key = string();
            skipSpace();
            expect(':');
        }
        return true;
    }

    private @Nullable Object scalar() {
        if (text.startsWith("null", at)) {
            at += "null".length();
            return null;
        }
        return switch (peek()) {
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            default -> number();
        };
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (peek() != '"') {
            char c = peek();
            at++;
            if (c < ' ') {
                throw malformed();
            }
            string.append(c == '\\' ? escaped() : c);
            if (c == '\\' && Character.isSurrogate(string.charAt(string.length() - 1))) {
                lowSurrogate(string);
            }
        }
        at++;
        return string.toString();
    }

    /// The second half of an escaped character that takes two.
    private void lowSurrogate(StringBuilder string) {
        expect('\\');
        char low = escaped();
        if (!Character.isSurrogatePair(string.charAt(string.length() - 1), low)) {
            throw malformed();
        }
        string.append(low);
    }

    private char escaped() {
        char c = peek();
        at++;
        if (c == 'u') {
            int end = at + 4;
            if (end > text.length() || !text.substring(at, end).matches("[0-9a-fA-F]{4}")) {
                throw malformed();
            }
            at = end;
            return (char) Integer.parseInt(text, end - 4, end, 16);
        }
        int named = "bfnrt\"\\/".indexOf(c);
        if (named < 0) {
            throw malformed();
        }
        return "\b\f\n\r\t\"\\/".charAt(named);
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw malformed();
        }
        at += word.length();
        return value;
    }

    private Json.Numeral number() {
        Matcher none = NO_NUMBER.matcher(text).region(at, text.length());
        if (none.lookingAt()) {
            at = none.end();
            return new Json.Numeral(none.group());
        }
        int start = at;
        at += at < text.length() && text.charAt(at) == '-' ? 1 : 0;
        int digits = at;
        digits();
        if (text.charAt(digits) == '0' && at > digits + 1) {
            throw malformed();
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            digits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            at += at < text.length() && "+-".indexOf(text.charAt(at)) >= 0 ? 1 : 0;
            digits();
        }
        return new Json.Numeral(text.substring(start, at));
    }

    private void digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw malformed();
        }
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw malformed();
        }
        return text.charAt(at);
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw malformed();
        }
        at++;
    }

    private IllegalArgumentException malformed() {
        return new IllegalArgumentException("malformed JSON at character " + (at + 1));
    }
}
