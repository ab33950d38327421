package dev.sheaf.io.json;

import dev.sheaf.column.DataType;
import dev.sheaf.io.rows.ValueKind;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the values at one place of some files look like, and the type that all of them have.
final class InferredType {
    /// Objects with more names than this are no records, but use names as keys.
    private static final int MOST_MEMBERS = 1000;

    /// The digits of the widest decimals.
    private static final int MOST_DIGITS = 38;

    private final Map<String, InferredType> members = new LinkedHashMap<>();

    /// What all strings read as, the narrowest first.
    private final Set<ValueKind> strings =
            EnumSet.of(ValueKind.DATE, ValueKind.TIMESTAMP, ValueKind.ZONED_TIMESTAMP, ValueKind.TEXT);

    private @Nullable InferredType elements;
    private boolean bool;
    private boolean string;
    private boolean object;
    private boolean raw;
    private Numbers numbers = Numbers.NONE;

    /// What numbers there are, the next wider than the one before.
    private enum Numbers {
        NONE,
        INT64,
        INTEGERS,
        ANY
    }

    void bool() {
        bool = true;
    }

    /// Values that are too deep for types.
    void raw() {
        raw = true;
    }

    void int64() {
        widen(Numbers.INT64);
    }

    /// A number that is no int64, of so many digits if it is whole, else 0.
    void number(int digits) {
        widen(digits > 0 && digits <= MOST_DIGITS ? Numbers.INTEGERS : Numbers.ANY);
    }

    private void widen(Numbers other) {
        numbers = numbers.compareTo(other) > 0 ? numbers : other;
    }

    /// A string that reads as these kinds.
    void string(Set<ValueKind> kinds) {
        string = true;
        strings.retainAll(kinds);
    }

    /// The kinds that a string could still be.
    Set<ValueKind> strings() {
        return Set.copyOf(strings);
    }

    /// An object.
    void object() {
        object = true;
    }

    /// What a member of the objects is.
    InferredType member(String name) {
        return members.computeIfAbsent(name, _ -> new InferredType());
    }

    /// What members of the objects are.
    Map<String, InferredType> members() {
        return members;
    }

    /// What the elements of an array are.
    InferredType elements() {
        if (elements == null) {
            elements = new InferredType();
        }
        return elements;
    }

    /// Adds what was seen in another file.
    void merge(InferredType other) {
        bool |= other.bool;
        object |= other.object;
        raw |= other.raw;
        widen(other.numbers);
        if (other.string) {
            string(other.strings);
        }
        other.members.forEach((name, seen) -> member(name).merge(seen));
        if (other.elements != null) {
            elements().merge(other.elements);
        }
    }

    /// The narrowest type that all values read as; text if there were none.
    JsonType type() {
        int families =
                count(bool) + count(string) + count(object) + count(elements != null) + count(numbers != Numbers.NONE);
        boolean noRecord = object && (members.isEmpty() || members.size() > MOST_MEMBERS);
        if (raw || families > 1 || noRecord) {
            return new JsonType.Raw();
        }
        if (object) {
            return struct();
        }
        return elements != null ? new JsonType.Array(elements.type()) : new JsonType.Scalar(scalar());
    }

    private static int count(boolean there) {
        return there ? 1 : 0;
    }

    private JsonType struct() {
        List<JsonType> types = members.values().stream().map(InferredType::type).toList();
        return new JsonType.Struct(List.copyOf(members.keySet()), types);
    }

    private DataType scalar() {
        if (bool) {
            return DataType.BOOL;
        }
        return switch (numbers) {
            case NONE -> string ? strings.iterator().next().type() : DataType.STRING;
            case INT64 -> DataType.INT64;
            case INTEGERS -> DataType.decimal(MOST_DIGITS, 0);
            case ANY -> DataType.FLOAT64;
        };
    }
}
