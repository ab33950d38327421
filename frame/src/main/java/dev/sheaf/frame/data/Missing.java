package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;

/// Nulls replaced.
public final class Missing {
    private Missing() {}

    /// The columns whose type takes the value, filled; the others as they are.
    ///
    /// @throws IllegalArgumentException if no column takes it
    public static Frame fill(Frame frame, Object value) {
        DataType given = ((Expr.Literal) lit(value)).type();
        List<Expr> filled = frame.columns().names().stream()
                .filter(name -> takes(frame.columns().get(name).type(), given, value))
                .map(name -> filled(name, frame.columns().get(name).type(), value))
                .toList();
        if (filled.isEmpty()) {
            throw new IllegalArgumentException(
                    "no column of " + frame.schema() + " takes " + value + " (" + given + ")");
        }
        return frame.assign(filled);
    }

    /// The floats that are numbers, null for NaN.
    public static Expr withoutNan(Expr floats) {
        return when(call(Function.IS_NAN, floats)).then(null).otherwise(floats);
    }

    /// Whole numbers fill all numbers, categories those that have them, others those of their kind.
    private static boolean takes(DataType column, DataType given, Object value) {
        return switch (column) {
            case DataType.IntType _ -> given.isInteger();
            case DataType.FloatType _ -> given.isNumeric();
            case DataType.DecimalType _ -> given.isInteger() || given instanceof DataType.DecimalType;
            case DataType.CategoryType category -> category.categories().code(value) >= 0;
            default -> column.getClass() == given.getClass();
        };
    }

    private static Expr filled(String name, DataType type, Object value) {
        return coalesce(col(name), lit(value).cast(type)).as(name);
    }
}
