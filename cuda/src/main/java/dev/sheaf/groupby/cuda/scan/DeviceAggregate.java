package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation.Interpolation;

/// A function over the rows of each group.
///
/// @param column its argument among the columns of the table; -1 if it has none
/// @param result the type of the result column
/// @param between where QUANTILE lies between two values
/// @param parameter of QUANTILE the share, of VARIANCE and STD the degrees of freedom; of RATIO the column to
///     divide by; else 0
public record DeviceAggregate(Function function, int column, DataType result, double parameter, Interpolation between) {
    public enum Function {
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
        QUANTILE,
        /// The bits of whole numbers combined.
        BIT_AND,
        BIT_OR,
        BIT_XOR,
        /// The sum of the argument by that of the column whose number is the parameter: a mean of partial groups.
        RATIO;

        /// Whether it needs the values of a group together.
        public boolean needsMembers() {
            return switch (this) {
                case COUNT_ROWS, COUNT, SUM, MEAN, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, RATIO -> false;
                case VARIANCE, STD, MEDIAN, QUANTILE -> true;
            };
        }
    }

    /// The same where a column has been added at `place`.
    DeviceAggregate behind(int place) {
        int moved = column < place ? column : column + 1;
        double with = function == Function.RATIO && parameter >= place ? parameter + 1 : parameter;
        return new DeviceAggregate(function, moved, result, with, between);
    }

    public DeviceAggregate(Function function, int column, DataType result) {
        this(function, column, result, 0);
    }

    public DeviceAggregate(Function function, int column, DataType result, double parameter) {
        this(function, column, result, parameter, Interpolation.LINEAR);
    }
}
