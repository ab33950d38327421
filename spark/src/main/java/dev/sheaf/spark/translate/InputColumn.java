package dev.sheaf.spark.translate;

import dev.sheaf.column.Field;
import org.apache.spark.sql.types.DataType;

/// A column that is taken from Spark's rows.
///
/// @param ordinal its place in the rows
/// @param type what Spark calls its type
/// @param unscaled whether the digits of its decimals are taken as whole numbers of 64 bits
public record InputColumn(int ordinal, DataType type, boolean unscaled) {
    /// What the column is called in requests.
    public String name() {
        return (unscaled ? "unscaled" : "column") + ordinal;
    }

    /// The field of the requests' input.
    public Field field() {
        return new Field(name(), unscaled ? dev.sheaf.column.DataType.INT64 : SparkTypes.of(type));
    }
}
