package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.function.value.ListOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Functions of lists and structs by name.
public final class ListFunctions {
    /// The names of these functions.
    static final String NAMES = """
            aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat
            array_contains array_distinct array_extract array_filter array_has array_indexof array_length
            array_position array_prepend array_reduce array_reverse array_reverse_sort array_slice array_sort
            array_to_string array_transform array_unique array_value array_zip filter flatten generate_series
            list_aggr list_aggregate list_any_value list_append list_apply list_arbitrary list_avg list_bool_and
            list_bool_or list_cat list_concat list_contains list_count list_distinct list_element list_extract
            list_filter list_first list_has list_indexof list_last list_max list_mean list_median list_min
            list_pack list_position list_prepend list_product list_reduce list_reverse list_reverse_sort
            list_slice list_sort list_stddev list_stddev_pop list_stddev_samp list_sum list_transform
            list_unique list_value list_var_pop list_var_samp list_variance list_zip range reduce split
            str_split string_split string_to_array struct_extract""";

    private static final List<String> AGGREGATES = List.of(
            "sum",
            "avg",
            "mean",
            "product",
            "min",
            "max",
            "first",
            "last",
            "any_value",
            "count",
            "bool_and",
            "bool_or",
            "median",
            "stddev_samp",
            "stddev_pop",
            "var_samp",
            "var_pop",
            "stddev",
            "variance",
            "arbitrary");

    private ListFunctions() {}

    static void addTo(Map<String, Scalar> functions) {
        direct(functions, Function.LIST_VALUE, "list_value", "list_pack", "array_value");
        direct(functions, Function.LIST_EXTRACT, "list_extract", "list_element", "array_extract");
        put(functions, ListFunctions::concatenated, "list_concat", "list_cat", "array_concat", "array_cat");
        direct(functions, Function.LIST_CONTAINS, "list_contains", "list_has", "array_contains", "array_has");
        direct(functions, Function.LIST_POSITION, "list_position", "list_indexof", "array_position", "array_indexof");
        direct(functions, Function.LIST_DISTINCT, "list_distinct", "array_distinct");
        direct(functions, Function.LIST_REVERSE, "list_reverse", "array_reverse");
        direct(
                functions,
                Function.LIST_AGGREGATE,
                "list_aggregate",
                "list_aggr",
                "array_aggregate",
                "array_aggr",
                "aggregate");
        direct(functions, Function.LIST_FLATTEN, "flatten");
        put(functions, ListFunctions::zipped, "list_zip", "array_zip");
        direct(functions, Function.LIST_JOIN, "array_to_string");
        direct(functions, Function.STRING_SPLIT, "string_split", "str_split", "string_to_array", "split");
        direct(functions, Function.STRUCT_EXTRACT, "struct_extract");
        direct(
                functions,
                Function.LIST_TRANSFORM,
                "list_transform",
                "list_apply",
                "array_transform",
                "array_apply",
                "apply");
        direct(functions, Function.LIST_FILTER, "list_filter", "array_filter", "filter");
        direct(functions, Function.LIST_REDUCE, "list_reduce", "array_reduce", "reduce");
        put(functions, ListFunctions::lengthOfDimension, "array_length");
        put(functions, arguments -> slice(arguments), "list_slice", "array_slice");
        put(functions, arguments -> sort(arguments, false), "list_sort", "array_sort");
        put(functions, arguments -> sort(arguments, true), "list_reverse_sort", "array_reverse_sort");
        put(functions, arguments -> range(arguments, false), "range");
        put(functions, arguments -> range(arguments, true), "generate_series");
        put(functions, arguments -> joined(both(arguments), true), "list_append", "array_append");
        put(functions, arguments -> joined(both(arguments), false), "list_prepend", "array_prepend");
        put(
                functions,
                arguments -> length(List.of(call(Function.LIST_DISTINCT, arguments))),
                "list_unique",
                "array_unique");
        for (String aggregate : AGGREGATES) {
            functions.put(
                    "list_" + aggregate,
                    arguments -> call(Function.LIST_AGGREGATE, with(arguments, Expressions.lit(aggregate))));
        }
    }

    /// Whether lists have an aggregate of their own of this name.
    public static boolean isAggregate(String name) {
        return AGGREGATES.contains(name);
    }

    private static void put(Map<String, Scalar> functions, Scalar function, String... names) {
        for (String name : names) {
            functions.put(name, function);
        }
    }

    /// Nothing behind nothing is an empty list.
    private static Expr concatenated(List<Expr> lists) {
        return call(lists.isEmpty() ? Function.LIST_VALUE : Function.LIST_CONCAT, lists);
    }

    private static void direct(Map<String, Scalar> functions, Function function, String... names) {
        put(functions, arguments -> call(function, arguments), names);
    }

    /// A list that is null is as one without elements.
    private static Expr zipped(List<Expr> arguments) {
        return Expressions.call(
                Function.COALESCE, call(Function.LIST_ZIP, arguments), call(Function.LIST_VALUE, List.of()));
    }

    private static Expr call(Function function, List<Expr> arguments) {
        return new Expr.Call(function, arguments);
    }

    private static List<Expr> with(List<Expr> arguments, Expr last) {
        List<Expr> all = new ArrayList<>(arguments);
        all.add(last);
        return all;
    }

    private static List<Expr> both(List<Expr> arguments) {
        if (arguments.size() != 2) {
            throw new IllegalArgumentException("this takes a list and an element");
        }
        return arguments;
    }

    /// The length of a list; a second argument may say that it is the one of its first dimension.
    private static Expr lengthOfDimension(List<Expr> arguments) {
        if (arguments.size() == 2
                && arguments.getLast() instanceof Expr.Literal(Object dimension, DataType _)
                && dimension instanceof Number number
                && number.longValue() == 1) {
            return length(arguments.subList(0, 1));
        }
        return length(arguments);
    }

    private static Expr length(List<Expr> arguments) {
        return call(Function.LENGTH, arguments);
    }

    /// An element behind a list, or in front of one.
    private static Expr joined(List<Expr> arguments, boolean behind) {
        Expr list = arguments.get(behind ? 0 : 1);
        Expr element = call(Function.LIST_VALUE, List.of(arguments.get(behind ? 1 : 0)));
        return call(Function.LIST_CONCAT, behind ? List.of(list, element) : List.of(element, list));
    }

    private static Expr slice(List<Expr> arguments) {
        if (arguments.size() < 3 || arguments.size() > 4) {
            throw new IllegalArgumentException("list_slice takes a list, two bounds and perhaps a step");
        }
        return call(Function.LIST_SLICE, arguments.size() == 4 ? arguments : with(arguments, Expressions.lit(1L)));
    }

    private static Expr sort(List<Expr> arguments, boolean reversed) {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException(
                    "list_sort takes a list, 'ASC' or 'DESC', and 'NULLS FIRST' or 'NULLS LAST'");
        }
        List<String> words = new ArrayList<>();
        for (Expr option : arguments.subList(1, arguments.size())) {
            if (!(Literals.folded(option) instanceof Expr.Literal(Object word, var _))) {
                throw new IllegalArgumentException("the order of a list is a constant text");
            }
            if (word == null) {
                return Expressions.lit(null);
            }
            words.add(word.toString());
        }
        ListOrder order = reversed ? ListOrder.falling(words) : ListOrder.of(words);
        return call(
                Function.LIST_SORT,
                List.of(arguments.getFirst(), Expressions.lit(order.falling()), Expressions.lit(order.nullsFirst())));
    }

    private static Expr range(List<Expr> arguments, boolean inclusive) {
        if (arguments.isEmpty() || arguments.size() > 3) {
            throw new IllegalArgumentException("range takes an end, a start and an end, or a start, an end and a step");
        }
        boolean onlyEnd = arguments.size() == 1;
        Expr start = onlyEnd ? Expressions.lit(0L) : arguments.getFirst();
        Expr step = arguments.size() == 3 ? arguments.get(2) : Expressions.lit(1L);
        return call(
                Function.LIST_RANGE, List.of(start, arguments.get(onlyEnd ? 0 : 1), step, Expressions.lit(inclusive)));
    }
}
