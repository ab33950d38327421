package dev.sheaf.sql.function;

import dev.sheaf.column.Categories;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.util.ArrayList;
import java.util.HashMap;
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
        if (form(text, Map.of()).isPresent()) {
            throw new IllegalArgumentException(
                    text + " is a type of columns and casts, which take no other texts; write VARCHAR");
        }
        return parse(text, Map.of());
    }

    /// The same with types that have names of their own, in lower case.
    ///
    /// @throws IllegalArgumentException if there is none
    public static DataType parse(String text, Map<String, NamedType> named) {
        String name = text.strip();
        NamedType own = named.get(name.toLowerCase(Locale.ROOT));
        if (own != null) {
            return own.type();
        }
        return TextKind.of(name).isPresent()
                ? DataType.STRING
                : nested(name, named).orElseGet(() -> PlainTypes.parse(name));
    }

    /// Which texts of the type of a name are read as those of a kind, if any are; `named` as in [#parse(String, Map)].
    public static Optional<TextForm> form(String text, Map<String, NamedType> named) {
        String name = text.strip();
        NamedType own = named.get(name.toLowerCase(Locale.ROOT));
        if (own != null) {
            return own.form();
        }
        if (name.endsWith("]")) {
            return form(name.substring(0, name.lastIndexOf('[')), named).map(TextForm.Elements::new);
        }
        Matcher parts = PARTS.matcher(name);
        return parts.matches()
                ? form(parts.group(1).toLowerCase(Locale.ROOT), split(parts.group(2)), named)
                : TextKind.of(name).map(TextForm.Whole::new);
    }

    /// The form of an ENUM, map or struct, of the parts in its parentheses.
    private static Optional<TextForm> form(String kind, List<String> parts, Map<String, NamedType> named) {
        if (kind.equals("enum")) {
            return Optional.empty();
        }
        boolean isMap = kind.equals("map") && parts.size() == 2;
        Map<String, TextForm> fields = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            Matcher field = FIELD.matcher(parts.get(i).strip());
            String name = isMap ? i == 0 ? "key" : "value" : field.matches() ? plain(field.group(1)) : "";
            String type = isMap ? parts.get(i) : field.matches() ? field.group(2) : "";
            form(type, named).ifPresent(form -> fields.put(name, form));
        }
        Optional<TextForm> struct =
                Optional.of(fields).filter(all -> !all.isEmpty()).map(TextForm.Fields::new);
        return isMap ? struct.map(TextForm.Elements::new) : struct;
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
        return new Field(plain(field.group(1)), parse(field.group(2), named));
    }

    /// A name without its quotes.
    private static String plain(String name) {
        return name.startsWith("\"") ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
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
