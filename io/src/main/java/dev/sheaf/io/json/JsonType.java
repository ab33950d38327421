package dev.sheaf.io.json;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.util.ArrayList;
import java.util.List;

/// As what the values at one place are read.
sealed interface JsonType {

    /// The type of the column.
    DataType dataType();

    /// Strings, numbers and bools, read as values of a type. As text, other values are their JSON.
    record Scalar(DataType dataType) implements JsonType {}

    /// Values of several kinds: the text of each as JSON, with the quotes of strings.
    record Raw() implements JsonType {
        @Override
        public DataType dataType() {
            return DataType.STRING;
        }
    }

    /// Arrays.
    record Array(JsonType element) implements JsonType {
        @Override
        public DataType dataType() {
            return new DataType.ListType(element.dataType());
        }
    }

    /// Objects with members of these names, each of the type at the same place.
    record Struct(List<String> names, List<JsonType> types) implements JsonType {
        public Struct {
            names = List.copyOf(names);
            types = List.copyOf(types);
        }

        @Override
        public DataType dataType() {
            List<Field> fields = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                fields.add(new Field(names.get(i), types.get(i).dataType()));
            }
            return new DataType.StructType(fields);
        }
    }

    /// How a type that a user names is read.
    static JsonType of(DataType type) {
        return switch (type) {
            case DataType.ListType(DataType element) -> new Array(of(element));
            case DataType.StructType(List<Field> fields) ->
                new Struct(
                        fields.stream().map(Field::name).toList(),
                        fields.stream().map(field -> of(field.type())).toList());
            default -> new Scalar(type);
        };
    }
}
