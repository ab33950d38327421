package dev.sheaf.query;

import java.util.Map;
import java.util.Optional;

/// Tuning constants and forced choices by name; whatever is not set has its default at the place of use.
///
/// Meant for tests (thresholds so low that rare paths run), benchmarks and `explain`; answers do not depend on
/// any setting.
public record Settings(Map<String, String> values) {
    public Settings {
        values = Map.copyOf(values);
    }

    /// No setting: defaults everywhere.
    public static final Settings DEFAULT = new Settings(Map.of());

    /// The value of a setting, if it is set.
    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /// The value of a numeric setting.
    ///
    /// @throws IllegalArgumentException if it is set to something that is not a whole number
    public long getLong(String name, long otherwise) {
        String text = values.get(name);
        try {
            return text == null ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException notNumber) {
            throw new IllegalArgumentException(
                    "setting " + name + " needs a whole number, not \"" + text + "\"", notNumber);
        }
    }

    /// As [#getLong], for values that fit an int.
    public int getInt(String name, int otherwise) {
        return Math.toIntExact(getLong(name, otherwise));
    }

    /// The same as [#getInt], for rows or bytes that are worked on at a time: at least one.
    ///
    /// @throws IllegalArgumentException if it is set to less than 1, or to more than an int holds
    public int getPositive(String name, int otherwise) {
        long value = getLong(name, otherwise);
        if (value < 1 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "setting " + name + " needs a number from 1 to " + Integer.MAX_VALUE + ", not " + value);
        }
        return (int) value;
    }
}
