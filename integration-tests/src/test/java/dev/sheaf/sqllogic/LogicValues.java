package dev.sheaf.sqllogic;

import dev.sheaf.sqllogic.LogicRecord.Sorting;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The values of a result as texts, row by row: how they are written, ordered, hashed and compared.
record LogicValues(int columns, List<String> values) {
    /// Floating sums depend on the order of rows.
    private static final double RELATIVE = 1e-9;

    /// What `R` leaves of a number.
    private static final double THOUSANDTH = 0.00050001;

    /// A value as a script writes it. The letter says how: `I` for whole numbers, `R` for three digits behind the
    /// point, anything else as it is.
    static String written(@Nullable String value, char letter) {
        if (value == null) {
            return "NULL";
        }
        if (value.isEmpty()) {
            return "(empty)";
        }
        Optional<BigDecimal> number = letter == 'I' || letter == 'R' ? number(value) : Optional.empty();
        if (number.isEmpty()) {
            return value;
        }
        return letter == 'R'
                ? String.format(Locale.ROOT, "%.3f", number.get())
                : number.get().setScale(0, RoundingMode.DOWN).toPlainString();
    }

    /// The values that a script expects: one a line, or a row a line with tabs between them.
    static LogicValues expected(int columns, List<String> lines) {
        boolean rows = columns > 1
                && !lines.isEmpty()
                && lines.stream().allMatch(line -> line.split("\t", -1).length == columns);
        return new LogicValues(
                columns,
                rows
                        ? lines.stream()
                                .flatMap(line -> Arrays.stream(line.split("\t", -1)))
                                .toList()
                        : lines);
    }

    LogicValues sorted(Sorting sorting) {
        return switch (sorting) {
            case NOSORT -> this;
            case VALUESORT -> new LogicValues(columns, values.stream().sorted().toList());
            case ROWSORT -> {
                List<List<String>> rows = new ArrayList<>();
                for (int at = 0; at < values.size(); at += columns) {
                    rows.add(values.subList(at, Math.min(values.size(), at + columns)));
                }
                rows.sort(Comparator.comparing(row -> String.join("\n", row)));
                yield new LogicValues(
                        columns, rows.stream().flatMap(List::stream).toList());
            }
        };
    }

    /// `9 values hashing to ...`, the MD5 digest of the values with a line feed behind each.
    String hash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            values.forEach(value -> digest.update((value + "\n").getBytes(StandardCharsets.UTF_8)));
            return values.size() + " values hashing to " + HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new AssertionError(missing);
        }
    }

    /// Whether both hold the same values, numbers being equal if they differ in their last digits alone.
    boolean isLike(LogicValues other) {
        if (values.size() != other.values.size()) {
            return false;
        }
        for (int i = 0; i < values.size(); i++) {
            if (!isLike(values.get(i), other.values.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLike(String value, String expected) {
        if (value.equals(expected)) {
            return true;
        }
        Optional<BigDecimal> left = number(value);
        Optional<BigDecimal> right = number(expected);
        if (left.isEmpty() || right.isEmpty()) {
            return false;
        }
        double difference = left.get().subtract(right.get()).abs().doubleValue();
        boolean rounded = expected.matches("-?\\d+\\.\\d{3}") || value.matches("-?\\d+\\.\\d{3}");
        return difference <= Math.abs(right.get().doubleValue()) * RELATIVE || (rounded && difference <= THOUSANDTH);
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(
                    switch (text) {
                        case "true" -> BigDecimal.ONE;
                        case "false" -> BigDecimal.ZERO;
                        default -> new BigDecimal(text);
                    });
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return String.join("\n", values);
    }
}
