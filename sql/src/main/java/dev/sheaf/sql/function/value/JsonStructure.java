package dev.sheaf.sql.function.value;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What types the values of JSON have: `{"a":"UBIGINT","b":["VARCHAR"]}`. Those of the elements of an array are one
/// type; `JSON` where nothing else fits all.
public final class JsonStructure {
    private static final String NONE = "NULL";
    private static final String ANY = "JSON";
    private static final String DOUBLE = "DOUBLE";
    private static final String SIGNED = "BIGINT";
    private static final String UNSIGNED = "UBIGINT";
    private static final String HUGE = "HUGEINT";

    private JsonStructure() {}

    /// The structure of a value, as JSON itself: names of types, arrays of one structure, and objects of them.
    ///
    /// @throws IllegalArgumentException if it is nested too deeply
    public static Object of(@Nullable Object value) {
        return known(of(value, 0));
    }

    /// An object without members says nothing of those of another one.
    private static Object known(Object structure) {
        return switch (structure) {
            case List<?> array -> List.of(known(array.getFirst()));
            case Json.Members(List<Map.Entry<String, @Nullable Object>> entries) -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                entries.forEach(entry -> members.put(entry.getKey(), known(Objects.requireNonNull(entry.getValue()))));
                yield members.isEmpty() ? ANY : members(members);
            }
            default -> structure;
        };
    }

    private static Object of(@Nullable Object value, int level) {
        JsonMerge.checkLevel(level);
        return switch (value) {
            case null -> NONE;
            case List<?> array ->
                List.of(array.stream().map(element -> of(element, level + 1)).reduce(NONE, JsonStructure::common));
            case Json.Members(List<Map.Entry<String, @Nullable Object>> entries) -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                entries.forEach(
                        entry -> members.merge(entry.getKey(), of(entry.getValue(), level + 1), JsonStructure::common));
                yield members(members);
            }
            case String _ -> "VARCHAR";
            case Boolean _ -> "BOOLEAN";
            case Json.Numeral number -> number(number);
            default -> throw new AssertionError(value);
        };
    }

    /// The name of the type of a number.
    public static String number(Json.Numeral number) {
        if (!number.isLong()) {
            return DOUBLE;
        }
        return number.digits().startsWith("-") ? SIGNED : UNSIGNED;
    }

    /// The kind of one value: `OBJECT`, `ARRAY` or the type of a single one.
    public static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> NONE;
            case Json.Members _ -> "OBJECT";
            case List<?> _ -> "ARRAY";
            case String _ -> "VARCHAR";
            case Boolean _ -> "BOOLEAN";
            case Json.Numeral number -> number(number);
            default -> throw new AssertionError(value);
        };
    }

    private static Json.Members members(Map<String, @Nullable Object> members) {
        return new Json.Members(List.copyOf(members.entrySet()));
    }

    /// The structure of values of two structures.
    private static Object common(Object one, Object other) {
        if (one.equals(other) || other.equals(NONE)) {
            return one;
        }
        if (one.equals(NONE)) {
            return other;
        }
        if (one instanceof List<?> array && other instanceof List<?> second) {
            return List.of(common(array.getFirst(), second.getFirst()));
        }
        if (one instanceof Json.Members(List<Map.Entry<String, @Nullable Object>> entries)
                && other instanceof Json.Members(List<Map.Entry<String, @Nullable Object>> second)) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            entries.forEach(entry -> members.put(entry.getKey(), entry.getValue()));
            second.forEach(entry -> members.merge(entry.getKey(), entry.getValue(), JsonStructure::common));
            return members(members);
        }
        return isNumber(one) && isNumber(other) ? number(one, other) : ANY;
    }

    private static boolean isNumber(Object structure) {
        return Set.of(DOUBLE, SIGNED, UNSIGNED, HUGE).contains(structure);
    }

    private static String number(Object one, Object other) {
        return one.equals(DOUBLE) || other.equals(DOUBLE) ? DOUBLE : HUGE;
    }
}
