package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.BOOL;
import static dev.sheaf.column.DataType.STRING;
import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Json;
import dev.sheaf.sql.function.value.JsonEdit;
import dev.sheaf.sql.function.value.JsonMerge;
import dev.sheaf.sql.function.value.JsonReader;
import dev.sheaf.sql.function.value.JsonStructure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/// Functions of whole values of JSON: changed, merged, looked for in one another, described and laid out.
final class JsonChanges {
    /// The names of these functions.
    static final String NAMES = """
            json_contains json_deep_merge json_insert json_merge_patch json_merge_patch_diff json_normalize
            json_pretty json_remove json_replace json_set json_strip_nulls json_structure""";

    private static final ScalarFunction PATCHED = both("json_merge_patch", JsonMerge::patched);
    private static final ScalarFunction MERGED = both("json_deep_merge", JsonMerge::deep);
    private static final ScalarFunction DIFFERENCE = both("json_merge_patch_diff", JsonMerge::difference);
    private static final ScalarFunction NORMALIZED = ScalarFunction.of(
            "json_normalize", STRING, STRING, (String json) -> JsonMerge.normalized(JsonReader.read(json)));
    private static final ScalarFunction SOME = ScalarFunction.of(
            "json_strip_nulls", STRING, STRING, (String json) -> JsonMerge.withoutNulls(JsonReader.read(json)));
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
        functions.put("json_deep_merge", (arguments, _) -> two(MERGED, arguments));
        functions.put("json_merge_patch_diff", (arguments, _) -> two(DIFFERENCE, arguments));
        functions.put("json_normalize", (arguments, _) -> one(NORMALIZED, arguments));
        functions.put("json_strip_nulls", (arguments, _) -> one(SOME, arguments));
        for (JsonEdit edit : JsonEdit.values()) {
            String name = "json_" + edit.name().toLowerCase(Locale.ROOT);
            functions.put(name, (arguments, types) -> edited(name, edit, arguments, types));
        }
        functions.put("json_contains", JsonChanges::contains);
        functions.put("json_structure", (arguments, _) -> one(STRUCTURE, arguments));
        functions.put("json_pretty", (arguments, _) -> one(PRETTY, arguments));
    }

    private static Expr one(ScalarFunction function, List<Expr> arguments) {
        Typed.checkCount(function.name(), arguments, 1);
        return call(function, arguments.getFirst());
    }

    private static Expr two(ScalarFunction function, List<Expr> arguments) {
        Typed.checkCount(function.name(), arguments, 2);
        return call(function, arguments.getFirst(), arguments.getLast());
    }

    /// A value that is no text is written as JSON.
    private static Expr edited(String name, JsonEdit edit, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(name, arguments, edit == JsonEdit.REMOVE ? 2 : 3);
        ScalarFunction function = ScalarFunction.of(
                name,
                List.of(STRING, STRING, STRING),
                STRING,
                values -> edit.edit((String) values[0], (String) values[1], (String) values[2]));
        Expr given = edit == JsonEdit.REMOVE
                ? lit("null")
                : types.get(2).decoded().equals(STRING)
                        ? arguments.get(2)
                        : JsonMaking.of(arguments.get(2), types.get(2));
        return call(function, arguments.get(0), arguments.get(1), given);
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

    /// A function of two values. A second one of null gives null, of which the next makes a new value.
    private static ScalarFunction both(String name, BinaryOperator<@Nullable Object> body) {
        return ScalarFunction.of(
                        name,
                        STRING,
                        STRING,
                        STRING,
                        (@Nullable String json, @Nullable String other) -> other == null
                                ? null
                                : Json.write(body.apply(
                                        json == null ? null : JsonReader.read(json), JsonReader.read(other))))
                .takingNulls();
    }
}
