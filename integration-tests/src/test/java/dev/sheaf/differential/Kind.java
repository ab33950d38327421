package dev.sheaf.differential;

import dev.sheaf.column.DataType;

/// What a generated expression gives: as much of its type as the generator has to know.
enum Kind {
    BOOL,
    INTEGER,
    DECIMAL,
    FLOAT,
    TEXT,
    DATE,
    TIME,
    TIMESTAMP,
    INSTANT,
    BYTES;

    /// The kind of a column type that test tables have.
    static Kind of(DataType type) {
        return switch (type) {
            case DataType.BoolType() -> BOOL;
            case DataType.IntType _ -> INTEGER;
            case DataType.DecimalType(int _, int scale) -> scale == 0 ? INTEGER : DECIMAL;
            case DataType.FloatType _ -> FLOAT;
            case DataType.StringType() -> TEXT;
            case DataType.DateType() -> DATE;
            case DataType.TimeType _ -> TIME;
            case DataType.TimestampType moment -> moment.zone().isPresent() ? INSTANT : TIMESTAMP;
            case DataType.BinaryType() -> BYTES;
            default -> throw new IllegalArgumentException("test tables have no " + type);
        };
    }

    boolean isNumber() {
        return this == INTEGER || this == DECIMAL || this == FLOAT;
    }
}
