package dev.sheaf.testing;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The Java objects of column values: compared and printed.
public final class Values {
    /// Stands for any floating value where rows are matched by the rest.
    private static final String FLOATING = "<floating>";

    private Values() {}

    /// An object that equals another if the values are the same: bytes by contents, all NaNs alike, 0.0 and -0.0
    /// apart.
    public static @Nullable Object comparable(@Nullable Object value) {
        return switch (value) {
            case byte[] bytes -> List.of("bytes", HexFormat.of().formatHex(bytes));
            case List<?> list ->
                Arrays.asList(list.stream().map(Values::comparable).toArray());
            case Map<?, ?> map ->
                Arrays.asList(map.entrySet().stream()
                        .map(entry -> Arrays.asList(entry.getKey(), comparable(entry.getValue())))
                        .toArray());
            case null, default -> value;
        };
    }

    /// As [#comparable], but the same for all floating values.
    static @Nullable Object withoutFloats(@Nullable Object value) {
        return switch (value) {
            case Double _, Float _ -> FLOATING;
            case List<?> list ->
                Arrays.asList(list.stream().map(Values::withoutFloats).toArray());
            case Map<?, ?> map -> withoutFloats(Arrays.asList(map.values().toArray()));
            case null, default -> comparable(value);
        };
    }

    /// Whether two values are the same, floating ones within a relative error.
    public static boolean same(@Nullable Object expected, @Nullable Object actual, double relativeError) {
        if (expected instanceof Double a && actual instanceof Double b) {
            return close(a, b, relativeError);
        }
        if (expected instanceof Float a && actual instanceof Float b) {
            return relativeError == 0 ? a.equals(b) : close(a, b, relativeError);
        }
        if (expected instanceof List<?> a && actual instanceof List<?> b) {
            return sameAll(a, b, relativeError);
        }
        if (expected instanceof Map<?, ?> a && actual instanceof Map<?, ?> b) {
            return sameAll(
                    Arrays.asList(a.values().toArray()),
                    Arrays.asList(b.values().toArray()),
                    relativeError);
        }
        return java.util.Objects.equals(comparable(expected), comparable(actual));
    }

    private static boolean sameAll(List<?> expected, List<?> actual, double relativeError) {
        if (expected.size() != actual.size()) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            if (!same(expected.get(i), actual.get(i), relativeError)) {
                return false;
            }
        }
        return true;
    }

    private static boolean close(double expected, double actual, double relativeError) {
        if (Double.compare(expected, actual) == 0) {
            return true;
        }
        if (relativeError == 0 || !Double.isFinite(expected) || !Double.isFinite(actual)) {
            return false;
        }
        // Where the true result is 0, rounding may leave anything of the size of the terms' last bits: hence the 1.
        double size = Math.max(1, Math.max(Math.abs(expected), Math.abs(actual)));
        return Math.abs(expected - actual) <= relativeError * size;
    }

    /// The value as a message shows it.
    static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String string -> '"' + string.replace("\"", "\\\"").replace("\n", "\\n") + '"';
            case byte[] bytes -> "0x" + HexFormat.of().formatHex(bytes);
            case List<?> list -> list.stream().map(Values::text).collect(Collectors.joining(", ", "[", "]"));
            case Float number -> number + "f";
            default -> value.toString();
        };
    }
}
