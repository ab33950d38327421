package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.BOOL;
import static dev.sheaf.column.DataType.FLOAT64;
import static dev.sheaf.column.DataType.STRING;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.function.value.Json;
import dev.sheaf.sql.function.value.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON as values of a type: `from_json(j, '{"a": "INTEGER", "b": ["DOUBLE"]}')` is a struct of a number and a list.
/// What is missing or does not fit is null.
final class JsonTransform {
    /// The names of these functions.
    static final String NAMES = """
            from_json json_transform""";

    private JsonTransform() {}

    static void addTo(Map<String, Typed> functions) {
        for (String name : List.of("json_transform", "from_json")) {
            functions.put(name, (arguments, _) -> transformed(name, arguments));
        }
    }

    private static Expr transformed(String name, List<Expr> arguments) {
        Typed.checkCount(name, arguments, 2);
        if (!(arguments.getLast() instanceof Expr.Literal(Object value, var _) && value instanceof String structure)) {
            throw new IllegalArgumentException(
                    name + " takes a constant structure: '{\"a\": \"INTEGER\", \"b\": [\"DOUBLE\"]}'");
        }
        return value(JsonFunctions.checked(arguments.getFirst().cast(STRING), false), JsonReader.read(structure), 0);
    }

    private static Expr value(Expr json, @Nullable Object structure, int depth) {
        return switch (structure) {
            case String type when type.equalsIgnoreCase("json") -> json;
            case String type -> scalar(json, TypeNames.parse(type));
            case List<?> list
            when list.size() == 1 -> {
                String element = "lambda.transform." + depth;
                Expr each = value(col(element), list.getFirst(), depth + 1);
                Expr all =
                        call(Function.LIST_TRANSFORM, extract(json, "$[*]"), new Expr.Lambda(List.of(element), each));
                yield when(JsonFunctions.type(json).eq("ARRAY")).then(all).otherwise(lit(null));
            }
            case Json.Members members ->
                when(JsonFunctions.type(json).ne("NULL"))
                        .then(struct(json, members, depth))
                        .otherwise(lit(null));
            case null, default ->
                throw new IllegalArgumentException("a structure is the name of a type, a list of one structure, or an"
                        + " object of them, not " + Json.write(structure));
        };
    }

    /// A number or a truth value is cast as one, not as its text: 2.5 is the integer 2, and true is 1.
    private static Expr scalar(Expr json, DataType type) {
        Expr text = JsonFunctions.text(List.of(json, lit("$")), List.of(STRING, STRING));
        Expr kind = JsonFunctions.type(json);
        if (type.equals(BOOL)) {
            return when(kind.eq("VARCHAR").or(kind.eq("BOOLEAN")))
                    .then(tried(text, BOOL))
                    .otherwise(tried(tried(text, FLOAT64), BOOL));
        }
        if (!type.isNumeric()) {
            return tried(text, type);
        }
        Expr number = type.isInteger()
                ? when(kind.eq("DOUBLE"))
                        .then(tried(tried(text, FLOAT64), type))
                        .otherwise(tried(text, type))
                : tried(text, type);
        return when(kind.eq("BOOLEAN")).then(tried(tried(text, BOOL), type)).otherwise(number);
    }

    private static Expr tried(Expr value, DataType type) {
        return new Expr.Cast(value, type, true);
    }

    /// Every field is null where the value is no object.
    private static Expr struct(Expr json, Json.Members members, int depth) {
        List<Expr> fields = new ArrayList<>();
        for (Map.Entry<String, @Nullable Object> member : members.entries()) {
            fields.add(lit(member.getKey()));
            fields.add(value(extract(json, "$.\"" + member.getKey() + "\""), member.getValue(), depth));
        }
        return new Expr.Call(Function.STRUCT_PACK, fields);
    }

    private static Expr extract(Expr json, String path) {
        return JsonFunctions.extract(List.of(json, lit(path)), List.of(STRING, STRING));
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }
}
