package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// `trunc`, which takes a number of digits that stay.
final class Rounding {
    private static final int MOST_DIGITS = 38;

    private Rounding() {}

    /// A number without its digits from some place on. Those behind the point are counted up from 0, those before it
    /// down; of decimals the count is a constant, for their type depends on it.
    static Expr truncated(List<Expr> arguments, List<DataType> types) {
        if (arguments.size() != 2) {
            return new Expr.Call(Function.TRUNC, arguments);
        }
        Expr number = arguments.getFirst();
        Expr digits = arguments.getLast();
        Expr folded = Literals.folded(digits);
        if (folded instanceof Expr.Literal(Object none, var _) && none == null) {
            return new Expr.Literal(null, types.getFirst());
        }
        Optional<Integer> count = Literals.wholeNumber(folded).map(Rounding::places);
        return switch (types.getFirst().decoded()) {
            case DataType.NullType _ -> number.cast(DataType.INT64);
            case DataType.DecimalType(int precision, int scale)
            when scale > 0 || count.isPresent() -> {
                int places = count.orElseThrow(
                        () -> new IllegalArgumentException("trunc takes a constant number of digits here"));
                DataType result = DataType.decimal(precision, Math.clamp(places, 0, scale));
                boolean hasNone = -places >= precision - scale;
                Expr behind = hasNone ? number : number.mod(unit(places));
                yield places >= scale ? number : number.minus(behind).cast(result);
            }
            case DataType type
            when type.isFloating() -> {
                Expr scale = call(Function.POWER, lit(10.0), digits);
                Expr few = call(Function.DIVIDE, call(Function.TRUNC, number.times(scale)), scale);
                yield when(call(Function.ABS, few).lt(lit(Double.POSITIVE_INFINITY)))
                        .then(few)
                        .otherwise(number)
                        .cast(type);
            }
            case DataType type ->
                count.map(places -> places < 0 ? truncated(number, unit(places)).cast(type) : number)
                        .orElseGet(() -> byRow(number, digits, type));
        };
    }

    private static int places(BigInteger digits) {
        return Math.clamp(digits.longValue(), -MOST_DIGITS, MOST_DIGITS);
    }

    private static Expr unit(int places) {
        BigDecimal unit = BigDecimal.ONE.movePointLeft(places);
        return places > -MOST_DIGITS ? lit(unit.setScale(Math.max(0, places))) : lit(unit.subtract(BigDecimal.ONE));
    }

    private static Expr truncated(Expr number, Expr unit) {
        return number.minus(number.mod(unit));
    }

    private static Expr byRow(Expr number, Expr digits, DataType type) {
        Expr places = call(Function.LEAST, call(Function.NEGATE, digits), lit(MOST_DIGITS - 1));
        Expr unit = call(Function.POWER, lit(10.0), places).cast(DataType.decimal(MOST_DIGITS, 0));
        return when(digits.lt(0L))
                .then(truncated(number, unit).cast(type))
                .when(digits.ge(0L))
                .then(number)
                .otherwise(null);
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }
}
