package dev.sheaf.resident;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads entries that come from elsewhere; each method fails with what was expected in place of what is there.
record ArrayEntries(Map<String, ?> entries) {

    /// Pointer and read-only flag.
    record Data(long pointer, boolean isReadOnly) {}

    Data data() {
        if (entry("data") instanceof List<?> pair
                && pair.size() == 2
                && pair.get(0) instanceof Number pointer
                && pair.get(1) instanceof Boolean isReadOnly) {
            return new Data(pointer.longValue(), isReadOnly);
        }
        throw wrong("data", "a list of pointer and read-only flag");
    }

    void checkVersion(int latest) {
        OptionalLong version = number("version");
        if (version.orElse(0) < 0 || version.orElse(0) > latest) {
            throw wrong("version", "a number up to " + latest);
        }
    }

    String text(String name) {
        if (entry(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a text");
    }

    OptionalLong number(String name) {
        return switch (entry(name)) {
            case null -> OptionalLong.empty();
            case Number number -> OptionalLong.of(number.longValue());
            default -> throw wrong(name, "a number");
        };
    }

    boolean has(String name) {
        return entry(name) != null;
    }

    List<Long> numbers(String name) {
        if (entry(name) instanceof List<?> list && list.stream().allMatch(each -> each instanceof Number)) {
            return list.stream().map(each -> ((Number) each).longValue()).toList();
        }
        throw wrong(name, "a list of numbers");
    }

    Map<String, Object> map(String name) {
        if (entry(name) instanceof Map<?, ?> map) {
            Map<String, Object> named = new HashMap<>();
            map.forEach((key, value) -> named.put(String.valueOf(key), value));
            return named;
        }
        throw wrong(name, "a map of entries");
    }

    private @Nullable Object entry(String name) {
        return entries.get(name);
    }

    private IllegalArgumentException wrong(String name, String expected) {
        return new IllegalArgumentException(
                "the entry \"" + name + "\" of an array is " + expected + ", not " + entry(name));
    }
}
