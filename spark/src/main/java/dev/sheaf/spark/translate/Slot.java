package dev.sheaf.spark.translate;

import org.apache.spark.sql.types.DataType;

/// A field of the rows that Spark finishes: a key, or a part of an aggregation buffer of Spark.
///
/// @param column the result column of Sheaf that it is made of
/// @param kind how it is made
/// @param type what Spark calls its type
public record Slot(int column, Kind kind, DataType type) {
    /// How a field is made of a result column.
    public enum Kind {
        /// The value itself, null where it is null.
        VALUE,
        /// A list, empty where it is null.
        LIST,
        /// A whole decimal as a bigint, null where it is null or does not fit.
        LONG_OR_NULL,
        /// A sum of floating numbers, null where it is null; Spark adds to 0.0, so -0.0 never comes out.
        DOUBLE_SUM,
        /// A count as a double.
        COUNT_AS_DOUBLE,
        /// 1 as a double where the count is above 0, else 0.
        ONE_AS_DOUBLE,
        /// 1 as a double, and 0 where it is null or not a number.
        ONE_UNLESS_NAN,
        /// The count as a double, and 2 where it is more.
        TWO_AT_MOST,
        /// A double; 0 where it is null, since Spark's buffer knows no null there.
        DOUBLE_OR_ZERO,
        /// 1 where there is a value and 0 where there is none: the count of a mean that is divided already.
        ONE_IF_PRESENT,
        /// True where there is no value.
        ABSENT,
        /// True, whatever the column holds.
        TRUE,
        /// Null, whatever the column holds: what Spark's last step does not look at.
        UNUSED,
        /// 0.0, whatever the column holds: what Spark's last step does not look at.
        UNUSED_ZERO
    }
}
