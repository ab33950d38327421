package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.BOOL;
import static dev.sheaf.column.DataType.STRING;
import static dev.sheaf.expr.Expressions.call;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Json;
import dev.sheaf.sql.function.value.JsonMerge;
import dev.sheaf.sql.function.value.JsonReader;
import dev.sheaf.sql.function.value.JsonStructure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Functions of whole values of JSON: merged, looked for in one another, described and laid out.
final class JsonChanges {
    /// The names of these functions.
    static final String NAMES = """
            json_contains json_merge_patch json_pretty json_structure""";

    private static final ScalarFunction PATCHED = ScalarFunction.of(
                    "json_merge_patch", STRING, STRING, STRING, JsonChanges::patched)
            .takingNulls();
    private static final ScalarFunction CONTAINS = ScalarFunction.of(
            "json_contains",
            STRING,
            STRING,
            BOOL,
            (String json, String wanted) -> JsonMerge.contains(JsonReader.read(json), JsonReader.read(wanted)));
    private static final ScalarFunction STRUCTURE = ScalarFunction.of(
            "json_structure", STRING, STRING, (String json) -> Json.write(JsonStructure.of(JsonReader.read(json))));
    private static final ScalarFunction PRETTY =
            ScalarFunction.of("json_pretty", STRING, STRING, (String json) -> Json.pretty(JsonReader.read(json)));

    private JsonChanges() {}

    static void addTo(Map<String, Typed> functions) {
        functions.put("json_merge_patch", (arguments, _) -> merged(arguments));
        functions.put("json_contains", JsonChanges::contains);
        functions.put("json_structure", (arguments, _) -> one(STRUCTURE, arguments));
        functions.put("json_pretty", (arguments, _) -> one(PRETTY, arguments));
    }

    private static Expr one(ScalarFunction function, List<Expr> arguments) {
        Typed.checkCount(function.name(), arguments, 1);
        return call(function, arguments.getFirst());
    }

    private static Expr merged(List<Expr> arguments) {
        if (arguments.size() < 2) {
            throw new IllegalArgumentException("json_merge_patch takes a JSON and what changes it");
        }
        return arguments.stream()
                .reduce((value, patch) -> call(PATCHED, value, patch))
                .orElseThrow();
    }

    /// What is looked for may be a number.
    private static Expr contains(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("json_contains", arguments, 2);
        Expr wanted = arguments.getLast();
        return call(
                CONTAINS,
                arguments.getFirst(),
                types.getLast().decoded().isNumeric() ? JsonMaking.of(wanted, types.getLast()) : wanted);
    }

    /// A patch of null gives null, of which the next patch makes a new value.
    private static @Nullable String patched(@Nullable String json, @Nullable String patch) {
        return patch == null
                ? null
                : Json.write(JsonMerge.patched(json == null ? null : JsonReader.read(json), JsonReader.read(patch)));
    }
}
