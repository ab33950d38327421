package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.NestedTexts;
import dev.sheaf.sql.function.value.TextParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lists, structs and maps read from texts: `[1, 2]`, `{'a': 1}`, `(1, x)`, of a map `{k=v}`.
///
/// A text is taken apart into the texts of its values, which the casts of single values then read: a cast that
/// gives null for a value that does not fit does so for each of them.
public final class NestedReading {
    private NestedReading() {}

    /// Whether a cast from one type to another reads a text so.
    public static boolean takes(DataType from, DataType to) {
        return from.decoded().equals(DataType.STRING) && NestedTexts.takes(to);
    }

    /// @param lenient whether a text that has another form gives null
    public static Expr of(Expr text, DataType type, boolean lenient) {
        DataType texts = texts(type);
        ScalarFunction reader = ScalarFunction.of("cast", DataType.STRING, texts, (String value) -> {
            try {
                return read(value, texts);
            } catch (IllegalArgumentException malformed) {
                if (lenient) {
                    return null;
                }
                throw malformed;
            }
        });
        Expr read = new Expr.Applied(reader, List.of(text));
        return texts.equals(type) ? read : new Expr.Cast(read, type, lenient);
    }

    /// The type with texts in the place of all values.
    private static DataType texts(DataType type) {
        return switch (type.decoded()) {
            case DataType.ListType(DataType element) -> new DataType.ListType(texts(element));
            case DataType.StructType(List<Field> fields) ->
                new DataType.StructType(fields.stream()
                        .map(field -> new Field(field.name(), texts(field.type()), field.nullable()))
                        .toList());
            default -> DataType.STRING;
        };
    }

    private static Object read(String text, DataType type) {
        if (type instanceof DataType.StructType struct) {
            return struct(text, struct);
        }
        DataType element = ((DataType.ListType) type).element();
        return MapFunctions.keys(type).isPresent() && text.strip().startsWith("{")
                ? map(text, (DataType.StructType) element)
                : list(text, element);
    }

    private static List<@Nullable Object> list(String text, DataType element) {
        List<@Nullable Object> values = new ArrayList<>();
        for (String part : TextParts.inside(text, '[', ']')) {
            values.add(value(part, element));
        }
        return values;
    }

    private static @Nullable Object value(String part, DataType type) {
        if (part.equalsIgnoreCase("null")) {
            return null;
        }
        return type.equals(DataType.STRING) ? TextParts.unquoted(part) : read(part, type);
    }

    private static Map<String, @Nullable Object> struct(String text, DataType.StructType type) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        type.fields().forEach(field -> values.put(field.name(), null));
        if (text.strip().startsWith("(")) {
            List<String> parts = TextParts.inside(text, '(', ')');
            if (parts.size() != values.size()) {
                throw new IllegalArgumentException("there are " + parts.size() + " values for " + type);
            }
            for (int i = 0; i < parts.size(); i++) {
                Field field = type.fields().get(i);
                values.put(field.name(), value(parts.get(i), field.type()));
            }
            return values;
        }
        for (String part : TextParts.inside(text, '{', '}')) {
            TextParts.Pair pair = TextParts.pair(part, ':');
            String name = TextParts.unquoted(pair.key());
            Field field = type.fields().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(type + " has no field " + name));
            values.put(field.name(), value(pair.value(), field.type()));
        }
        return values;
    }

    private static List<Map<String, @Nullable Object>> map(String text, DataType.StructType entry) {
        List<Map<String, @Nullable Object>> entries = new ArrayList<>();
        List<@Nullable Object> keys = new ArrayList<>();
        for (String part : TextParts.inside(text, '{', '}')) {
            TextParts.Pair pair = TextParts.pair(part, '=');
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            values.put("key", value(pair.key(), entry.fields().getFirst().type()));
            values.put("value", value(pair.value(), entry.fields().getLast().type()));
            keys.add(values.get("key"));
            entries.add(values);
        }
        MapFunctions.check(keys, entries);
        return entries;
    }
}
