package dev.sheaf.sql.function.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Texts with places for values: those of `format`, `{}`, and of `printf`, `%d`.
public final class Replacements {
    private static final double LEAST_PLAIN = 1e-4;
    private static final double FIRST_LARGE = 1e16;
    private static final Pattern BRACES = Pattern.compile(
            "\\{\\{|}}|\\{(\\d*)(?::([<>^]?)([+]?)(0?)(\\d*)([,_]?)(?:\\.(\\d+))?([dxXobeEfs]?))?}|[{}]");
    private static final Pattern PERCENT =
            Pattern.compile("%%|%([-+ 0,]*)(\\d*)(?:\\.(\\d+))?(?:ll|l|h)?([diuxXoeEfsc])|%");

    private Replacements() {}

    /// `{}` for the next value, `{1}` for one of a number from 0, and behind a colon how it is written:
    /// `{:,}`, `{:08.2f}`, `{:>10}`, `{:x}`.
    public static String format(String text, List<Object> values) {
        StringBuilder out = new StringBuilder();
        Matcher place = BRACES.matcher(text);
        int next = 0;
        while (place.find()) {
            String found = place.group();
            String filled = switch (found) {
                case "{{" -> "{";
                case "}}" -> "}";
                case "{", "}" -> throw new IllegalArgumentException("a brace that is meant is written twice: {{");
                default -> {
                    String number = place.group(1);
                    yield braced(place, value(values, number.isEmpty() ? next++ : Integer.parseInt(number)));
                }
            };
            place.appendReplacement(out, Matcher.quoteReplacement(filled));
        }
        return place.appendTail(out).toString();
    }

    private static Object value(List<Object> values, int index) {
        if (index >= values.size()) {
            throw new IllegalArgumentException("there are places for more than " + values.size() + " values");
        }
        return values.get(index);
    }

    private static String braced(Matcher place, Object value) {
        if (place.group(8) == null) {
            return plain(value);
        }
        boolean isNumber = value instanceof Number;
        String digits = written(value, place.group(8), place.group(7), place.group(6));
        String signed = !place.group(3).isEmpty() && isNumber && !digits.startsWith("-") ? "+" + digits : digits;
        int width = place.group(5).isEmpty() ? 0 : Integer.parseInt(place.group(5));
        boolean zeros = !place.group(4).isEmpty() && isNumber && place.group(2).isEmpty();
        return zeros ? zeroed(signed, width) : aligned(signed, width, place.group(2), isNumber);
    }

    /// The value by the kind of its place, with digits behind the point and a sign between thousands.
    private static String written(Object value, String kind, @Nullable String precision, String grouping) {
        int digits = precision == null ? 6 : Integer.parseInt(precision);
        return switch (kind) {
            case "" ->
                value instanceof Number number && !grouping.isEmpty()
                        ? grouped(number, precision, grouping)
                        : precision == null ? plain(value) : cut(value, digits);
            case "d" -> grouping.isEmpty() ? whole(value).toString() : grouped(whole(value), null, grouping);
            case "x" -> whole(value).toString(16);
            case "X" -> whole(value).toString(16).toUpperCase(Locale.ROOT);
            case "o" -> whole(value).toString(8);
            case "b" -> whole(value).toString(2);
            case "f" ->
                grouping.isEmpty()
                        ? fixed(value, digits)
                        : grouped(new BigDecimal(fixed(value, digits)), String.valueOf(digits), grouping);
            case "e" -> String.format(Locale.ROOT, "%." + digits + "e", floating(value));
            case "E" -> String.format(Locale.ROOT, "%." + digits + "E", floating(value));
            default -> precision == null ? plain(value) : cut(value, digits);
        };
    }

    private static String cut(Object value, int digits) {
        if (value instanceof String text) {
            return text.substring(
                    0, text.offsetByCodePoints(0, Math.min(digits, text.codePointCount(0, text.length()))));
        }
        throw new IllegalArgumentException("a number with digits behind the point is written by f: {:.2f}");
    }

    private static String grouped(Number number, @Nullable String precision, String grouping) {
        String format = number instanceof BigInteger || isWhole(number)
                ? "%,d"
                : "%,." + (precision == null ? 6 : precision) + "f";
        Object value = isWhole(number) ? whole(number) : number;
        return String.format(Locale.ROOT, format, value).replace(",", grouping);
    }

    private static boolean isWhole(Object value) {
        return value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof BigInteger;
    }

    private static BigInteger whole(Object value) {
        if (isWhole(value)) {
            return new BigInteger(value.toString());
        }
        throw new IllegalArgumentException(plain(value) + " is no whole number; cast it");
    }

    private static double floating(Object value) {
        return switch (value) {
            case Double number -> number;
            case Float number -> number;
            case BigDecimal number -> number.doubleValue();
            default -> throw new IllegalArgumentException(plain(value) + " is no DOUBLE; cast it");
        };
    }

    private static String fixed(Object value, int digits) {
        double number = floating(value);
        return Double.isFinite(number)
                ? new BigDecimal(number)
                        .setScale(digits, RoundingMode.HALF_EVEN)
                        .toPlainString()
                : plain(value);
    }

    private static String plain(Object value) {
        return switch (value) {
            case Double number -> floats(number);
            case Float number -> floats(Double.parseDouble(number.toString()));
            case BigDecimal number -> floats(number.doubleValue());
            case String _, Boolean _, LocalDate _ -> value.toString();
            case Number number when isWhole(number) -> value.toString();
            default -> throw new IllegalArgumentException("takes numbers, texts, bools and dates; cast to VARCHAR");
        };
    }

    /// The fewest digits that say which number it is; very large and small ones as `1e+20`.
    private static String floats(double number) {
        if (!Double.isFinite(number)) {
            return Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
        }
        double size = Math.abs(number);
        BigDecimal digits = new BigDecimal(Double.toString(number));
        if (size == 0 || (size >= LEAST_PLAIN && size < FIRST_LARGE)) {
            return size == 0
                    ? Double.toString(number)
                    : digits.setScale(Math.max(1, scale(digits))).toPlainString();
        }
        BigDecimal exact = digits.stripTrailingZeros();
        int power = exact.precision() - exact.scale() - 1;
        String mantissa = exact.scaleByPowerOfTen(-power).toPlainString();
        return mantissa + "e" + (power < 0 ? "-" : "+") + (Math.abs(power) < 10 ? "0" : "") + Math.abs(power);
    }

    private static int scale(BigDecimal digits) {
        return digits.stripTrailingZeros().scale();
    }

    private static String zeroed(String digits, int width) {
        int sign = digits.startsWith("-") || digits.startsWith("+") ? 1 : 0;
        return digits.substring(0, sign) + "0".repeat(Math.max(0, width - digits.length())) + digits.substring(sign);
    }

    private static String aligned(String text, int width, String alignment, boolean isNumber) {
        int missing = Math.max(0, width - text.codePointCount(0, text.length()));
        int before = switch (alignment.isEmpty() ? isNumber ? ">" : "<" : alignment) {
            case ">" -> missing;
            case "^" -> missing / 2;
            default -> 0;
        };
        return " ".repeat(before) + text + " ".repeat(missing - before);
    }

    /// `%d`, `%05.2f`, `%-10s`, `%x`, as C's.
    public static String printf(String text, List<Object> values) {
        StringBuilder out = new StringBuilder();
        Matcher place = PERCENT.matcher(text);
        int next = 0;
        while (place.find()) {
            if (place.group().equals("%")) {
                throw new IllegalArgumentException("a percent sign that is meant is written twice: %%");
            }
            String filled = place.group().equals("%%") ? "%" : percent(place, value(values, next++));
            place.appendReplacement(out, Matcher.quoteReplacement(filled));
        }
        return place.appendTail(out).toString();
    }

    private static String percent(Matcher place, Object value) {
        String flags = place.group(1);
        String kind = place.group(4).replaceFirst("[iu]", "d");
        boolean isNumber = !kind.equals("s") && !kind.equals("c");
        String digits = kind.equals("c")
                ? Character.toString(whole(value).intValueExact())
                : written(value, kind, place.group(3), flags.contains(",") ? "," : "");
        String signed = isNumber && !digits.startsWith("-")
                ? (flags.contains("+") ? "+" : flags.contains(" ") ? " " : "") + digits
                : digits;
        int width = place.group(2).isEmpty() ? 0 : Integer.parseInt(place.group(2));
        return flags.contains("0") && isNumber && !flags.contains("-")
                ? zeroed(signed, width)
                : aligned(signed, width, flags.contains("-") ? "<" : ">", true);
    }
}
