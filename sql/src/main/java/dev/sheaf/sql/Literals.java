package dev.sheaf.sql;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;

/// Constants with the types that DuckDB gives them: the first of INTEGER, BIGINT, DECIMAL that holds a whole
/// number, DECIMAL with the digits as written for one with a point, DOUBLE for one with an exponent.
final class Literals {
    private Literals() {}

    /// The constant of a literal, or empty for one that has no place in an expression.
    static Optional<Expr> of(SqlLiteral literal) {
        SqlTypeName type = literal.getTypeName();
        return switch (type) {
            case NULL -> Optional.of(Expressions.lit(null));
            case BOOLEAN -> Optional.of(Expressions.lit(literal.booleanValue()));
            case CHAR -> Optional.of(Expressions.lit(literal.toValue()));
            case DOUBLE -> Optional.of(Expressions.lit(number(literal).doubleValue()));
            case DECIMAL -> Optional.of(exact(number(literal)));
            default -> Optional.empty();
        };
    }

    private static BigDecimal number(SqlLiteral literal) {
        return java.util.Objects.requireNonNull(literal.bigDecimalValue());
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
        if (whole.bitLength() < Integer.SIZE) {
            return Expressions.lit(whole.intValue());
        }
        return whole.bitLength() < Long.SIZE
                ? Expressions.lit(whole.longValue())
                : new Expr.Literal(new BigDecimal(whole), DataType.decimal(DataType.DecimalType.MAX_PRECISION, 0));
    }

    /// A cast; a constant date right away, because scans skip by constants.
    static Expr cast(Expr input, DataType type, boolean lenient) {
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
    static boolean isFailing(Expr cast) {
        return cast instanceof Expr.Cast(Expr.Literal(Object value, var _), DataType type, boolean lenient)
                && value instanceof String
                && !lenient
                && !(type instanceof DataType.ListType)
                && !(Binder.bind(cast, Scope.EMPTY.schema()) instanceof BoundExpr.Constant);
    }

    /// The text of a literal, if it is one.
    static Optional<String> text(SqlNode node) {
        return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR
                ? Optional.ofNullable(literal.toValue())
                : Optional.empty();
    }

    /// The whole number of a literal, if it is one.
    static Optional<BigInteger> wholeNumber(SqlNode node) {
        return node instanceof SqlLiteral literal
                        && literal.getTypeName() == SqlTypeName.DECIMAL
                        && number(literal).scale() == 0
                ? Optional.of(number(literal).toBigInteger())
                : Optional.empty();
    }
}
