package dev.sheaf.column;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Distinct values, in order, that a [DataType.CategoryType] has places of. Immutable; equal if type and values
/// are.
public final class Categories {
    private static final int SHOWN = 4;

    private final DataType type;
    private final List<Object> values;
    private final Map<Object, Integer> codes = new HashMap<>();

    /// Values of a type, as [Row#get(int)] returns them.
    ///
    /// @throws IllegalArgumentException if a value comes twice or is of another class, or the type is none of
    ///     integers, floats, texts, dates, times, timestamps and durations
    public Categories(DataType type, List<?> values) {
        if (!canBe(type)) {
            throw new IllegalArgumentException(
                    "categories are integers, floats, texts, moments or durations, not " + type);
        }
        this.type = type;
        this.values = List.copyOf(values);
        for (Object value : this.values) {
            if (codes.put(key(value), codes.size()) != null) {
                throw new IllegalArgumentException("category " + value + " comes twice");
            }
        }
    }

    /// Whether there are categories of a type.
    public static boolean canBe(DataType type) {
        return switch (type) {
            case DataType.IntType _, DataType.FloatType _, DataType.StringType() -> true;
            case DataType.DateType(), DataType.TimeType _, DataType.TimestampType _, DataType.DurationType _ -> true;
            default -> false;
        };
    }

    /// Both zeros are one value.
    private static Object key(Object value) {
        return switch (value) {
            case Double number when number == 0 -> 0.0;
            case Float number when number == 0 -> 0f;
            default -> value;
        };
    }

    /// What the values mean.
    public DataType type() {
        return type;
    }

    /// The values in order.
    public List<Object> values() {
        return values;
    }

    /// The number of values.
    public int size() {
        return values.size();
    }

    /// The value at a place.
    public Object value(int code) {
        return values.get(code);
    }

    /// The place of a value, or -1.
    public int code(Object value) {
        return codes.getOrDefault(key(value), -1);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Categories categories
                        && type.equals(categories.type)
                        && values.equals(categories.values));
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, values.size(), values.isEmpty() ? 0 : values.getLast());
    }

    /// The values beside each other, of many the first ones and their number.
    String text(String between) {
        String first = values.stream().limit(SHOWN).map(String::valueOf).collect(Collectors.joining(between));
        return values.size() <= SHOWN ? first : first + between + "... " + values.size();
    }

    @Override
    public String toString() {
        return text(", ");
    }
}
