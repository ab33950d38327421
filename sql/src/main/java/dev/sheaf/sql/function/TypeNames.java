package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The types that SQL names, as in DuckDB; those that hold no others are [PlainTypes].
public final class TypeNames {
    private static final Pattern PARTS = Pattern.compile("(?is)(struct|row|map) ?\\((.*)\\)");
    private static final Pattern FIELD = Pattern.compile("(?s)(\"(?:[^\"]|\"\")*\"|[^\\s\"]+)\\s+(.+)");

    private TypeNames() {}

    /// The type of a name: `int`, `decimal(9, 2)`, `varchar[]`, `struct(a int, b varchar)`, `map(varchar, int)`.
    ///
    /// @throws IllegalArgumentException if there is none
    public static DataType parse(String text) {
        return nested(text.strip()).orElseGet(() -> PlainTypes.parse(text.strip()));
    }

    /// The type of a name, if it is that of a list, struct or map.
    private static Optional<DataType> nested(String text) {
        if (text.endsWith("]")) {
            String element = text.substring(0, text.lastIndexOf('['));
            return Optional.of(new DataType.ListType(parse(element)));
        }
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        List<String> inner = split(parts.group(2));
        return Optional.of(
                parts.group(1).toLowerCase(Locale.ROOT).equals("map")
                        ? map(text, inner)
                        : new DataType.StructType(
                                inner.stream().map(field -> field(text, field)).toList()));
    }

    private static DataType map(String text, List<String> types) {
        if (types.size() != 2) {
            throw new IllegalArgumentException(text + " is no type: a map has types of its keys and its values");
        }
        return new DataType.ListType(new DataType.StructType(
                List.of(new Field("key", parse(types.getFirst())), new Field("value", parse(types.getLast())))));
    }

    private static Field field(String text, String written) {
        Matcher field = FIELD.matcher(written.strip());
        if (!field.matches()) {
            throw new IllegalArgumentException(text + " is no type: each field has a name and a type");
        }
        String name = field.group(1);
        String plain =
                name.startsWith("\"") ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
        return new Field(plain, parse(field.group(2)));
    }

    /// Split at commas outside of parentheses and quotes.
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            depth += quoted ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0 && !quoted) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    /// The name of a type in SQL, as DuckDB's typeof gives it.
    public static String nameOf(DataType type) {
        return switch (type.decoded()) {
            case DataType.ListType list
            when MapFunctions.keys(list).isPresent() -> {
                List<Field> fields = ((DataType.StructType) list.element().decoded()).fields();
                yield "MAP(" + nameOf(fields.getFirst().type()) + ", "
                        + nameOf(fields.getLast().type()) + ")";
            }
            case DataType.ListType(DataType element) -> nameOf(element) + "[]";
            case DataType.StructType(List<Field> fields) -> {
                List<String> parts = fields.stream()
                        .map(field -> quoted(field.name()) + " " + nameOf(field.type()))
                        .toList();
                yield "STRUCT(" + String.join(", ", parts) + ")";
            }
            case DataType single -> PlainTypes.nameOf(single);
        };
    }

    private static String quoted(String name) {
        return name.matches("[a-z_][a-z0-9_]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
