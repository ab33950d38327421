package dev.sheaf.io.rows;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// The types that are inferred, the narrowest first. A column gets the first that all its values read as.
public enum ValueKind {
    BOOL(DataType.BOOL),
    INT64(DataType.INT64),
    FLOAT64(DataType.FLOAT64),
    DATE(DataType.DATE),
    TIMESTAMP(DataType.TIMESTAMP),
    ZONED_TIMESTAMP(new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC"))),
    TEXT(DataType.STRING);

    private final DataType type;

    ValueKind(DataType type) {
        this.type = type;
    }

    public DataType type() {
        return type;
    }

    /// The type of a column whose values all read as each of `kinds`; text if there were no values.
    public static DataType typeOf(Set<ValueKind> kinds) {
        return kinds.size() == values().length
                ? DataType.STRING
                : EnumSet.copyOf(kinds).iterator().next().type();
    }
}
