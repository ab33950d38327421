package dev.sheaf.sql.function;

import dev.sheaf.column.Categories;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The types that SQL names, as in DuckDB; those that hold no others are [PlainTypes].
public final class TypeNames {
    private static final Pattern PARTS = Pattern.compile("(?is)(struct|row|map|enum) ?\\((.*)\\)");
    private static final Pattern FIELD = Pattern.compile("(?s)(\"(?:[^\"]|\"\")*\"|[^\\s\"]+)\\s+(.+)");

    private static final Set<String> NESTED = Set.of("array", "enum", "list", "map", "row", "struct", "union");

    private TypeNames() {}

    /// The type of a name: `int`, `decimal(9, 2)`, `varchar[]`, `struct(a int, b varchar)`, `map(varchar, int)`.
    ///
    /// @throws IllegalArgumentException if there is none
    public static DataType parse(String text) {
        return parse(text, Map.of());
    }

    /// The same with types that have names of their own, in lower case.
    ///
    /// @throws IllegalArgumentException if there is none
    public static DataType parse(String text, Map<String, NamedType> named) {
        String name = text.strip();
        NamedType own = named.get(name.toLowerCase(Locale.ROOT));
        if (own == null) {
            return nested(name, named).orElseGet(() -> PlainTypes.parse(name));
        }
        own.kind().ifPresent(kind -> {
            throw new IllegalArgumentException(
                    text + " is " + kind + ", a type of whole columns and casts; write VARCHAR for texts in others");
        });
        return own.type();
    }

    /// What the texts of the type of a name are read as, if not any; `named` as in [#parse(String, Map)].
    public static Optional<TextKind> kind(String name, Map<String, NamedType> named) {
        NamedType own = named.get(name.toLowerCase(Locale.ROOT));
        return own == null ? TextKind.of(name) : own.kind();
    }

    /// Whether a name, in any case, is that of a type in every session.
    public static boolean isBuiltIn(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return NESTED.contains(key) || key.equals("uuid") || PlainTypes.isName(key);
    }

    /// The type of a name, if it is that of a list, struct, map or ENUM.
    private static Optional<DataType> nested(String text, Map<String, NamedType> named) {
        if (text.endsWith("]")) {
            String element = text.substring(0, text.lastIndexOf('['));
            return Optional.of(new DataType.ListType(parse(element, named)));
        }
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        List<String> inner = split(parts.group(2));
        return Optional.of(
                switch (parts.group(1).toLowerCase(Locale.ROOT)) {
                    case "map" -> map(text, inner, named);
                    case "enum" -> enumOf(inner.stream().map(TypeNames::text).toList());
                    default ->
                        new DataType.StructType(inner.stream()
                                .map(field -> field(text, field, named))
                                .toList());
                });
    }

    /// The ENUM of some texts, which have the order in which they are written.
    ///
    /// @throws IllegalArgumentException if a text comes twice
    public static DataType enumOf(List<String> texts) {
        return new DataType.CategoryType(new Categories(DataType.STRING, texts), true);
    }

    private static String text(String written) {
        String text = written.strip();
        if (text.length() < 2 || !text.startsWith("'") || !text.endsWith("'")) {
            throw new IllegalArgumentException("ENUM takes texts: ENUM('small', 'large')");
        }
        return text.substring(1, text.length() - 1).replace("''", "'");
    }

    private static DataType map(String text, List<String> types, Map<String, NamedType> named) {
        if (types.size() != 2) {
            throw new IllegalArgumentException(text + " is no type: a map has types of its keys and its values");
        }
        return new DataType.ListType(new DataType.StructType(List.of(
                new Field("key", parse(types.getFirst(), named)), new Field("value", parse(types.getLast(), named)))));
    }

    private static Field field(String text, String written, Map<String, NamedType> named) {
        Matcher field = FIELD.matcher(written.strip());
        if (!field.matches()) {
            throw new IllegalArgumentException(text + " is no type: each field has a name and a type");
        }
        String name = field.group(1);
        String plain =
                name.startsWith("\"") ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
        return new Field(plain, parse(field.group(2), named));
    }

    /// Split at commas outside of parentheses and quotes.
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isQuoted = quote != 0;
            if (isQuoted ? c == quote : c == '"' || c == '\'') {
                quote = isQuoted ? 0 : c;
            }
            depth += isQuoted ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0 && !isQuoted) {
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
            case DataType.CategoryType(Categories categories, boolean _)
            when categories.type().equals(DataType.STRING) ->
                categories.values().stream()
                        .map(value -> "'" + value.toString().replace("'", "''") + "'")
                        .collect(Collectors.joining(", ", "ENUM(", ")"));
            case DataType single -> PlainTypes.nameOf(single);
        };
    }

    private static String quoted(String name) {
        return name.matches("[a-z_][a-z0-9_]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
