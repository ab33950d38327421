package dev.sheaf.expr.value;

import java.nio.charset.StandardCharsets;

/// The bytes of a text as those read them who look for numbers, dates and words in it.
public final class TextBytes {
    private TextBytes() {}

    /// Where the text starts after white space.
    public static int start(byte[] text, int size) {
        int start = 0;
        while (start < size && isSpace(text[start])) {
            start++;
        }
        return start;
    }

    /// Where the text ends before white space.
    public static int end(byte[] text, int start, int size) {
        int end = size;
        while (end > start && isSpace(text[end - 1])) {
            end--;
        }
        return end;
    }

    private static boolean isSpace(byte value) {
        return value == ' ' || (value >= '\t' && value <= '\r');
    }

    public static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    public static String string(byte[] text, int start, int end) {
        return new String(text, start, end - start, StandardCharsets.UTF_8);
    }
}
