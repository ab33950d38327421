package dev.sheaf.sql.function.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Values of JSON: [Members], arrays as lists, numbers as [Numeral], texts, bools and null. They may be nested to any
/// depth, so nothing here calls itself for what lies inside.
public final class Json {
    /// Those of the greatest and the least whole number of 64 bits, with its sign.
    private static final int MOST_DIGITS = 20;

    private static final int INDENT = 4;

    private static final double LEAST_PLAIN = 1e-6;
    private static final double LEAST_WITH_EXPONENT = 1e21;

    /// Up to here two doubles that follow each other differ in their first digit, and Java writes two digits.
    private static final double LARGEST_OF_ONE_DIGIT = 1e-321;

    private final StringBuilder out = new StringBuilder();
    private final Deque<Level> levels = new ArrayDeque<>();
    private final boolean pretty;

    private Json(boolean pretty) {
        this.pretty = pretty;
    }

    /// An object, with keys that may be equal.
    public record Members(List<Map.Entry<String, @Nullable Object>> entries) {
        /// The first member of a key.
        public Optional<Map.Entry<String, @Nullable Object>> find(String key) {
            return entries.stream().filter(entry -> entry.getKey().equals(key)).findFirst();
        }
    }

    /// A number as it is written: `NaN`, `inf` and `-Infinity` in any case are some, too.
    public record Numeral(String digits) {
        /// Whether it is a whole number of 64 bits.
        public boolean isLong() {
            if (!isWhole() || digits.length() > MOST_DIGITS) {
                return false;
            }
            BigInteger value = new BigInteger(digits);
            return value.bitLength() <= (digits.startsWith("-") ? Long.SIZE - 1 : Long.SIZE);
        }

        private boolean isWhole() {
            return digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        }

        /// Whole numbers as they are written, others in the fewest digits that say the double.
        private String shortest() {
            if (digits.equals("-0")) {
                return "0";
            }
            if (isWhole() || Character.isLetter(digits.charAt(digits.length() - 1))) {
                return digits;
            }
            double value = Double.parseDouble(digits);
            return Double.isInfinite(value) ? digits : text(value);
        }
    }

    /// The fewest digits that say a double.
    public static String text(double value) {
        String written = Double.toString(value);
        double size = Math.abs(value);
        if (size == 0 || !written.contains("E")) {
            return written;
        }
        if (size < LEAST_PLAIN || size >= LEAST_WITH_EXPONENT) {
            return (size < LARGEST_OF_ONE_DIGIT ? oneDigit(written, value) : written)
                    .replace(".0E", "e")
                    .replace('E', 'e');
        }
        String plain = new BigDecimal(written).stripTrailingZeros().toPlainString();
        return plain.contains(".") ? plain : plain + ".0";
    }

    private static String oneDigit(String written, double value) {
        BigDecimal one = new BigDecimal(written).round(new MathContext(1, RoundingMode.HALF_EVEN));
        return one.doubleValue() == value ? one.unscaledValue() + "E" + -one.scale() : written;
    }

    /// A value as text without spaces.
    public static String write(@Nullable Object value) {
        return write(value, false);
    }

    /// A value as text, each member and element on a line of its own.
    public static String pretty(@Nullable Object value) {
        return write(value, true);
    }

    private static String write(@Nullable Object value, boolean pretty) {
        Json json = new Json(pretty);
        json.begin(value);
        while (!json.levels.isEmpty()) {
            json.goOn(json.levels.getFirst());
        }
        return json.out.toString();
    }

    /// A text in quotes.
    public static String quoted(String text) {
        Json json = new Json(false);
        json.quote(text);
        return json.out.toString();
    }

    /// What is left of an object or array that has been begun.
    private static final class Level {
        private final Iterator<?> rest;
        private final char end;
        private boolean hasSome;

        Level(Iterator<?> rest, char end) {
            this.rest = rest;
            this.end = end;
        }
    }

    /// Writes a value, of an object or array only its first sign.
    private void begin(@Nullable Object value) {
        switch (value) {
            case Members(List<Map.Entry<String, @Nullable Object>> entries) -> {
                out.append('{');
                levels.push(new Level(entries.iterator(), '}'));
            }
            case List<?> array -> {
                out.append('[');
                levels.push(new Level(array.iterator(), ']'));
            }
            case String string -> quote(string);
            case Numeral number -> out.append(number.shortest());
            case null, default -> out.append(value);
        }
    }

    private void goOn(Level level) {
        if (!level.rest.hasNext()) {
            levels.pop();
            if (level.hasSome) {
                breakLine();
            }
            out.append(level.end);
            return;
        }
        out.append(level.hasSome ? "," : "");
        level.hasSome = true;
        breakLine();
        Object next = level.rest.next();
        if (next instanceof Map.Entry<?, ?> member) {
            quote(String.valueOf(member.getKey()));
            out.append(pretty ? ": " : ":");
            next = member.getValue();
        }
        begin(next);
    }

    private void breakLine() {
        if (pretty) {
            out.append('\n').append(" ".repeat(INDENT * levels.size()));
        }
    }

    private void quote(String string) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            int named = "\b\f\n\r\t\"\\".indexOf(c);
            if (named >= 0) {
                out.append('\\').append("bfnrt\"\\".charAt(named));
            } else if (c < ' ') {
                out.append(String.format("\\u%04X", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
