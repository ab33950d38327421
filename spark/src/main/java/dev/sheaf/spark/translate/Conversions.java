package dev.sheaf.spark.translate;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;

/// Casts of Spark that lose nothing or round to the nearest, so that they mean the same under any rules, and those
/// among dates and timestamps.
final class Conversions {
    private Conversions() {}

    /// The value as another type.
    static Expr cast(Expr value, Cast cast) {
        DataType from = cast.child().dataType();
        DataType to = cast.dataType();
        return from.equals(to)
                ? value
                : Temporals.cast(value, from, to, cast.timeZoneId()).orElseGet(() -> cast(value, from, to));
    }

    private static Expr cast(Expr value, DataType from, DataType to) {
        if (from instanceof BooleanType && SparkTypes.isIntegral(to)) {
            return Expressions.when(value)
                    .then(1)
                    .when(value.not())
                    .then(0)
                    .end()
                    .cast(SparkTypes.of(to));
        }
        if (!keepsValues(from, to)) {
            throw new UntranslatableException("cast of " + from.simpleString() + " to " + to.simpleString());
        }
        return value.cast(SparkTypes.of(to));
    }

    private static boolean keepsValues(DataType from, DataType to) {
        return switch (to) {
            case DoubleType _ ->
                from instanceof FloatType || SparkTypes.isIntegral(from) || from instanceof DecimalType;
            case StringType text -> text.equals(DataTypes.StringType) && SparkTypes.isIntegral(from);
            case FloatType _ -> from instanceof ByteType || from instanceof ShortType;
            case DecimalType decimal -> digitsBeforePoint(from) <= room(from, decimal);
            default ->
                SparkTypes.isIntegral(from) && SparkTypes.isIntegral(to) && to.defaultSize() > from.defaultSize();
        };
    }

    /// How many digits before the point a decimal has room for, or -1 if it cuts digits behind the point.
    private static int room(DataType from, DecimalType to) {
        boolean cuts = from instanceof DecimalType decimal && decimal.scale() > to.scale();
        return cuts ? -1 : to.precision() - to.scale();
    }

    private static int digitsBeforePoint(DataType from) {
        return switch (from) {
            case ByteType _ -> 3;
            case ShortType _ -> 5;
            case IntegerType _ -> 10;
            case LongType _ -> 19;
            case DecimalType decimal -> decimal.precision() - decimal.scale();
            default -> Integer.MAX_VALUE;
        };
    }
}
