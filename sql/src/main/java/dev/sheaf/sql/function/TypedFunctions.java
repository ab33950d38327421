package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The scalar functions of SQL whose meaning depends on the types of their arguments, by name.
public final class TypedFunctions {
    private static final Map<String, Typed> FUNCTIONS = functions();

    private TypedFunctions() {}

    public static Optional<Typed> find(String name) {
        return Optional.ofNullable(FUNCTIONS.get(name));
    }

    /// The names that a user may write.
    public static Set<String> names() {
        return FUNCTIONS.keySet();
    }

    private static Map<String, Typed> functions() {
        Map<String, Typed> functions = new HashMap<>();
        functions.put("typeof", (arguments, types) -> typeOf("typeof", arguments, types));
        functions.put(
                "pg_typeof",
                (arguments, types) -> lit(TypeNames.nameOf(types.getFirst()).toLowerCase(Locale.ROOT)));
        functions.put("concat", TypedFunctions::concat);
        functions.put("contains", TypedFunctions::contains);
        ListSets.addTo(functions);
        StructFunctions.addTo(functions);
        return Collections.unmodifiableMap(functions);
    }

    private static Expr typeOf(String name, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(name, arguments, 1);
        return lit(TypeNames.nameOf(types.getFirst()));
    }

    /// Of lists one list, else one text.
    private static Expr concat(List<Expr> arguments, List<DataType> types) {
        boolean areLists = types.stream().anyMatch(TypedFunctions::isList)
                && types.stream()
                        .allMatch(type -> isList(type) || type.decoded().equals(DataType.NULL));
        return areLists
                ? new Expr.Call(Function.LIST_CONCAT, arguments)
                : ScalarFunctions.find("concat").orElseThrow().of(arguments);
    }

    /// Whether a list has an element, a map a key, or a text a text in it.
    private static Expr contains(List<Expr> arguments, List<DataType> types) {
        Typed.checkCount("contains", arguments, 2);
        String name = MapFunctions.keys(types.getFirst()).isPresent()
                ? "map_contains"
                : isList(types.getFirst()) ? "list_contains" : "contains";
        return ScalarFunctions.find(name).orElseThrow().of(arguments);
    }

    static boolean isList(DataType type) {
        return type.decoded() instanceof DataType.ListType;
    }
}
