package dev.sheaf.sql.function.value;

import java.util.ArrayList;
import java.util.List;

/// A text in brackets taken apart at its commas. A quote that begins a value ends with its like; brackets inside
/// stay together.
public final class TextParts {
    private final String text;
    private final List<Integer> places = new ArrayList<>();
    private int at;

    private TextParts(String text) {
        this.text = text;
    }

    /// A key and a value.
    public record Pair(String key, String value) {}

    /// The parts between the brackets around a text, without blanks around them.
    ///
    /// @throws IllegalArgumentException if it does not begin and end with them, or one inside is not closed
    public static List<String> inside(String text, char open, char close) {
        String all = text.strip();
        if (all.length() < 2 || all.charAt(0) != open || all.charAt(all.length() - 1) != close) {
            throw new IllegalArgumentException("this does not stand between " + open + " and " + close);
        }
        String inner = all.substring(1, all.length() - 1);
        return inner.isBlank() ? List.of() : new TextParts(inner).split(',');
    }

    /// What stands before and behind the first of a sign.
    public static Pair pair(String part, char sign) {
        TextParts parts = new TextParts(part);
        parts.find(sign);
        if (parts.places.isEmpty()) {
            throw new IllegalArgumentException("the key and the value of " + part + " need " + sign + " between them");
        }
        int place = parts.places.getFirst();
        return new Pair(
                part.substring(0, place).strip(), part.substring(place + 1).strip());
    }

    /// A value without the quotes around it.
    public static String unquoted(String part) {
        boolean isQuoted = part.length() > 1 && isQuote(part.charAt(0)) && closing(part, 0) == part.length() - 1;
        if (!isQuoted) {
            return part;
        }
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < part.length() - 1; i++) {
            i += part.charAt(i) == '\\' ? 1 : 0;
            out.append(part.charAt(i));
        }
        return out.toString();
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    /// The place of the quote that ends what one begins; -1 if there is none.
    private static int closing(String text, int open) {
        for (int i = open + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == text.charAt(open)) {
                return i;
            }
        }
        return -1;
    }

    private List<String> split(char sign) {
        find(sign);
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int place : places) {
            parts.add(text.substring(start, place).strip());
            start = place + 1;
        }
        parts.add(text.substring(start).strip());
        return parts;
    }

    /// Finds a sign outside of quotes and brackets.
    private void find(char sign) {
        int depth = 0;
        boolean begins = true;
        for (at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (begins && isQuote(c)) {
                at = closing(text, at);
                if (at < 0) {
                    throw new IllegalArgumentException("a quote is not closed");
                }
            } else if (c == sign && depth == 0) {
                places.add(at);
            } else {
                depth += "[{(".indexOf(c) >= 0 ? 1 : "]})".indexOf(c) >= 0 ? -1 : 0;
            }
            begins = Character.isWhitespace(c) ? begins : "[{(,:=".indexOf(c) >= 0;
            if (depth < 0) {
                throw new IllegalArgumentException("a bracket is closed that was not opened");
            }
        }
        if (depth > 0) {
            throw new IllegalArgumentException("a bracket is not closed");
        }
    }
}
