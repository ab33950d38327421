package dev.sheaf.sql.function.value;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.ScalarFunction;

/// Patterns of GLOB: `*` any text, `?` any character, `[a-c]` and `[!a]` one of some or none of them.
public final class Globs {
    private static final ScalarFunction REGEX =
            ScalarFunction.of("glob", DataType.STRING, DataType.STRING, Globs::translated);

    private Globs() {}

    /// The regular expression of a pattern.
    public static Expr regex(Expr pattern) {
        return Expressions.call(REGEX, pattern);
    }

    private static String translated(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            int close = pattern.charAt(i) == '[' ? pattern.indexOf(']', i + 2) : -1;
            if (close > 0) {
                String inner =
                        pattern.substring(i + 1, close).replace("\\", "\\\\").replace("[", "\\[");
                regex.append('[').append(inner.replaceFirst("^!", "^")).append(']');
                i = close;
            } else {
                switch (pattern.charAt(i)) {
                    case '*' -> regex.append(".*");
                    case '?' -> regex.append('.');
                    case '\\' -> {
                        i++;
                        regex.append(i < pattern.length() ? Texts.regexEscaped(pattern.substring(i, i + 1)) : "\\\\");
                    }
                    default -> regex.append(Texts.regexEscaped(pattern.substring(i, i + 1)));
                }
            }
        }
        return regex.toString();
    }
}
