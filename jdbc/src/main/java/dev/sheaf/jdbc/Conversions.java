package dev.sheaf.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLDataException;
import java.sql.SQLException;

/// Turns a value into a number, text, truth or bytes that a getter asks for.
final class Conversions {
    private Conversions() {}

    /// A number of rows in an int, whose greatest value stands for more.
    static int count(long rows) {
        return (int) Math.min(rows, Integer.MAX_VALUE);
    }

    /// The whole number, what is behind the point cut off.
    ///
    /// @throws SQLException if it is none between `least` and `most`
    static long whole(Object value, long least, long most) throws SQLException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return checked(((Number) value).longValue(), least, most);
        }
        BigInteger whole = decimal(value).setScale(0, RoundingMode.DOWN).toBigInteger();
        if (whole.bitLength() >= Long.SIZE) {
            throw new SQLDataException(value + " is not between " + least + " and " + most, Errors.OUT_OF_RANGE);
        }
        return checked(whole.longValue(), least, most);
    }

    private static long checked(long whole, long least, long most) throws SQLException {
        if (whole < least || whole > most) {
            throw new SQLDataException(whole + " is not between " + least + " and " + most, Errors.OUT_OF_RANGE);
        }
        return whole;
    }

    /// @throws SQLException if the value is no number
    static BigDecimal decimal(Object value) throws SQLException {
        try {
            return switch (value) {
                case BigDecimal number -> number;
                case BigInteger number -> new BigDecimal(number);
                case Boolean truth -> truth ? BigDecimal.ONE : BigDecimal.ZERO;
                case Number number -> new BigDecimal(number.toString());
                case String text -> new BigDecimal(text.strip());
                default -> throw refused(value, "a number");
            };
        } catch (NumberFormatException none) {
            throw refused(value, "a number");
        }
    }

    /// @throws SQLException if the value is no number
    static double floating(Object value) throws SQLException {
        return value instanceof Number number
                ? number.doubleValue()
                : decimal(value).doubleValue();
    }

    /// True and false, numbers other than 0 and 0, and the texts of these.
    ///
    /// @throws SQLException if the value is none of them
    static boolean truth(Object value) throws SQLException {
        return switch (value) {
            case Boolean truth -> truth;
            case String text when text.equalsIgnoreCase("true") || text.equalsIgnoreCase("t") -> true;
            case String text when text.equalsIgnoreCase("false") || text.equalsIgnoreCase("f") -> false;
            default -> decimal(value).signum() != 0;
        };
    }

    /// The value of a parameter as text; values of columns are written by `ValueText`.
    static String text(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    /// The bytes of a text are those of its UTF-8.
    ///
    /// @throws SQLException if the value is neither bytes nor text
    static byte[] bytes(Object value) throws SQLException {
        return switch (value) {
            case byte[] bytes -> bytes;
            case String text -> text.getBytes(StandardCharsets.UTF_8);
            default -> throw refused(value, "bytes");
        };
    }

    static SQLException refused(Object value, String wanted) {
        return new SQLDataException(
                text(value) + " (" + value.getClass().getSimpleName() + ") cannot be read as " + wanted,
                Errors.BAD_VALUE);
    }
}
