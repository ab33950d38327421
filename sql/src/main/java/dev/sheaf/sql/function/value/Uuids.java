package dev.sheaf.sql.function.value;

import org.jspecify.annotations.Nullable;

/// UUIDs in the spellings that DuckDB reads: 32 hexadecimal digits with hyphens anywhere, and braces around them.
public final class Uuids {
    private static final int DIGITS = 32;

    private Uuids() {}

    /// A UUID in its usual spelling.
    ///
    /// @throws IllegalArgumentException if the text is none
    public static String read(String text) {
        String read = readOrNull(text);
        if (read == null) {
            throw new IllegalArgumentException("\"" + text + "\" is no UUID");
        }
        return read;
    }

    /// As [#read]; null if the text is none.
    public static @Nullable String readOrNull(String text) {
        boolean isBraced = text.length() > 1 && text.startsWith("{") && text.endsWith("}");
        String inside = isBraced ? text.substring(1, text.length() - 1) : text;
        StringBuilder digits = new StringBuilder(DIGITS + 4);
        int count = 0;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (c == '-') {
                continue;
            }
            if (c > 'f' || Character.digit(c, 16) < 0 || count == DIGITS) {
                return null;
            }
            if (count == 8 || count == 12 || count == 16 || count == 20) {
                digits.append('-');
            }
            digits.append(Character.toLowerCase(c));
            count++;
        }
        return count == DIGITS ? digits.toString() : null;
    }
}
