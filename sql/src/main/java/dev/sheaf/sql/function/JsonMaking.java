package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.STRING;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Functions that write values as JSON: `{"a":1,"b":[1.5,null]}`. What they and those that read JSON give is taken as
/// it is where it stands among their arguments; any other text is written in quotes.
public final class JsonMaking {
    /// The names of these functions.
    static final String NAMES = """
            array_to_json json_array json_object json_quote row_to_json to_json""";

    private static final ScalarFunction QUOTE = ScalarFunction.of("json_quote", STRING, STRING, Json::quoted);
    private static final ScalarFunction NUMBER =
            ScalarFunction.of("json_number", DataType.FLOAT64, STRING, (Double x) -> Json.text(x));

    /// Marks a text that is JSON.
    private static final ScalarFunction MADE = ScalarFunction.of("to_json", STRING, STRING, (String json) -> json);

    private static final Set<String> JSON =
            Set.of("to_json", "json", "json_extract", "json_merge_patch", "json_structure");

    /// HUGEINT is the decimal of this type; others are written as DOUBLE, as in DuckDB.
    private static final DataType HUGE = DataType.decimal(38, 0);

    private JsonMaking() {}

    static void addTo(Map<String, Typed> functions) {
        for (String name : List.of("to_json", "json_quote", "row_to_json", "array_to_json")) {
            functions.put(name, (arguments, types) -> {
                Typed.checkCount(name, arguments, 1);
                return of(arguments.getFirst(), types.getFirst());
            });
        }
        functions.put("json_array", JsonMaking::array);
        functions.put("json_object", JsonMaking::object);
    }

    /// A value of a type as JSON, null of null.
    public static Expr of(Expr value, DataType type) {
        return Expressions.call(MADE, text(value, type, 0));
    }

    private static Expr array(List<Expr> arguments, List<DataType> types) {
        List<Expr> parts = new ArrayList<>(List.of(lit("[")));
        for (int i = 0; i < arguments.size(); i++) {
            parts.add(lit(i == 0 ? "" : ","));
            parts.add(inner(arguments.get(i), types.get(i), 0));
        }
        parts.add(lit("]"));
        return Expressions.call(MADE, new Expr.Call(Function.CONCAT, parts));
    }

    private static Expr object(List<Expr> arguments, List<DataType> types) {
        if (arguments.size() % 2 != 0) {
            throw new IllegalArgumentException("json_object takes keys, each with its value: json_object('a', 1)");
        }
        List<Expr> parts = new ArrayList<>(List.of(lit("{")));
        for (int i = 0; i < arguments.size(); i += 2) {
            parts.add(lit(i == 0 ? "" : ","));
            parts.add(quoted(arguments.get(i)));
            parts.add(lit(":"));
            parts.add(inner(arguments.get(i + 1), types.get(i + 1), 0));
        }
        parts.add(lit("}"));
        return Expressions.call(MADE, new Expr.Call(Function.CONCAT, parts));
    }

    private static Expr inner(Expr value, DataType type, int depth) {
        return coalesce(text(value, type, depth), "null");
    }

    private static Expr quoted(Expr value) {
        return Expressions.call(QUOTE, value.cast(STRING));
    }

    /// The text of a value, null of null.
    private static Expr text(Expr value, DataType type, int depth) {
        DataType plain = type.decoded();
        if (value instanceof Expr.Applied(ScalarFunction function, var _)
                && JSON.contains(function.name())
                && function.result().equals(STRING)) {
            return value;
        }
        if (MapFunctions.keys(plain).isPresent()) {
            return map(value, (DataType.ListType) plain, depth);
        }
        if (plain.isFloating() || (plain instanceof DataType.DecimalType && !plain.equals(HUGE))) {
            return Expressions.call(NUMBER, value.cast(DataType.FLOAT64));
        }
        return switch (plain) {
            case DataType.ListType(DataType element) -> {
                String name = "lambda.json." + depth;
                yield joined(value, "[", name, inner(col(name), element, depth + 1), "]");
            }
            case DataType.StructType(List<Field> fields) -> struct(value, fields, depth);
            case DataType known when known.isNumeric() || known.equals(DataType.BOOL) -> value.cast(STRING);
            default -> quoted(value);
        };
    }

    /// What is written of each element of a list, with commas between and something around.
    private static Expr joined(Expr list, String start, String element, Expr each, String end) {
        Expr texts = call(Function.LIST_TRANSFORM, list, new Expr.Lambda(List.of(element), each));
        return call(Function.CONCAT, lit(start), call(Function.LIST_JOIN, texts, lit(",")), lit(end));
    }

    private static Expr map(Expr value, DataType.ListType type, int depth) {
        List<Field> fields = ((DataType.StructType) type.element().decoded()).fields();
        String name = "lambda.json." + depth;
        Expr key =
                call(Function.STRUCT_EXTRACT, col(name), lit(fields.getFirst().name()));
        Expr entry =
                call(Function.STRUCT_EXTRACT, col(name), lit(fields.getLast().name()));
        Expr each = call(
                Function.CONCAT,
                quoted(key),
                lit(":"),
                inner(entry, fields.getLast().type(), depth + 1));
        return joined(value, "{", name, each, "}");
    }

    private static Expr struct(Expr value, List<Field> fields, int depth) {
        List<Expr> parts = new ArrayList<>();
        for (Field field : fields) {
            parts.add(lit((parts.isEmpty() ? "{" : ",") + Json.quoted(field.name()) + ":"));
            parts.add(inner(call(Function.STRUCT_EXTRACT, value, lit(field.name())), field.type(), depth));
        }
        parts.add(lit("}"));
        return Expressions.when(value.isNotNull())
                .then(new Expr.Call(Function.CONCAT, parts))
                .otherwise(lit(null));
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }
}
