package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Functions of structs: each makes a struct of the fields of others.
public final class StructFunctions {
    /// The names of these functions.
    static final String NAMES = """
            struct_concat struct_extract struct_extract_at struct_keys struct_values""";

    private StructFunctions() {}

    static void addTo(Map<String, Typed> functions) {
        functions.put("struct_concat", StructFunctions::concat);
        functions.put("struct_keys", StructFunctions::keys);
        functions.put("struct_values", StructFunctions::values);
        functions.put("struct_extract", StructFunctions::extract);
        functions.put("struct_extract_at", StructFunctions::at);
    }

    /// Whether a function takes fields by name behind a struct.
    public static boolean takesFields(String name) {
        return name.equals("struct_insert") || name.equals("struct_update");
    }

    /// A struct with further fields, or with others in the place of some of its own.
    ///
    /// @param given the fields, in order
    public static Expr with(String name, Expr struct, DataType type, Map<String, Expr> given) {
        Map<String, Expr> all = fields(name, struct, type);
        given.forEach((field, value) -> {
            if (name.equals("struct_insert") && all.containsKey(field)) {
                throw new IllegalArgumentException("struct_insert: the struct has a field " + field + " already");
            }
            all.put(field, value);
        });
        return packed(all);
    }

    private static Map<String, Expr> fields(String name, Expr struct, DataType type) {
        Map<String, Expr> fields = new LinkedHashMap<>();
        for (Field field : fieldsOf(name, type)) {
            fields.put(field.name(), new Expr.Call(Function.STRUCT_EXTRACT, List.of(struct, lit(field.name()))));
        }
        return fields;
    }

    private static List<Field> fieldsOf(String name, DataType type) {
        if (type.decoded() instanceof DataType.StructType(List<Field> fields)) {
            return fields;
        }
        throw new IllegalArgumentException(name + " takes a struct, not " + type);
    }

    private static Expr packed(Map<String, Expr> fields) {
        List<Expr> parts = new ArrayList<>();
        fields.forEach((name, value) -> {
            parts.add(lit(name));
            parts.add(value);
        });
        return new Expr.Call(Function.STRUCT_PACK, parts);
    }

    private static Expr concat(List<Expr> arguments, List<DataType> types) {
        Map<String, Expr> all = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            fields("struct_concat", arguments.get(i), types.get(i)).forEach((name, value) -> {
                if (all.put(name, value) != null) {
                    throw new IllegalArgumentException("struct_concat: two structs have a field " + name);
                }
            });
        }
        return packed(all);
    }

    private static Expr keys(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("struct_keys", arguments, 1);
        List<Expr> names = fieldsOf("struct_keys", types.getFirst()).stream()
                .<Expr>map(field -> lit(field.name()))
                .toList();
        return when(arguments.getFirst().isNotNull())
                .then(new Expr.Call(Function.LIST_VALUE, names))
                .otherwise(lit(null));
    }

    private static Expr values(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("struct_values", arguments, 1);
        Map<String, Expr> numbered = new LinkedHashMap<>();
        fields("struct_values", arguments.getFirst(), types.getFirst())
                .values()
                .forEach(value -> numbered.put("v" + (numbered.size() + 1), value));
        return packed(numbered);
    }

    /// By a name, or by a place from 1.
    private static Expr extract(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("struct_extract", arguments, 2);
        return types.getLast().isInteger() ? at(arguments, types) : new Expr.Call(Function.STRUCT_EXTRACT, arguments);
    }

    private static Expr at(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("struct_extract_at", arguments, 2);
        List<Field> fields = fieldsOf("struct_extract_at", types.getFirst());
        int place = place(arguments.getLast())
                .filter(number -> number >= 1 && number <= fields.size())
                .orElseThrow(() ->
                        new IllegalArgumentException("the place of a field is a constant from 1 to " + fields.size()));
        String name = fields.get(place - 1).name();
        return new Expr.Call(Function.STRUCT_EXTRACT, List.of(arguments.getFirst(), lit(name)));
    }

    private static Optional<Integer> place(Expr number) {
        return number instanceof Expr.Literal(Object value, var _) && value instanceof Integer place
                ? Optional.of(place)
                : Optional.empty();
    }
}
