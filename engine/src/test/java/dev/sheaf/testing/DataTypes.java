package dev.sheaf.testing;

import dev.sheaf.column.Categories;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.TimeUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The types that tests run through: every kind of [DataType], with a few of each kind that has parameters. A new
/// type that is added here is tested wherever any type is.
public final class DataTypes {
    private static final List<DataType> SCALARS = List.of(
            DataType.BOOL,
            DataType.INT8,
            DataType.INT16,
            DataType.INT32,
            DataType.INT64,
            DataType.UINT8,
            DataType.UINT16,
            DataType.UINT32,
            DataType.UINT64,
            DataType.FLOAT32,
            DataType.FLOAT64,
            DataType.decimal(7, 2),
            DataType.decimal(18, 0),
            DataType.decimal(30, 6),
            DataType.DATE,
            DataType.TIME,
            DataType.TIMESTAMP,
            new DataType.TimestampType(TimeUnit.SECOND, Optional.empty()),
            new DataType.TimestampType(TimeUnit.NANO, Optional.of("UTC")),
            new DataType.DurationType(TimeUnit.MILLI),
            DataType.STRING,
            DataType.BINARY);

    private static final List<DataType> OTHERS = List.of(
            DataType.NULL,
            DataType.INTERVAL,
            new DataType.ListType(DataType.INT32),
            new DataType.StructType(List.of(new Field("x", DataType.INT64), new Field("y", DataType.STRING))),
            new DataType.CategoryType(new Categories(DataType.STRING, List.of("x", "y")), false),
            new DataType.DictionaryType(DataType.STRING));

    private DataTypes() {}

    /// All of them.
    public static List<DataType> all() {
        return Stream.concat(SCALARS.stream(), OTHERS.stream()).toList();
    }

    /// The types that have no parts and a value that can be compared with others by one rule everywhere: all but null,
    /// intervals, and what is made of other types.
    public static List<DataType> scalars() {
        return SCALARS;
    }

    /// Whole numbers.
    public static List<DataType> integers() {
        return SCALARS.stream().filter(DataType::isInteger).toList();
    }

    /// Whole numbers, floats and decimals.
    public static List<DataType> numbers() {
        return SCALARS.stream()
                .filter(type -> type.isInteger() || type.isFloating() || type instanceof DataType.DecimalType)
                .toList();
    }
}
