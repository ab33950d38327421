package dev.sheaf.sql.bind;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.tree.Expression;
import java.util.ArrayList;
import java.util.List;

/// How many levels `unnest(x, recursive := true)` or `unnest(x, max_depth := 2)` takes apart: elements of lists become
/// rows, and below them fields of structs become columns.
record UnnestDepth(int levels) {
    private static final String ELEMENT = "lambda.element";

    /// A result column; a list whose elements become rows, if `isUnnested`.
    record Part(String name, Expr value, boolean isUnnested) {}

    /// @throws dev.sheaf.sql.tree.QueryError if an argument says something else
    static UnnestDepth of(Expression.Call call, Origins origins) {
        int levels = 1;
        for (Expression.Argument argument :
                call.arguments().subList(1, call.arguments().size())) {
            String name = argument.name().orElseThrow().text().toLowerCase(java.util.Locale.ROOT);
            if (name.equals("recursive") && argument.value() instanceof Expression.Bool(boolean all, var _)) {
                levels = all ? Integer.MAX_VALUE : 1;
            } else if (name.equals("max_depth")) {
                levels = Literals.wholeNumber(argument.value())
                        .filter(depth -> depth.signum() > 0 && depth.bitLength() < Integer.SIZE)
                        .orElseThrow(() -> origins.error(argument.value(), "max_depth is a number of levels"))
                        .intValue();
            } else {
                throw origins.error(call, "unnest takes recursive := true and max_depth := n besides a value");
            }
        }
        return new UnnestDepth(levels);
    }

    /// The columns of a list or struct, and of nothing else.
    List<Part> parts(String name, Expr value, DataType type) {
        List<Part> parts = new ArrayList<>();
        add(parts, name, value, type, levels);
        return parts;
    }

    private static void add(List<Part> parts, String name, Expr value, DataType type, int levels) {
        switch (type.decoded()) {
            case DataType.ListType list -> addList(parts, name, value, list, levels - 1);
            case DataType.StructType struct -> addStruct(parts, value, struct, levels - 1);
            default -> throw new AssertionError(type);
        }
    }

    /// Fields; those that are lists stay lists. `levels` are those below.
    private static void addStruct(List<Part> parts, Expr value, DataType.StructType type, int levels) {
        type.fields().forEach(field -> {
            Expr part = new Expr.Call(Function.STRUCT_EXTRACT, List.of(value, lit(field.name())));
            if (levels > 0 && field.type().decoded() instanceof DataType.StructType inner) {
                addStruct(parts, part, inner, levels - 1);
            } else {
                parts.add(new Part(field.name(), part, false));
            }
        });
    }

    /// Lists of lists are put together, and lists of structs become a list of each field. `levels` are those below.
    private static void addList(List<Part> parts, String name, Expr list, DataType.ListType type, int levels) {
        switch (type.element().decoded()) {
            case DataType.ListType inner
            when levels > 0 ->
                addList(parts, name, new Expr.Call(Function.LIST_FLATTEN, List.of(list)), inner, levels - 1);
            case DataType.StructType struct
            when levels > 0 -> {
                List<Part> fields = new ArrayList<>();
                addStruct(fields, col(ELEMENT), struct, levels - 1);
                fields.forEach(field -> {
                    Expr.Lambda each = new Expr.Lambda(List.of(ELEMENT), field.value());
                    Expr values = new Expr.Call(Function.LIST_TRANSFORM, List.of(list, each));
                    parts.add(new Part(field.name(), values, true));
                });
            }
            default -> parts.add(new Part(name, list, true));
        }
    }
}
