package dev.sheaf.expr.cast;

import dev.sheaf.expr.value.TextBytes;
import dev.sheaf.expr.vector.Vector;
import java.util.Locale;
import java.util.regex.Pattern;

/// Reads floats: digits with a point and an exponent, `_` between digits, or `inf`, `infinity` and `nan` in any
/// case.
final class FloatReading implements TextReading {
    /// Possessive throughout: nothing is tried twice, and long texts take no deep recursion.
    private static final Pattern NUMBER = Pattern.compile(
            "[+-]?(?:\\d++(?:_\\d++)*+(?:\\.(?:\\d++(?:_\\d++)*+)?+)?+|\\.\\d++(?:_\\d++)*+)(?:[eE][+-]?\\d+)?");

    private final boolean single;
    private final Vector.Doubles out;

    FloatReading(boolean single, Vector.Doubles out) {
        this.single = single;
        this.out = out;
    }

    @Override
    public boolean read(byte[] text, int size, int row) {
        int start = TextBytes.start(text, size);
        int end = TextBytes.end(text, start, size);
        String number = TextBytes.string(text, start, end);
        if (!NUMBER.matcher(number).matches()) {
            return readName(number, row);
        }
        String digits = number.replace("_", "");
        out.values()[row] = single ? Float.parseFloat(digits) : Double.parseDouble(digits);
        return true;
    }

    private boolean readName(String text, int row) {
        boolean negative = text.startsWith("-");
        String name = (negative || text.startsWith("+") ? text.substring(1) : text).toLowerCase(Locale.ROOT);
        double value = switch (name) {
            case "inf", "infinity" -> Double.POSITIVE_INFINITY;
            case "nan" -> Double.NaN;
            default -> 0;
        };
        out.values()[row] = negative ? -value : value;
        return value != 0;
    }
}
