package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import java.util.Map;

/// Functions of the texts of an ENUM, which ask for the type of their argument alone.
final class EnumFunctions {
    /// The names of these functions.
    static final String NAMES = """
            enum_code enum_first enum_last enum_range enum_range_boundary""";

    private EnumFunctions() {}

    static void addTo(Map<String, Typed> functions) {
        functions.put("enum_range", (arguments, types) -> list(texts("enum_range", arguments, types)));
        functions.put(
                "enum_first",
                (arguments, types) -> lit(texts("enum_first", arguments, types).getFirst()));
        functions.put(
                "enum_last",
                (arguments, types) -> lit(texts("enum_last", arguments, types).getLast()));
        functions.put("enum_code", EnumFunctions::code);
        functions.put("enum_range_boundary", EnumFunctions::between);
    }

    private static List<Object> texts(String name, List<Expr> arguments, List<DataType> types) {
        Typed.checkCount(name, arguments, 1);
        return texts(name, types.getFirst());
    }

    private static List<Object> texts(String name, DataType type) {
        if (type.decoded() instanceof DataType.CategoryType category) {
            return category.categories().values();
        }
        throw new IllegalArgumentException(name + " takes a value of an ENUM, not " + TypeNames.nameOf(type));
    }

    private static Expr list(List<Object> texts) {
        return new Expr.Call(
                Function.LIST_VALUE, texts.stream().<Expr>map(text -> lit(text)).toList());
    }

    /// The place of a text among those of its ENUM, from 0.
    private static Expr code(List<Expr> arguments, List<DataType> types) {
        List<Object> texts = texts("enum_code", arguments, types);
        Expr text = arguments.getFirst().cast(DataType.STRING);
        Expr place = ScalarFunctions.find("list_position").orElseThrow().of(List.of(list(texts), text));
        return place.minus(lit(1)).cast(texts.size() <= 256 ? DataType.UINT8 : DataType.UINT32);
    }

    /// The texts from one to another, from the first if that is null, to the last if that is.
    private static Expr between(List<Expr> arguments, List<DataType> types) {
        String name = "enum_range_boundary";
        Typed.checkCount(name, arguments, 2);
        DataType type = types.getFirst().decoded().equals(DataType.NULL) ? types.getLast() : types.getFirst();
        Expr all = list(texts(name, type));
        Expr from = place(all, arguments.getFirst(), lit(1L));
        Expr to = place(all, arguments.getLast(), lit((long) texts(name, type).size()));
        return ScalarFunctions.find("list_slice").orElseThrow().of(List.of(all, from, to));
    }

    private static Expr place(Expr all, Expr value, Expr otherwise) {
        Expr text = value.cast(DataType.STRING);
        Expr place = ScalarFunctions.find("list_position").orElseThrow().of(List.of(all, text));
        return when(value.isNull()).then(otherwise).otherwise(place);
    }
}
