package dev.sheaf.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes maps, lists, numbers and texts as JSON, two spaces a level; lists of plain values on one line.
public final class Json {
    private Json() {}

    /// The text of a value.
    public static String write(Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value, "\n");
        return text.append('\n').toString();
    }

    private static void append(StringBuilder text, Object value, String newLine) {
        switch (value) {
            case Map<?, ?> map -> appendMap(text, map, newLine);
            case List<?> list -> appendList(text, list, newLine);
            case Double number when !Double.isFinite(number) -> text.append("null");
            case Double number -> text.append(number(number));
            case Number number -> text.append(number);
            case Boolean bool -> text.append(bool);
            default -> appendText(text, value.toString());
        }
    }

    /// Four significant digits or three decimals, whichever is more.
    private static String number(double number) {
        return Math.abs(number) >= 1e6 || Math.rint(number) == number
                ? String.format(Locale.ROOT, "%.0f", number)
                : String.format(Locale.ROOT, Math.abs(number) < 1 ? "%.4f" : "%.3f", number);
    }

    private static void appendMap(StringBuilder text, Map<?, ?> map, String newLine) {
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator).append(newLine).append("  ");
            appendText(text, entry.getKey().toString());
            append(text.append(": "), entry.getValue(), newLine + "  ");
            separator = ",";
        }
        text.append(map.isEmpty() ? "{}" : newLine + "}");
    }

    private static void appendList(StringBuilder text, List<?> list, String newLine) {
        boolean nested = list.stream().anyMatch(element -> element instanceof Map);
        String separator = "[";
        for (Object element : list) {
            text.append(separator).append(nested ? newLine + "  " : "");
            append(text, element, newLine + "  ");
            separator = nested ? "," : ", ";
        }
        text.append(list.isEmpty() ? "[]" : nested ? newLine + "]" : "]");
    }

    private static void appendText(StringBuilder text, String value) {
        text.append('"');
        for (char c : value.toCharArray()) {
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                default -> text.append(c < ' ' ? ' ' : c);
            }
        }
        text.append('"');
    }
}
