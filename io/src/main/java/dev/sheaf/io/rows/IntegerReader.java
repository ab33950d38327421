package dev.sheaf.io.rows;

import dev.sheaf.column.DataType;
import java.util.Set;

/// Reads int32 and int64: a sign, if any, and digits.
final class IntegerReader extends FixedReader {
    /// Numbers of as many digits fit a long whatever they are.
    private static final int SAFE_DIGITS = 18;

    private final boolean narrow;

    IntegerReader(DataType type, Set<String> nullTexts) {
        super(type, nullTexts);
        this.narrow = type.equals(DataType.INT32);
    }

    @Override
    long bits(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int start = from < to && (negative || bytes[from] == '+') ? from + 1 : from;
        if (start == to) {
            failed = true;
            return 0;
        }
        long value = to - start <= SAFE_DIGITS
                ? digits(bytes, start, to, negative)
                : checkedDigits(bytes, start, to, negative);
        failed |= narrow && value != (int) value;
        return value;
    }

    private long digits(byte[] bytes, int from, int to, boolean negative) {
        long value = 0;
        int wrong = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            wrong |= digit | (9 - digit);
            value = value * 10 + digit;
        }
        failed |= wrong < 0;
        return negative ? -value : value;
    }

    /// Counts downwards, where there is room for one more.
    private long checkedDigits(byte[] bytes, int from, int to, boolean negative) {
        long value = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
                failed = true;
                return 0;
            }
            value = value * 10 - digit;
        }
        failed |= !negative && value == Long.MIN_VALUE;
        return negative ? value : -value;
    }
}
