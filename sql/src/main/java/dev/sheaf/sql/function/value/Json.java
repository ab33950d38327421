package dev.sheaf.sql.function.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads a text of JSON: objects as maps, of which the first of equal keys counts, arrays as lists, numbers as
/// [Numeral], texts, bools and null. A comma may stand behind the last element, as in DuckDB.
public final class Json {
    private static final int MOST_LEVELS = 1000;

    /// Those of the greatest and the least whole number of 64 bits, with its sign.
    private static final int MOST_DIGITS = 20;

    private static final double LEAST_PLAIN = 1e-6;
    private static final double LEAST_WITH_EXPONENT = 1e21;

    private final String text;
    private int at;
    private int levels;

    private Json(String text) {
        this.text = text;
    }

    /// A number as it is written.
    public record Numeral(String digits) {
        boolean isWhole() {
            return digits.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
        }

        /// Whether it is a whole number of 64 bits.
        public boolean isLong() {
            if (!isWhole() || digits.length() > MOST_DIGITS) {
                return false;
            }
            BigInteger value = new BigInteger(digits);
            return value.bitLength() <= (digits.startsWith("-") ? Long.SIZE - 1 : Long.SIZE);
        }

        /// Whole numbers as they are written, others in the fewest digits that say the double.
        private String shortest() {
            double value = Double.parseDouble(digits);
            if (digits.equals("-0")) {
                return "0";
            }
            if (isWhole() || Double.isInfinite(value)) {
                return digits;
            }
            String written = Double.toString(value);
            double size = Math.abs(value);
            if (size == 0 || !written.contains("E")) {
                return written;
            }
            if (size < LEAST_PLAIN || size >= LEAST_WITH_EXPONENT) {
                return written.replace(".0E", "e").replace('E', 'e');
            }
            String plain = new BigDecimal(written).stripTrailingZeros().toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
    }

    /// The value that a text says.
    ///
    /// @throws IllegalArgumentException if it is no JSON
    public static @Nullable Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at < text.length()) {
            throw json.malformed();
        }
        return value;
    }

    public static boolean isValid(String text) {
        try {
            read(text);
            return true;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /// A value as text without spaces.
    public static String write(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case Map<?, ?> object -> {
                String separator = "{";
                for (Map.Entry<?, ?> entry : object.entrySet()) {
                    quote(String.valueOf(entry.getKey()), out.append(separator));
                    write(entry.getValue(), out.append(':'));
                    separator = ",";
                }
                out.append(object.isEmpty() ? "{}" : "}");
            }
            case List<?> array -> {
                String separator = "[";
                for (Object element : array) {
                    write(element, out.append(separator));
                    separator = ",";
                }
                out.append(array.isEmpty() ? "[]" : "]");
            }
            case String string -> quote(string, out);
            case Numeral number -> out.append(number.shortest());
            case null, default -> out.append(value);
        }
    }

    private static void quote(String string, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            int named = "\b\f\n\r\t\"\\".indexOf(c);
            if (named >= 0) {
                out.append('\\').append("bfnrt\"\\".charAt(named));
            } else if (c < ' ') {
                out.append(String.format("\\u%04X", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private @Nullable Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> nested(this::object);
            case '[' -> nested(this::array);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Object nested(Supplier<Object> inner) {
        if (++levels > MOST_LEVELS) {
            throw new IllegalArgumentException("JSON is nested more than " + MOST_LEVELS + " levels deep");
        }
        Object value = inner.get();
        levels--;
        return value;
    }

    private Object object() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        at++;
        while (!isEnd('}')) {
            String key = string();
            skipSpace();
            expect(':');
            Object value = value();
            if (!object.containsKey(key)) {
                object.put(key, value);
            }
            separator('}');
        }
        return object;
    }

    private Object array() {
        List<@Nullable Object> array = new ArrayList<>();
        at++;
        while (!isEnd(']')) {
            array.add(value());
            separator(']');
        }
        return array;
    }

    private boolean isEnd(char end) {
        skipSpace();
        boolean isEnd = peek() == end;
        at += isEnd ? 1 : 0;
        return isEnd;
    }

    private void separator(char end) {
        skipSpace();
        if (peek() != end) {
            expect(',');
        }
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

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw malformed();
        }
        at += word.length();
        return value;
    }

    private Numeral number() {
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
        return new Numeral(text.substring(start, at));
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
