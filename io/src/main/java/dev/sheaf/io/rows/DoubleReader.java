package dev.sheaf.io.rows;

import dev.sheaf.column.DataType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/// Reads float64: digits with a point and an exponent, `nan`, `inf` and `infinity` in either case.
///
/// Numbers of up to 2^53 times or over a power of ten up to 10^22 are exact by one multiplication or division (Clinger,
/// "How to Read Floating Point Numbers Accurately", 1990); others go through [Double#parseDouble].
final class DoubleReader extends FixedReader {
    private static final int MOST_DIGITS = 18;
    private static final long EXACT = 1L << 53;
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    DoubleReader(DataType type, Set<String> nullTexts) {
        super(type, nullTexts);
    }

    @Override
    long bits(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int at = from < to && (negative || bytes[from] == '+') ? from + 1 : from;
        long digits = 0;
        int point = -1;
        int start = at;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
            } else if (bytes[at] == '.' && point < 0) {
                point = at;
            } else {
                break;
            }
        }
        int count = at - start - (point < 0 ? 0 : 1);
        int fraction = point < 0 ? 0 : at - point - 1;
        if (at < to || count > MOST_DIGITS || count <= 0 || digits > EXACT || fraction >= POWERS.length) {
            return Double.doubleToRawLongBits(general(bytes, from, to));
        }
        double size = digits / POWERS[fraction];
        return Double.doubleToRawLongBits(negative ? -size : size);
    }

    private double general(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        boolean signed = text.startsWith("-") || text.startsWith("+");
        double sign = text.startsWith("-") ? -1 : 1;
        return switch (signed ? text.substring(1) : text) {
            case "nan" -> Double.NaN;
            case "inf", "infinity" -> sign * Double.POSITIVE_INFINITY;
            default -> number(text);
        };
    }

    private double number(String text) {
        boolean plain =
                text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == '+' || c == '-');
        try {
            if (plain) {
                return Double.parseDouble(text);
            }
        } catch (NumberFormatException notNumber) {
            // Falls through: the text has the characters of a number and is none.
        }
        failed = true;
        return 0;
    }
}
