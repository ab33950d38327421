package dev.sheaf.sql.function.value;

import java.math.BigInteger;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One value of JSON beside another: merged with it, or looked for in it.
public final class JsonMerge {
    /// As many frames as a common stack has room for.
    static final int MOST_LEVELS = 1000;

    private JsonMerge() {}

    /// An object changed by another one as by RFC 7396: its members replace those of their name, nulls take members
    /// out, and objects are merged in turn. Members that stay come first. Of other values the patch stays.
    ///
    /// @throws IllegalArgumentException if they are nested too deeply
    public static @Nullable Object patched(@Nullable Object value, @Nullable Object patch) {
        return value instanceof Json.Members ? patched(value, patch, 0) : patch;
    }

    private static @Nullable Object patched(@Nullable Object value, @Nullable Object patch, int level) {
        checkLevel(level);
        if (!(patch instanceof Json.Members changes)) {
            return patch;
        }
        Json.Members before = value instanceof Json.Members members ? members : new Json.Members(List.of());
        return merged(before, changes.entries(), (old, change) -> patched(old, change, level + 1));
    }

    /// Members that others do not change, and behind them the others that are not null.
    private static Json.Members merged(
            Json.Members before,
            List<Map.Entry<String, @Nullable Object>> changes,
            BinaryOperator<@Nullable Object> inner) {
        Map<String, @Nullable Object> old = new HashMap<>();
        before.entries().forEach(entry -> old.putIfAbsent(entry.getKey(), entry.getValue()));
        Set<String> changed = changes.stream().map(Map.Entry::getKey).collect(Collectors.toSet());
        List<Map.Entry<String, @Nullable Object>> entries = new ArrayList<>(before.entries());
        entries.removeIf(entry -> changed.contains(entry.getKey()));
        for (Map.Entry<String, @Nullable Object> change : changes) {
            if (change.getValue() != null) {
                entries.add(
                        new SimpleEntry<>(change.getKey(), inner.apply(old.get(change.getKey()), change.getValue())));
            }
        }
        return new Json.Members(entries);
    }

    /// The same where nulls change nothing, and objects are only merged with objects.
    ///
    /// @throws IllegalArgumentException if they are nested too deeply
    public static @Nullable Object deep(@Nullable Object value, @Nullable Object patch) {
        return deep(value, patch, 0);
    }

    private static @Nullable Object deep(@Nullable Object value, @Nullable Object patch, int level) {
        checkLevel(level);
        if (!(value instanceof Json.Members before && patch instanceof Json.Members changes)) {
            return patch == null ? value : patch;
        }
        List<Map.Entry<String, @Nullable Object>> some = changes.entries().stream()
                .filter(change -> change.getValue() != null)
                .toList();
        return merged(before, some, (old, change) -> deep(old, change, level + 1));
    }

    /// What [#patched] makes the second of two values of, if they are objects; else the second one.
    ///
    /// @throws IllegalArgumentException if they are nested too deeply
    public static @Nullable Object difference(@Nullable Object value, @Nullable Object other) {
        if (!(value instanceof Json.Members before && other instanceof Json.Members after)) {
            return other;
        }
        List<Map.Entry<String, @Nullable Object>> entries = new ArrayList<>();
        before.entries().stream()
                .filter(entry -> after.find(entry.getKey()).isEmpty())
                .forEach(entry -> entries.add(new SimpleEntry<>(entry.getKey(), null)));
        for (Map.Entry<String, @Nullable Object> entry : after.entries()) {
            Optional<Map.Entry<String, @Nullable Object>> old = before.find(entry.getKey());
            if (old.isEmpty()) {
                entries.add(entry);
            } else if (!normalized(old.get().getValue()).equals(normalized(entry.getValue()))) {
                entries.add(
                        new SimpleEntry<>(entry.getKey(), difference(old.get().getValue(), entry.getValue())));
            }
        }
        return new Json.Members(entries);
    }

    /// A value as text that equal values share: members in the order of their keys.
    ///
    /// @throws IllegalArgumentException if it is nested too deeply
    public static String normalized(@Nullable Object value) {
        return Json.write(rewritten(value, JsonMerge::sorted, 0));
    }

    /// A value without the members that are null.
    ///
    /// @throws IllegalArgumentException if it is nested too deeply
    public static String withoutNulls(@Nullable Object value) {
        return Json.write(rewritten(value, JsonMerge::some, 0));
    }

    private interface Rewrite {
        Stream<Map.Entry<String, @Nullable Object>> of(List<Map.Entry<String, @Nullable Object>> entries);
    }

    private static Stream<Map.Entry<String, @Nullable Object>> sorted(
            List<Map.Entry<String, @Nullable Object>> entries) {
        return entries.stream().sorted(Map.Entry.comparingByKey());
    }

    private static Stream<Map.Entry<String, @Nullable Object>> some(List<Map.Entry<String, @Nullable Object>> entries) {
        return entries.stream().filter(entry -> entry.getValue() != null);
    }

    private static @Nullable Object rewritten(@Nullable Object value, Rewrite rewrite, int level) {
        checkLevel(level);
        return switch (value) {
            case Json.Members(List<Map.Entry<String, @Nullable Object>> entries) -> {
                List<Map.Entry<String, @Nullable Object>> all = new ArrayList<>();
                rewrite.of(entries)
                        .forEach(entry -> all.add(
                                new SimpleEntry<>(entry.getKey(), rewritten(entry.getValue(), rewrite, level + 1))));
                yield new Json.Members(all);
            }
            case List<?> array -> {
                List<@Nullable Object> all = new ArrayList<>();
                array.forEach(element -> all.add(rewritten(element, rewrite, level + 1)));
                yield all;
            }
            case null, default -> value;
        };
    }

    /// Whether a value is in another, or in one of those that it holds: an array with an element for each of its
    /// elements, an object with a member for each of its members.
    ///
    /// @throws IllegalArgumentException if they are nested too deeply
    public static boolean contains(@Nullable Object value, @Nullable Object wanted) {
        return contains(value, wanted, 0);
    }

    private static boolean contains(@Nullable Object value, @Nullable Object wanted, int level) {
        checkLevel(level);
        return covers(value, wanted, level)
                || inner(value).stream().anyMatch(each -> contains(each, wanted, level + 1));
    }

    private static List<? extends @Nullable Object> inner(@Nullable Object value) {
        return switch (value) {
            case List<?> array -> array;
            case Json.Members(List<Map.Entry<String, @Nullable Object>> entries) -> {
                List<@Nullable Object> values = new ArrayList<>();
                entries.forEach(entry -> values.add(entry.getValue()));
                yield values;
            }
            case null, default -> List.of();
        };
    }

    private static boolean covers(@Nullable Object value, @Nullable Object wanted, int level) {
        checkLevel(level);
        return switch (wanted) {
            case null -> value == null;
            case List<?> elements ->
                value instanceof List<?> array
                        && elements.stream()
                                .allMatch(element -> array.stream().anyMatch(each -> covers(each, element, level + 1)));
            case Json.Members(List<Map.Entry<String, @Nullable Object>> entries) ->
                value instanceof Json.Members members
                        && entries.stream().allMatch(entry -> {
                            Optional<Map.Entry<String, @Nullable Object>> own = members.find(entry.getKey());
                            return own.isPresent() && covers(own.get().getValue(), entry.getValue(), level + 1);
                        });
            case Json.Numeral number -> value instanceof Json.Numeral other && areEqual(number, other);
            default -> wanted.equals(value);
        };
    }

    /// A whole number is no other number, as in DuckDB.
    private static boolean areEqual(Json.Numeral one, Json.Numeral other) {
        if (one.isLong() || other.isLong()) {
            return one.isLong()
                    && other.isLong()
                    && new BigInteger(one.digits()).equals(new BigInteger(other.digits()));
        }
        return one.equals(other) || Json.write(one).equals(Json.write(other));
    }

    static void checkLevel(int level) {
        if (level > MOST_LEVELS) {
            throw new IllegalArgumentException("this JSON is nested more than " + MOST_LEVELS + " levels deep");
        }
    }
}
