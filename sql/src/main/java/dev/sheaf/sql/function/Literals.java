package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.fold.Folding;
import dev.sheaf.sql.function.value.NestedTexts;
import dev.sheaf.sql.tree.Expression;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Constants with the types that DuckDB gives them: the first of INTEGER, BIGINT, DECIMAL that holds a whole
/// number, DECIMAL with the digits as written for one with a point, DOUBLE for one with an exponent.
public final class Literals {
    /// Digits beyond which a number is no DECIMAL whatever its point.
    private static final int MOST_DIGITS = 1000;

    /// Digits that fit a long whatever they are, a sign included.
    private static final int LONG_DIGITS = 18;

    private Literals() {}

    /// The constant of a number as written, with a sign or without.
    public static Expr number(String digits) {
        if (isShortWhole(digits)) {
            return whole(Long.parseLong(digits));
        }
        boolean floating = digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0 || digits.length() > MOST_DIGITS;
        return floating ? Expressions.lit(Double.parseDouble(digits)) : exact(new BigDecimal(digits));
    }

    /// Most constants, for which no [BigDecimal] is needed: its class takes milliseconds to start.
    private static boolean isShortWhole(String digits) {
        return digits.length() <= LONG_DIGITS && digits.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '-');
    }

    private static Expr whole(long value) {
        return value == (int) value ? Expressions.lit((int) value) : Expressions.lit(value);
    }

    private static Expr exact(BigDecimal value) {
        if (value.precision() > DataType.DecimalType.MAX_PRECISION
                || value.scale() > DataType.DecimalType.MAX_PRECISION) {
            return Expressions.lit(value.doubleValue());
        }
        if (value.scale() > 0) {
            return Expressions.lit(value);
        }
        BigInteger whole = value.toBigIntegerExact();
        return whole.bitLength() < Long.SIZE
                ? whole(whole.longValue())
                : new Expr.Literal(new BigDecimal(whole), DataType.decimal(DataType.DecimalType.MAX_PRECISION, 0));
    }

    /// A cast; a constant date right away, because scans skip by constants.
    public static Expr cast(Expr input, DataType type, boolean lenient) {
        if (type.equals(DataType.DATE)
                && input instanceof Expr.Literal(Object value, var _)
                && value instanceof String text) {
            try {
                return Expressions.lit(LocalDate.parse(text));
            } catch (DateTimeException other) {
                return new Expr.Cast(input, type, lenient);
            }
        }
        return new Expr.Cast(input, type, lenient);
    }

    /// Whether this is a cast of a constant text that cannot be read as the type.
    public static boolean isFailing(Expr cast) {
        return cast instanceof Expr.Cast(Expr.Literal(Object value, var _), DataType type, boolean lenient)
                && value instanceof String
                && !lenient
                && !NestedTexts.takes(type)
                && !(Binder.bind(cast, new Schema(List.of())) instanceof BoundExpr.Constant);
    }

    /// The text of a literal, if it is one.
    public static Optional<String> text(Expression expression) {
        return expression instanceof Expression.Text text ? Optional.of(text.value()) : Optional.empty();
    }

    /// The value of an expression that reads no column, as a literal; any other expression as it is, and one that
    /// fails.
    public static Expr folded(Expr expr) {
        return ExprColumns.of(expr).isEmpty() ? Folding.fold(expr.unaliased(), new Schema(List.of())) : expr;
    }

    /// A list that is written, with the values of its constant elements.
    public static Expr foldedElements(Expr expr) {
        return expr instanceof Expr.Call(Function function, List<Expr> elements) && function == Function.LIST_VALUE
                ? new Expr.Call(
                        function, elements.stream().map(Literals::folded).toList())
                : expr;
    }

    /// The whole number that an expression is, if it reads no column and gives one.
    public static Optional<BigInteger> wholeNumber(Expr expr) {
        return folded(expr) instanceof Expr.Literal(Object value, var _)
                ? Optional.ofNullable(value).flatMap(Literals::wholeValue)
                : Optional.empty();
    }

    /// The whole number that a value is, if it is one.
    public static Optional<BigInteger> wholeValue(Object value) {
        return switch (value) {
            case Byte _, Short _, Integer _, Long _ -> Optional.of(BigInteger.valueOf(((Number) value).longValue()));
            case BigDecimal number
            when number.stripTrailingZeros().scale() <= 0 -> Optional.of(number.toBigIntegerExact());
            default -> Optional.empty();
        };
    }

    /// The whole number of a literal, with a sign or without, if it is one.
    public static Optional<BigInteger> wholeNumber(Expression expression) {
        return switch (expression) {
            case Expression.Numeral number
            when isWhole(number.digits()) ->
                Optional.of(new BigInteger(number.digits().replace(".", "")));
            case Expression.Prefix(Expression.Sign sign, Expression operand, var _)
            when sign == Expression.Sign.MINUS -> wholeNumber(operand).map(BigInteger::negate);
            default -> Optional.empty();
        };
    }

    private static boolean isWhole(String digits) {
        return digits.length() <= MOST_DIGITS && digits.matches("\\d+\\.?");
    }
}
