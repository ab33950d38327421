package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;

/// A function over the rows of each group.
///
/// @param column its argument among the columns of the table; -1 if it has none
/// @param result the type of the result column
/// @param parameter of QUANTILE the share, of VARIANCE and STD the degrees of freedom; else 0
record DeviceAggregate(Function function, int column, DataType result, double parameter) {
    enum Function {
        /// Rows.
        COUNT_ROWS,
        /// Rows whose argument is not null.
        COUNT,
        SUM,
        MEAN,
        MIN,
        MAX,
        VARIANCE,
        STD,
        MEDIAN,
        QUANTILE;

        /// Whether it needs the values of a group together.
        boolean needsMembers() {
            return switch (this) {
                case COUNT_ROWS, COUNT, SUM, MEAN, MIN, MAX -> false;
                case VARIANCE, STD, MEDIAN, QUANTILE -> true;
            };
        }
    }

    DeviceAggregate(Function function, int column, DataType result) {
        this(function, column, result, 0);
    }
}
