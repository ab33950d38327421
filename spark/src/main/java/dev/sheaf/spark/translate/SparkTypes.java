package dev.sheaf.spark.translate;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import java.util.Optional;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/// Spark's types as Sheaf's.
public final class SparkTypes {
    private static final DataType MOMENT = new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC"));

    private SparkTypes() {}

    /// The type of a column that holds values of a type of Spark.
    ///
    /// @throws UntranslatableException if there is none
    public static DataType of(org.apache.spark.sql.types.DataType type) {
        return switch (type) {
            case BooleanType _ -> DataType.BOOL;
            case ByteType _ -> DataType.INT8;
            case ShortType _ -> DataType.INT16;
            case IntegerType _ -> DataType.INT32;
            case LongType _ -> DataType.INT64;
            case FloatType _ -> DataType.FLOAT32;
            case DoubleType _ -> DataType.FLOAT64;
            case DateType _ -> DataType.DATE;
            case TimestampType _ -> MOMENT;
            case TimestampNTZType _ -> DataType.TIMESTAMP;
            case DecimalType decimal
            when decimal.scale() >= 0 -> DataType.decimal(decimal.precision(), decimal.scale());
            case StringType text when text.isUTF8BinaryCollation() -> DataType.STRING;
            case BinaryType _ -> DataType.BINARY;
            default -> throw new UntranslatableException("type " + type.simpleString());
        };
    }

    /// Whether sums of a type are of whole numbers of 64 bits.
    public static boolean isIntegral(org.apache.spark.sql.types.DataType type) {
        return type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof LongType;
    }

    /// Whether a type is one of floating numbers.
    public static boolean isFloating(org.apache.spark.sql.types.DataType type) {
        return type instanceof FloatType || type instanceof DoubleType;
    }
}
