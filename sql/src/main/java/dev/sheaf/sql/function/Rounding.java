package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.math.BigDecimal;
import java.util.List;

/// `trunc`, which takes a number of digits that stay.
final class Rounding {
    private Rounding() {}

    /// A number without its digits from some place on. Those behind the point are counted up from 0, those before it
    /// down; of numbers that are not floating ones the count is a constant.
    static Expr truncated(List<Expr> arguments, List<DataType> types) {
        if (arguments.size() != 2) {
            return new Expr.Call(Function.TRUNC, arguments);
        }
        Expr number = arguments.getFirst();
        Expr digits = arguments.getLast();
        if (types.getFirst().isFloating()) {
            Expr scale = call(Function.POWER, lit(10.0), digits);
            return call(Function.DIVIDE, call(Function.TRUNC, number.times(scale)), scale)
                    .cast(types.getFirst());
        }
        if (!(digits instanceof Expr.Literal(Object value, var _) && value instanceof Number count)) {
            throw new IllegalArgumentException("trunc takes a constant number of digits here");
        }
        return towardsZero(number, digits, BigDecimal.ONE.movePointLeft(count.intValue()), types.getFirst());
    }

    /// What rounding gives, less one unit of its last place where that is too much.
    private static Expr towardsZero(Expr number, Expr digits, BigDecimal unit, DataType type) {
        Expr rounded = call(Function.ROUND, number, digits);
        Expr one = call(Function.SIGN, number).times(lit(new BigDecimal(unit.toPlainString())));
        DataType result = type instanceof DataType.DecimalType decimal
                ? DataType.decimal(decimal.precision(), Math.clamp(unit.scale(), 0, decimal.scale()))
                : type;
        return when(call(Function.ABS, rounded).gt(call(Function.ABS, number)))
                .then(rounded.minus(one))
                .otherwise(rounded)
                .cast(result);
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }
}
