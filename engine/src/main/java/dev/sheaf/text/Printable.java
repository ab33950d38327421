package dev.sheaf.text;

/// Text that a terminal takes for nothing but text: a column's name or a value neither moves the cursor, nor changes
/// colours, nor turns the direction of what stands beside it.
public final class Printable {
    private Printable() {}

    /// One line: control characters, line separators and the marks that turn the direction of writing as escapes.
    public static String line(String text) {
        return escaped(text, false);
    }

    /// Several lines: as [#line], with line feeds and tabs as they are.
    public static String lines(String text) {
        return escaped(text, true);
    }

    private static String escaped(String text, boolean lines) {
        if (text.chars().noneMatch(Printable::isControl)) {
            return text;
        }
        StringBuilder printable = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((lines && (c == '\n' || c == '\t')) || !isControl(c)) {
                printable.append(c);
            } else {
                printable.append(
                        switch (c) {
                            case '\n' -> "\\n";
                            case '\r' -> "\\r";
                            case '\t' -> "\\t";
                            default -> "\\u%04X".formatted((int) c);
                        });
            }
        }
        return printable.toString();
    }

    /// C0, DEL and C1; the separators of lines and paragraphs; the marks, embeddings, overrides and isolates of
    /// bidirectional text (Unicode's property Bidi_Control).
    public static boolean isControl(int c) {
        return c < ' '
                || (c >= 0x7F && c < 0xA0)
                || c == 0x061C
                || c == 0x200E
                || c == 0x200F
                || (c >= 0x2028 && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
