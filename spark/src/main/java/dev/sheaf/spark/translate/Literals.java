package dev.sheaf.spark.translate;

import dev.sheaf.expr.Expr;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// Constants of Spark as constants of Sheaf.
public final class Literals {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1000;

    private Literals() {}

    static Expr of(Literal literal) {
        return of(literal.value(), literal.dataType());
    }

    /// A constant of the form that Spark keeps values of a type in.
    public static Expr of(@Nullable Object value, DataType type) {
        return new Expr.Literal(value == null ? null : object(value, type), SparkTypes.of(type));
    }

    /// A constant string.
    static String text(Literal literal) {
        return text((UTF8String) literal.value());
    }

    private static Object object(Object value, DataType type) {
        return switch (type) {
            case DateType _ -> LocalDate.ofEpochDay((Integer) value);
            case TimestampType _ -> moment((Long) value).toInstant(ZoneOffset.UTC);
            case TimestampNTZType _ -> moment((Long) value);
            case DecimalType decimal -> decimal((Decimal) value, decimal);
            case BinaryType _ -> throw new UntranslatableException("a constant of type binary");
            default -> value instanceof UTF8String text ? text(text) : value;
        };
    }

    private static LocalDateTime moment(long micros) {
        long seconds = Math.floorDiv(micros, MICROS_PER_SECOND);
        int nanos = (int) Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO;
        return LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    }

    private static BigDecimal decimal(Decimal value, DecimalType type) {
        return value.toJavaBigDecimal().setScale(type.scale());
    }

    /// Spark's texts may hold bytes that are no text.
    private static String text(UTF8String value) {
        String text = value.toString();
        if (!UTF8String.fromString(text).equals(value)) {
            throw new UntranslatableException("a constant that is no valid text");
        }
        return text;
    }
}
