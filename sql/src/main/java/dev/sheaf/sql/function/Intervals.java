package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Scaling;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// INTERVAL: a constant as the text that is cast, and a number of units as that many times one unit.
public final class Intervals {
    private Intervals() {}

    /// The text of a constant interval: `3 DAYS`.
    public static Optional<String> constant(Expression.Interval interval) {
        String unit = interval.unit()
                .map(name -> " " + name.text().toUpperCase(Locale.ROOT))
                .orElse("");
        return amount(interval.amount()).map(amount -> amount + unit);
    }

    private static Optional<String> amount(Expression expression) {
        return switch (expression) {
            case Expression.Numeral number -> Optional.of(number.digits());
            case Expression.Text text -> Optional.of(text.value());
            case Expression.Prefix(Expression.Sign sign, Expression operand, var _)
            when sign == Expression.Sign.MINUS && !(operand instanceof Expression.Prefix) ->
                amount(operand).map(digits -> "-" + digits);
            default -> Optional.empty();
        };
    }

    /// Whether values of a type are spans of time, which numbers multiply and divide.
    public static boolean isSpan(DataType type) {
        return type instanceof DataType.IntervalType || type instanceof DataType.DurationType;
    }

    /// A span so many times, or that part of it; a part of a month is so many of 30 days, null that by 0.
    public static Expr scaled(Expr span, DataType type, Expr factor, boolean divides) {
        ScalarFunction scaled = ScalarFunction.of(
                divides ? "divide" : "multiply",
                List.of(type, DataType.FLOAT64),
                type,
                values -> Scaling.of(values[0], (Double) values[1], divides));
        return new Expr.Applied(scaled, List.of(span, factor.cast(DataType.FLOAT64)));
    }

    /// So many whole units: a fraction is cut off, as in DuckDB.
    public static Expr of(Expr amount, DataType type, Name unit) {
        Expr whole = type.isInteger()
                ? amount
                : new Expr.Call(Function.TRUNC, List.of(amount.cast(DataType.FLOAT64))).cast(DataType.INT32);
        return Expressions.lit("1 " + unit.text().toUpperCase(Locale.ROOT))
                .cast(DataType.INTERVAL)
                .times(whole);
    }
}
