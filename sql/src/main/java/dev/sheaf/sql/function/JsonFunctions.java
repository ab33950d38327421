package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.BOOL;
import static dev.sheaf.column.DataType.STRING;
import static dev.sheaf.column.DataType.UINT64;
import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Json;
import dev.sheaf.sql.function.value.JsonNodes;
import dev.sheaf.sql.function.value.JsonPath;
import dev.sheaf.sql.function.value.JsonReader;
import dev.sheaf.sql.function.value.JsonStructure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Functions of JSON, which is text. A path that finds nothing gives null.
public final class JsonFunctions {
    /// The names of these functions.
    static final String NAMES = """
            json json_array_length json_exists json_extract json_extract_path json_extract_path_text
            json_extract_string json_keys json_nodes json_type json_valid json_value""";

    private static final AtPath EXTRACT = AtPath.of("json_extract", STRING, found -> Json.write(found));
    private static final AtPath TYPE = AtPath.of("json_type", STRING, JsonStructure::kind);
    private static final AtPath STRINGS = AtPath.of("json_extract_string", STRING, JsonFunctions::string);
    private static final DataType NODES = new DataType.ListType(new DataType.StructType(List.of(
            new Field("key", STRING),
            new Field("value", STRING),
            new Field("type", STRING),
            new Field("atom", STRING),
            new Field("id", UINT64),
            new Field("parent", UINT64),
            new Field("fullkey", STRING),
            new Field("path", STRING))));
    private static final ScalarFunction EACH = ScalarFunction.of("json_nodes", STRING, STRING, NODES, JsonNodes::each);
    private static final ScalarFunction TREE = ScalarFunction.of("json_nodes", STRING, STRING, NODES, JsonNodes::tree);
    private static final ScalarFunction CHECKED =
            ScalarFunction.of("json", STRING, STRING, (String text) -> JsonReader.isValid(text) ? text : refuse(text));
    private static final ScalarFunction VALID_OR_NULL =
            ScalarFunction.of("json", STRING, STRING, (String text) -> JsonReader.isValid(text) ? text : null);

    private JsonFunctions() {}

    /// A function of the value that stands at a path, null where there is none, and of the values at a path that may
    /// stand for several.
    private record AtPath(ScalarFunction one, ScalarFunction many) {
        static AtPath of(
                String name, DataType result, java.util.function.Function<@Nullable Object, @Nullable Object> body) {
            ScalarFunction one = ScalarFunction.of(name, STRING, STRING, result, (String text, String path) -> {
                Optional<JsonPath.Found> found =
                        JsonPath.find(JsonReader.read(text), path).findFirst();
                return found.isPresent() ? body.apply(found.get().value()) : null;
            });
            return of(one, body);
        }

        static AtPath of(ScalarFunction one, java.util.function.Function<@Nullable Object, @Nullable Object> body) {
            DataType result = new DataType.ListType(one.result());
            return new AtPath(one, ScalarFunction.of(one.name(), STRING, STRING, result, (String text, String path) -> {
                List<@Nullable Object> values = new ArrayList<>();
                JsonPath.find(JsonReader.read(text), path).forEach(found -> values.add(body.apply(found.value())));
                return values;
            }));
        }

        String name() {
            return one.name();
        }

        Expr call(Expr text, Expr path) {
            boolean isOfMany = path instanceof Expr.Literal(Object value, var _)
                    && value instanceof String constant
                    && JsonPath.isOfMany(constant);
            return Expressions.call(isOfMany ? many : one, text, path);
        }
    }

    static void addTo(Map<String, Typed> functions) {
        for (String name : List.of("json_extract", "json_extract_path")) {
            functions.put(name, (arguments, types) -> at(EXTRACT, arguments, types));
        }
        for (String name : List.of("json_extract_string", "json_extract_path_text")) {
            functions.put(name, (arguments, types) -> at(STRINGS, arguments, types));
        }
        add(functions, TYPE);
        add(functions, AtPath.of("json_value", STRING, JsonFunctions::single));
        add(functions, AtPath.of("json_array_length", UINT64, JsonFunctions::length));
        add(functions, AtPath.of("json_keys", new DataType.ListType(STRING), JsonFunctions::keys));
        ScalarFunction exists = ScalarFunction.of("json_exists", STRING, STRING, BOOL, JsonFunctions::exists);
        add(functions, AtPath.of(exists, _ -> true));
        functions.put("json_nodes", JsonFunctions::nodes);
        functions.put("json_valid", (arguments, _) -> one("json_valid", BOOL, JsonReader::isValid, arguments));
        functions.put(
                "json", (arguments, _) -> one("json", STRING, text -> Json.write(JsonReader.read(text)), arguments));
    }

    /// The value at a path as JSON: `x -> path`.
    public static Expr extract(List<Expr> arguments, List<DataType> types) {
        return at(EXTRACT, arguments, types);
    }

    /// The value at a path as a text: `x ->> path`.
    public static Expr text(List<Expr> arguments, List<DataType> types) {
        return at(STRINGS, arguments, types);
    }

    /// The name of the kind of a value: `OBJECT`, `ARRAY` or the type of a single one.
    static Expr type(Expr json) {
        return TYPE.call(json, lit("$"));
    }

    /// A text that has to be JSON; one that is none is an error, or null if `lenient`.
    public static Expr checked(Expr text, boolean lenient) {
        return call(lenient ? VALID_OR_NULL : CHECKED, text);
    }

    /// The values right inside a value, or with TRUE behind the path all values in it, as structs with their places.
    private static Expr nodes(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("json_nodes", arguments, 3);
        if (!(arguments.getLast() instanceof Expr.Literal(Object deep, var _) && deep instanceof Boolean isDeep)) {
            throw new IllegalArgumentException("json_nodes takes TRUE or FALSE behind JSON and its path");
        }
        return call(isDeep ? TREE : EACH, arguments.get(0), arguments.get(1));
    }

    private static Expr one(
            String name, DataType result, java.util.function.Function<String, Object> body, List<Expr> arguments) {
        Typed.checkCount(name, arguments, 1);
        return call(ScalarFunction.of(name, STRING, result, body), arguments.getFirst());
    }

    private static void add(Map<String, Typed> functions, AtPath function) {
        functions.put(
                function.name(),
                (arguments, types) -> arguments.size() == 1
                        ? function.call(arguments.getFirst(), lit("$"))
                        : at(function, arguments, types));
    }

    /// A number is the place of an element; a list of paths gives a list.
    private static Expr at(AtPath function, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(function.name(), arguments, 2);
        if (!types.getFirst().decoded().equals(STRING) && !types.getFirst().equals(DataType.NULL)) {
            throw new IllegalArgumentException("JSON is text here, not " + types.getFirst());
        }
        Expr path = arguments.getLast();
        if (path instanceof Expr.Call(Function made, List<Expr> paths) && made == Function.LIST_VALUE) {
            return new Expr.Call(
                    Function.LIST_VALUE,
                    paths.stream()
                            .map(each -> function.call(arguments.getFirst(), each))
                            .toList());
        }
        Expr place = types.getLast().isInteger()
                ? new Expr.Call(Function.CONCAT, List.of(lit("$["), path.cast(STRING), lit("]")))
                : path;
        return function.call(arguments.getFirst(), place);
    }

    private static boolean exists(String text, String path) {
        return JsonPath.find(JsonReader.read(text), path).findFirst().isPresent();
    }

    private static @Nullable Object string(@Nullable Object value) {
        return value == null || value instanceof String ? value : Json.write(value);
    }

    private static List<String> keys(@Nullable Object value) {
        return value instanceof Json.Members object
                ? object.entries().stream().map(Map.Entry::getKey).toList()
                : List.of();
    }

    private static @Nullable String single(@Nullable Object value) {
        return value == null || value instanceof Json.Members || value instanceof List<?> ? null : Json.write(value);
    }

    private static Object length(@Nullable Object value) {
        return value instanceof List<?> array ? array.size() : 0L;
    }

    private static String refuse(String text) {
        JsonReader.read(text);
        throw new AssertionError(text);
    }
}
