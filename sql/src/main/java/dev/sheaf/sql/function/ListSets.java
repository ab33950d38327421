package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/// Functions of two lists, and lists made from others by places: as functions of lists with lambdas.
public final class ListSets {
    /// The names of these functions.
    static final String NAMES = """
            array_has_all array_has_any array_intersect array_pop_back array_pop_front array_push_back
            array_push_front array_resize array_select array_to_string_comma_default array_where list_has_all
            list_has_any list_intersect list_resize list_select list_string_agg list_where""";

    private static final String EACH = "lambda.each";

    private ListSets() {}

    static void addTo(Map<String, Typed> functions) {
        both(functions, ListSets::overlap, "list_has_any", "array_has_any");
        both(functions, ListSets::holdsAll, "list_has_all", "array_has_all");
        both(functions, ListSets::common, "list_intersect", "array_intersect");
        both(functions, ListSets::selected, "list_select", "array_select");
        both(functions, ListSets::kept, "list_where", "array_where");
        put(functions, ListSets::resized, "list_resize", "array_resize");
        both(functions, ListSets::pushed, "array_push_back");
        both(functions, (list, element) -> joined(value(element), list), "array_push_front");
        put(functions, (arguments, _) -> slice(one("array_pop_back", arguments), 1, -2), "array_pop_back");
        put(functions, (arguments, _) -> slice(one("array_pop_front", arguments), 2, -1), "array_pop_front");
        put(functions, (arguments, _) -> texts(arguments), "list_string_agg", "array_to_string_comma_default");
    }

    private static void put(Map<String, Typed> functions, Typed function, String... names) {
        for (String name : names) {
            functions.put(name, function);
        }
    }

    private static void both(Map<String, Typed> functions, BinaryOperator<Expr> function, String... names) {
        for (String name : names) {
            functions.put(name, (arguments, _) -> {
                Typed.checkCount(name, arguments, 2);
                return function.apply(arguments.getFirst(), arguments.getLast());
            });
        }
    }

    private static Expr one(String name, List<Expr> arguments) {
        Typed.checkCount(name, arguments, 1);
        return arguments.getFirst();
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }

    private static Expr lambda(Expr body) {
        return new Expr.Lambda(List.of(EACH), body);
    }

    private static Expr value(Expr element) {
        return call(Function.LIST_VALUE, element);
    }

    private static Expr joined(Expr first, Expr second) {
        return call(Function.LIST_CONCAT, first, second);
    }

    private static Expr pushed(Expr list, Expr element) {
        return joined(list, value(element));
    }

    private static Expr slice(Expr list, long from, long to) {
        return call(Function.LIST_SLICE, list, lit(from), lit(to), lit(1L));
    }

    private static Expr among(Expr list, Expr others) {
        return call(Function.LIST_FILTER, list, lambda(call(Function.LIST_CONTAINS, others, col(EACH))));
    }

    /// Whether two lists have an element in common.
    public static Expr overlap(Expr first, Expr second) {
        return when(second.isNotNull())
                .then(call(Function.LENGTH, among(first, second)).gt(0L))
                .otherwise(lit(null));
    }

    /// Whether the first list has all elements of the second one.
    public static Expr holdsAll(Expr list, Expr wanted) {
        Expr missing = call(
                Function.LIST_FILTER,
                wanted,
                lambda(call(Function.LIST_CONTAINS, list, col(EACH)).not()));
        return when(list.isNotNull())
                .then(call(Function.LENGTH, missing).eq(0L))
                .otherwise(lit(null));
    }

    private static Expr common(Expr first, Expr second) {
        return call(Function.LIST_DISTINCT, among(first, second));
    }

    private static Expr selected(Expr list, Expr places) {
        Expr elements = call(Function.LIST_TRANSFORM, places, lambda(call(Function.LIST_EXTRACT, list, col(EACH))));
        return when(list.isNotNull()).then(elements).otherwise(lit(null));
    }

    /// The elements beside which the other list has true.
    private static Expr kept(Expr list, Expr truths) {
        Expr pairs = call(Function.LIST_ZIP, list, truths);
        Expr wanted = call(Function.LIST_FILTER, pairs, lambda(part("element_2")));
        return when(list.isNotNull().and(truths.isNotNull()))
                .then(call(Function.LIST_TRANSFORM, wanted, lambda(part("element_1"))))
                .otherwise(lit(null));
    }

    private static Expr part(String name) {
        return call(Function.STRUCT_EXTRACT, col(EACH), lit(name));
    }

    /// Cut, or filled up with nulls or a value.
    private static Expr resized(List<Expr> arguments, List<DataType> types) {
        if (arguments.size() != 3) {
            Typed.checkCount("list_resize", arguments, 2);
        }
        if (!(types.getFirst().decoded() instanceof DataType.ListType(DataType element))) {
            throw new IllegalArgumentException(
                    "list_resize takes a list, a length and perhaps a value to fill it up with");
        }
        Expr list = arguments.getFirst();
        Expr size = arguments.get(1).cast(DataType.INT64);
        Expr filling = arguments.size() == 3 ? arguments.get(2) : lit(null).cast(element.decoded());
        Expr missing = call(Function.LIST_RANGE, lit(0L), size.minus(call(Function.LENGTH, list)), lit(1L), lit(false));
        Expr filled = joined(
                call(Function.LIST_SLICE, list, lit(1L), size, lit(1L)),
                call(Function.LIST_TRANSFORM, missing, lambda(filling)));
        return when(list.isNotNull()).then(filled).otherwise(lit(null));
    }

    private static Expr texts(List<Expr> arguments) {
        Expr list = one("list_string_agg", arguments);
        Expr count = ScalarFunctions.find("list_count").orElseThrow().of(List.of(list));
        return when(count.gt(0L)).then(call(Function.LIST_JOIN, list, lit(","))).otherwise(lit(null));
    }
}
