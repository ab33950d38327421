package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Typing;
import java.util.ArrayList;
import java.util.List;

/// TRY_CAST between any types: null where there is no conversion, in lists and structs in the place of each value.
public final class TriedCasts {
    private static final String ELEMENT = "tried element";

    private TriedCasts() {}

    /// @param from the type of the value
    public static Expr of(Expr value, DataType from, DataType to) {
        return of(value, from.decoded(), to, 0);
    }

    private static Expr of(Expr value, DataType from, DataType to, int depth) {
        if (Typing.canCast(from, to)) {
            return Literals.cast(value, to, true);
        }
        if (from instanceof DataType.ListType(DataType own) && to instanceof DataType.ListType(DataType other)) {
            String element = ELEMENT + depth;
            Expr tried = of(col(element), own.decoded(), other, depth + 1);
            Expr.Lambda each = new Expr.Lambda(List.of(element), tried);
            return new Expr.Call(Function.LIST_TRANSFORM, List.of(value, each));
        }
        if (from instanceof DataType.StructType(List<Field> own)
                && to instanceof DataType.StructType(List<Field> others)
                && names(own).equals(names(others))) {
            return struct(value, own, others, depth);
        }
        return new Expr.Literal(null, to);
    }

    private static List<String> names(List<Field> fields) {
        return fields.stream().map(Field::name).toList();
    }

    private static Expr struct(Expr value, List<Field> own, List<Field> others, int depth) {
        List<Expr> fields = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            Expr name = lit(own.get(i).name());
            Expr field = new Expr.Call(Function.STRUCT_EXTRACT, List.of(value, name));
            fields.add(name);
            fields.add(of(field, own.get(i).type().decoded(), others.get(i).type(), depth));
        }
        Expr struct = new Expr.Call(Function.STRUCT_PACK, fields);
        return when(value.isNull()).then(lit(null)).otherwise(struct);
    }
}
