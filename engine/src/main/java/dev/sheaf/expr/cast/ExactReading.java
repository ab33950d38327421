package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.value.CommonType;
import dev.sheaf.expr.value.Powers;
import dev.sheaf.expr.value.Ranges;
import dev.sheaf.expr.value.TextBytes;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads integers and decimals: digits with a point, an exponent, `_` between digits, or `0x` and hexadecimal
/// digits. Decimals that the type has no place for round half away from zero.
final class ExactReading implements TextReading {
    /// Possessive throughout: nothing is tried twice, and long texts take no deep recursion.
    private static final Pattern NUMBER = Pattern.compile(
            "[+-]?(?:\\d++(?:_\\d++)*+(?:\\.(?:\\d++(?:_\\d++)*+)?+)?+|\\.\\d++(?:_\\d++)*+)(?:[eE][+-]?\\d{1,4})?");
    private static final Pattern HEXADECIMAL = Pattern.compile("([+-]?)0[xX]([0-9a-fA-F]{1,32})");
    private static final int HEXADECIMAL_RADIX = 16;

    private final DataType type;
    private final int scale;
    private final Vector out;

    ExactReading(DataType type, Vector out) {
        this.type = type;
        this.scale = CommonType.asDecimal(type).scale();
        this.out = out;
    }

    @Override
    public boolean read(byte[] text, int size, int row) {
        int start = TextBytes.start(text, size);
        int end = TextBytes.end(text, start, size);
        if (scale == 0 && out instanceof Vector.Longs longs && readDigits(text, start, end, row, longs.values())) {
            return true;
        }
        Optional<BigInteger> value = parse(TextBytes.string(text, start, end));
        if (value.isEmpty() || !Ranges.holds(type, value.get())) {
            return false;
        }
        VectorValues.store(out, row, value.get());
        return true;
    }

    /// The common case: a sign and up to 18 digits; false if it is anything else.
    private boolean readDigits(byte[] text, int start, int end, int row, long[] values) {
        boolean negative = start < end && text[start] == '-';
        int first = negative || (start < end && text[start] == '+') ? start + 1 : start;
        if (first == end || end - first > Powers.MAX_LONG) {
            return false;
        }
        long value = 0;
        for (int at = first; at < end; at++) {
            if (!TextBytes.isDigit(text[at])) {
                return false;
            }
            value = 10 * value + text[at] - '0';
        }
        values[row] = negative ? -value : value;
        return Ranges.holds(type, BigInteger.valueOf(values[row]));
    }

    private Optional<BigInteger> parse(String text) {
        if (NUMBER.matcher(text).matches()) {
            BigDecimal value = new BigDecimal(text.replace("_", ""));
            return Optional.of(value.setScale(scale, RoundingMode.HALF_UP).unscaledValue());
        }
        Matcher hexadecimal = HEXADECIMAL.matcher(text);
        if (hexadecimal.matches() && type.isInteger()) {
            String digits = hexadecimal.group(1) + hexadecimal.group(2).toLowerCase(Locale.ROOT);
            return Optional.of(new BigInteger(digits, HEXADECIMAL_RADIX));
        }
        return Optional.empty();
    }
}
