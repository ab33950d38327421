package dev.sheaf.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads what [Json] writes: maps in the order of their names, lists, texts, booleans, longs and doubles; NaN
/// for null.
public final class JsonReader {
    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /// The value that a text holds.
    ///
    /// @throws IllegalArgumentException if it is none, or more follows
    public static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        if (reader.next() != 0) {
            throw reader.wrong("the end");
        }
        return value;
    }

    private Object value() {
        return switch (next()) {
            case '{' -> map();
            case '[' -> list();
            case '"' -> string();
            default -> word();
        };
    }

    /// The next character that is no space, which stays the next one; 0 at the end.
    private char next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        while (next() != '}') {
            String name = string();
            take(':');
            map.put(name, value());
            if (next() != '}') {
                take(',');
            }
        }
        at++;
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        at++;
        while (next() != ']') {
            list.add(value());
            if (next() != ']') {
                take(',');
            }
        }
        at++;
        return list;
    }

    private String string() {
        take('"');
        StringBuilder read = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                char escaped = text.charAt(at++);
                read.append(escaped == 'n' ? '\n' : escaped);
            } else {
                read.append(c);
            }
        }
        take('"');
        return read.toString();
    }

    private Object word() {
        int start = at;
        while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "null" -> Double.NaN;
            case "true" -> true;
            case "false" -> false;
            default -> number(word, start);
        };
    }

    private Object number(String word, int start) {
        try {
            return word.contains(".") ? (Object) Double.valueOf(word) : Long.valueOf(word);
        } catch (NumberFormatException notANumber) {
            at = start;
            throw wrong("a value");
        }
    }

    private void take(char expected) {
        if (next() != expected) {
            throw wrong("'" + expected + "'");
        }
        at++;
    }

    private IllegalArgumentException wrong(String expected) {
        String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
        return new IllegalArgumentException("JSON has " + found + " at " + at + " where " + expected + " was expected");
    }
}
