package dev.sheaf.column;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The names and types of the columns of a table, in order. Names are distinct and compared exactly. Immutable;
/// looking a name up takes the same time however many columns there are.
public final class Schema {
    private final List<Field> fields;
    private final Map<String, Integer> positions;

    /// @throws IllegalArgumentException if two fields have the same name
    public Schema(List<Field> fields) {
        this.fields = List.copyOf(fields);
        this.positions = HashMap.newHashMap(fields.size());
        for (Field field : this.fields) {
            if (positions.putIfAbsent(field.name(), positions.size()) != null) {
                throw new IllegalArgumentException(
                        "two columns are named \"" + field.name() + "\"; name one of them otherwise");
            }
        }
    }

    /// A schema of these fields.
    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
    }

    /// The fields in order.
    public List<Field> fields() {
        return fields;
    }

    /// The number of columns.
    public int size() {
        return fields.size();
    }

    /// The field at a position.
    public Field field(int index) {
        return fields.get(index);
    }

    /// The field of this name.
    ///
    /// @throws IllegalArgumentException if there is none; the message lists the columns and the nearest name
    public Field field(String name) {
        return fields.get(indexOf(name));
    }

    /// The type of the column of this name.
    ///
    /// @throws IllegalArgumentException as [#field(String)]
    public DataType type(String name) {
        return field(name).type();
    }

    /// The position of a name.
    ///
    /// @throws IllegalArgumentException as [#field(String)]
    public int indexOf(String name) {
        return find(name).orElseThrow(() -> unknown(name));
    }

    /// The position of a name, or empty.
    public OptionalInt find(String name) {
        Integer position = positions.get(name);
        return position == null ? OptionalInt.empty() : OptionalInt.of(position);
    }

    /// Whether there is a column of this name.
    public boolean contains(String name) {
        return positions.containsKey(name);
    }

    /// The names in order.
    public List<String> names() {
        List<String> names = new ArrayList<>(fields.size());
        for (Field field : fields) {
            names.add(field.name());
        }
        return Collections.unmodifiableList(names);
    }

    /// The fields of these names, in the order given.
    ///
    /// @throws IllegalArgumentException as [#field(String)]
    public Schema select(List<String> names) {
        List<Field> selected = new ArrayList<>(names.size());
        for (String name : names) {
            selected.add(field(name));
        }
        return new Schema(selected);
    }

    private IllegalArgumentException unknown(String name) {
        String known = String.join(", ", names());
        return new IllegalArgumentException(
                "column \"" + name + "\" not found; columns: " + known + "." + Names.didYouMean(name, names()));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Schema schema && fields.equals(schema.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.stream().map(Field::toString).collect(Collectors.joining(", ", "(", ")"));
    }
}
