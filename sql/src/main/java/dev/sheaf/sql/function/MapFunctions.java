package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/// Maps, which are lists of structs of `key` and `value`.
public final class MapFunctions {
    /// The names of these functions.
    static final String NAMES = """
            cardinality element_at map map_concat map_contains map_contains_entry map_contains_value map_entries
            map_extract map_extract_value map_keys map_values""";

    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final String ENTRY = "lambda.entry";
    private static final DataType ANY = DataType.NULL;
    private static final ScalarFunction CHECK = ScalarFunction.of("map", ANY, ANY, DataType.BOOL, MapFunctions::check);

    private MapFunctions() {}

    static void addTo(Map<String, Scalar> functions) {
        two(functions, "map", MapFunctions::of);
        one(functions, "map_keys", map -> each(map, part(KEY)));
        one(functions, "map_values", map -> each(map, part(VALUE)));
        one(functions, "map_entries", map -> entries(map, KEY, VALUE));
        one(functions, "cardinality", map -> call(Function.LENGTH, map));
        two(functions, "map_extract", MapFunctions::found);
        two(functions, "element_at", MapFunctions::found);
        two(functions, "map_extract_value", MapFunctions::value);
        functions.put("map_concat", MapFunctions::concat);
        two(
                functions,
                "map_contains_value",
                (map, value) -> call(Function.LIST_CONTAINS, each(map, part(VALUE)), value));
        functions.put("map_contains_entry", arguments -> {
            Expr map = only("map_contains_entry", arguments, 3).getFirst();
            return call(Function.LIST_CONTAINS, found(map, arguments.get(1)), arguments.get(2));
        });
        two(functions, "map_contains", (map, key) -> call(Function.LIST_CONTAINS, each(map, part(KEY)), key));
    }

    private static void one(Map<String, Scalar> functions, String name, UnaryOperator<Expr> function) {
        functions.put(name, arguments -> function.apply(only(name, arguments, 1).getFirst()));
    }

    private static void two(Map<String, Scalar> functions, String name, BinaryOperator<Expr> function) {
        functions.put(name, arguments -> {
            List<Expr> both = only(name, arguments, 2);
            return function.apply(both.getFirst(), both.getLast());
        });
    }

    private static List<Expr> only(String name, List<Expr> arguments, int count) {
        if (arguments.size() != count) {
            throw new IllegalArgumentException(
                    name + " takes " + count + (count == 1 ? " argument" : " arguments") + ", not " + arguments.size());
        }
        return arguments;
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }

    private static Expr part(String name) {
        return call(Function.STRUCT_EXTRACT, col(ENTRY), lit(name));
    }

    /// A field of each struct of a list, as a list.
    static Expr fields(Expr list, String name) {
        return each(list, part(name));
    }

    private static Expr each(Expr map, Expr body) {
        return call(Function.LIST_TRANSFORM, map, new Expr.Lambda(List.of(ENTRY), body));
    }

    private static Expr entries(Expr list, String key, String value) {
        return each(list, call(Function.STRUCT_PACK, lit(KEY), part(key), lit(VALUE), part(value)));
    }

    /// The map of what an aggregate counts of each value: from a list of structs of `value` and `count`.
    static Expr ofCounts(Expr counts) {
        return entries(counts, VALUE, "count");
    }

    /// The map of a list of keys and one of their values.
    public static Expr of(Expr keys, Expr values) {
        Expr zipped = call(Function.LIST_ZIP, keys, values);
        return Expressions.when(Expressions.call(CHECK, keys, values))
                .then(entries(zipped, "element_1", "element_2"))
                .otherwise(lit(null));
    }

    /// Whether keys and values make a map; if not, an error says why.
    static boolean check(List<?> keys, List<?> values) {
        if (keys.size() != values.size()) {
            throw new IllegalArgumentException(keys.size() + " keys do not fit " + values.size() + " values");
        }
        Set<Object> seen = new HashSet<>();
        for (Object key : keys) {
            if (key == null) {
                throw new IllegalArgumentException("a key cannot be null");
            }
            if (!seen.add(key)) {
                throw new IllegalArgumentException("the key " + key + " stands there twice");
            }
        }
        return true;
    }

    /// The entries of all maps; of two of one key the later one, at the place of the first. Null maps are left out.
    private static Expr concat(List<Expr> maps) {
        return maps.stream()
                .reduce((first, second) -> {
                    Expr keys = each(first, part(KEY));
                    Expr old = col("lambda.old");
                    Expr key = call(Function.STRUCT_EXTRACT, old, lit(KEY));
                    Expr value = Expressions.when(call(Function.LIST_CONTAINS, each(second, part(KEY)), key))
                            .then(value(second, key))
                            .otherwise(call(Function.STRUCT_EXTRACT, old, lit(VALUE)));
                    Expr replaced = call(
                            Function.LIST_TRANSFORM,
                            first,
                            new Expr.Lambda(
                                    List.of("lambda.old"),
                                    call(Function.STRUCT_PACK, lit(KEY), key, lit(VALUE), value)));
                    Expr known = call(Function.LIST_CONTAINS, keys, part(KEY));
                    Expr added = call(
                            Function.LIST_FILTER,
                            second,
                            new Expr.Lambda(
                                    List.of(ENTRY),
                                    Expressions.coalesce(known, false).not()));
                    return call(Function.LIST_CONCAT, replaced, added);
                })
                .orElseThrow(() -> new IllegalArgumentException("map_concat takes maps"));
    }

    /// The value of a key as a list, which is empty if the map does not have it.
    private static Expr found(Expr map, Expr key) {
        Expr entries = call(
                Function.LIST_FILTER,
                map,
                new Expr.Lambda(List.of(ENTRY), part(KEY).eq(key)));
        return each(entries, part(VALUE));
    }

    /// The value of a key, null if the map does not have it.
    public static Expr value(Expr map, Expr key) {
        return call(Function.LIST_EXTRACT, found(map, key), lit(1L));
    }

    /// The type of the keys of a map, if a type is that of one.
    public static Optional<DataType> keys(DataType type) {
        return type.decoded() instanceof DataType.ListType(DataType element)
                        && element.decoded() instanceof DataType.StructType(List<Field> fields)
                        && fields.stream().map(Field::name).toList().equals(List.of(KEY, VALUE))
                ? Optional.of(fields.getFirst().type().decoded())
                : Optional.empty();
    }
}
