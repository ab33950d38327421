package dev.sheaf.expr;

import java.nio.charset.StandardCharsets;

/// Reads values of one type from text and stores them in a vector.
interface TextReading {
    /// Reads the first `size` bytes and stores the value at `row`; false if they are no value of the type.
    boolean read(byte[] text, int size, int row);

    /// Where the text starts after white space.
    static int start(byte[] text, int size) {
        int start = 0;
        while (start < size && isSpace(text[start])) {
            start++;
        }
        return start;
    }

    /// Where the text ends before white space.
    static int end(byte[] text, int start, int size) {
        int end = size;
        while (end > start && isSpace(text[end - 1])) {
            end--;
        }
        return end;
    }

    static boolean isSpace(byte value) {
        return value == ' ' || (value >= '\t' && value <= '\r');
    }

    static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    static String string(byte[] text, int start, int end) {
        return new String(text, start, end - start, StandardCharsets.UTF_8);
    }
}
