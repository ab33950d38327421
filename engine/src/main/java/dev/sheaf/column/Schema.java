package dev.sheaf.column;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// The names and types of the columns of a table, in order. Names are distinct and compared exactly.
public record Schema(List<Field> fields) {

    /// @throws IllegalArgumentException if two fields have the same name
    public Schema {
        fields = List.copyOf(fields);
        Map<String, Field> seen = new HashMap<>();
        for (Field field : fields) {
            if (seen.put(field.name(), field) != null) {
                throw new IllegalArgumentException(
                        "two columns are named \"" + field.name() + "\"; name one of them otherwise");
            }
        }
    }

    /// A schema of these fields.
    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
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
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /// Whether there is a column of this name.
    public boolean contains(String name) {
        return find(name).isPresent();
    }

    /// The names in order.
    public List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    /// The fields of these names, in the order given.
    ///
    /// @throws IllegalArgumentException as [#field(String)]
    public Schema select(List<String> names) {
        return new Schema(names.stream().map(this::field).toList());
    }

    private IllegalArgumentException unknown(String name) {
        String known = String.join(", ", names());
        return new IllegalArgumentException(
                "column \"" + name + "\" not found; columns: " + known + "." + Names.didYouMean(name, names()));
    }

    @Override
    public String toString() {
        return fields.stream().map(Field::toString).collect(Collectors.joining(", ", "(", ")"));
    }
}
