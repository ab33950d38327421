package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.BOOL;
import static dev.sheaf.column.DataType.STRING;
import static dev.sheaf.column.DataType.UINT64;
import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Json;
import dev.sheaf.sql.function.value.JsonPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Functions of JSON, which is text. A path that finds nothing gives null.
public final class JsonFunctions {
    private static final ScalarFunction EXTRACT = of("json_extract", STRING, found -> Json.write(found));
    private static final ScalarFunction STRINGS = of("json_extract_string", STRING, JsonFunctions::string);
    private static final ScalarFunction CHECKED =
            ScalarFunction.of("json", STRING, STRING, (String text) -> Json.isValid(text) ? text : refuse(text));
    private static final ScalarFunction VALID_OR_NULL =
            ScalarFunction.of("json", STRING, STRING, (String text) -> Json.isValid(text) ? text : null);

    private JsonFunctions() {}

    static void addTo(Map<String, Typed> functions) {
        for (String name : List.of("json_extract", "json_extract_path")) {
            functions.put(name, (arguments, types) -> at(EXTRACT, arguments, types));
        }
        for (String name : List.of("json_extract_string", "json_extract_path_text")) {
            functions.put(name, (arguments, types) -> at(STRINGS, arguments, types));
        }
        add(functions, of("json_type", STRING, JsonFunctions::type));
        add(functions, of("json_array_length", UINT64, value -> value instanceof List<?> array ? array.size() : 0L));
        add(functions, of("json_keys", new DataType.ListType(STRING), JsonFunctions::keys));
        add(functions, ScalarFunction.of("json_exists", STRING, STRING, BOOL, JsonFunctions::exists));
        functions.put("json_valid", (arguments, _) -> one("json_valid", BOOL, Json::isValid, arguments));
        functions.put("json", (arguments, _) -> one("json", STRING, text -> Json.write(Json.read(text)), arguments));
    }

    /// The value at a path as JSON: `x -> path`.
    public static Expr extract(List<Expr> arguments, List<DataType> types) {
        return at(EXTRACT, arguments, types);
    }

    /// The value at a path as a text: `x ->> path`.
    public static Expr text(List<Expr> arguments, List<DataType> types) {
        return at(STRINGS, arguments, types);
    }

    /// A text that has to be JSON; one that is none is an error, or null if `lenient`.
    public static Expr checked(Expr text, boolean lenient) {
        return call(lenient ? VALID_OR_NULL : CHECKED, text);
    }

    private static Expr one(
            String name, DataType result, java.util.function.Function<String, Object> body, List<Expr> arguments) {
        Typed.checkCount(name, arguments, 1);
        return call(ScalarFunction.of(name, STRING, result, body), arguments.getFirst());
    }

    private static void add(Map<String, Typed> functions, ScalarFunction function) {
        functions.put(
                function.name(),
                (arguments, types) -> arguments.size() == 1
                        ? call(function, arguments.getFirst(), lit("$"))
                        : at(function, arguments, types));
    }

    /// A function of the value that stands at a path, null where there is none.
    private static ScalarFunction of(
            String name, DataType result, java.util.function.Function<@Nullable Object, @Nullable Object> body) {
        return ScalarFunction.of(name, STRING, STRING, result, (String text, String path) -> {
            Object root = Json.read(text);
            Optional<JsonPath.Found> found = JsonPath.find(root, path);
            return found.isPresent() ? body.apply(found.get().value()) : null;
        });
    }

    /// A number is the place of an element; a list of paths gives a list.
    private static Expr at(ScalarFunction function, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(function.name(), arguments, 2);
        if (!types.getFirst().decoded().equals(STRING) && !types.getFirst().equals(DataType.NULL)) {
            throw new IllegalArgumentException("JSON is text here, not " + types.getFirst());
        }
        Expr path = arguments.getLast();
        if (path instanceof Expr.Call(Function made, List<Expr> paths) && made == Function.LIST_VALUE) {
            return new Expr.Call(
                    Function.LIST_VALUE,
                    paths.stream()
                            .<Expr>map(each -> call(function, arguments.getFirst(), each))
                            .toList());
        }
        Expr place = types.getLast().isInteger()
                ? new Expr.Call(Function.CONCAT, List.of(lit("$["), path.cast(STRING), lit("]")))
                : path;
        return call(function, arguments.getFirst(), place);
    }

    private static boolean exists(String text, String path) {
        return JsonPath.find(Json.read(text), path).isPresent();
    }

    private static @Nullable Object string(@Nullable Object value) {
        return value == null || value instanceof String ? value : Json.write(value);
    }

    private static List<String> keys(@Nullable Object value) {
        return value instanceof Map<?, ?> object
                ? object.keySet().stream().map(String::valueOf).toList()
                : List.of();
    }

    private static String type(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case Map<?, ?> _ -> "OBJECT";
            case List<?> _ -> "ARRAY";
            case String _ -> "VARCHAR";
            case Boolean _ -> "BOOLEAN";
            case Json.Numeral number when !number.isLong() -> "DOUBLE";
            case Json.Numeral number -> number.digits().startsWith("-") ? "BIGINT" : "UBIGINT";
            default -> throw new AssertionError(value);
        };
    }

    private static String refuse(String text) {
        Json.read(text);
        throw new AssertionError(text);
    }
}
