package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation.Interpolation;

/// A function over the rows of each group.
///
/// @param column its argument among the columns of the table; -1 if it has none
/// @param other of COVARIANCE and CORRELATION the second argument, of RATIO the column to divide by; else -1
/// @param result the type of the result column
/// @param between where QUANTILE lies between two values
/// @param parameter of QUANTILE the share, of VARIANCE, STD and COVARIANCE the degrees of freedom; else 0
/// @param ofSeveral whether nobody looks at the results of groups of one row, which may be anything
public record DeviceAggregate(
        Function function,
        int column,
        int other,
        DataType result,
        double parameter,
        Interpolation between,
        boolean ofSeveral) {
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
        /// Squares about the mean.
        M2,
        COVARIANCE,
        CORRELATION,
        /// The bits of whole numbers combined.
        BIT_AND,
        BIT_OR,
        BIT_XOR,
        /// The sum of the argument by that of the other column: a mean of partial groups.
        RATIO;

        /// Whether it needs the values of a group together.
        public boolean needsMembers() {
            return switch (this) {
                case COUNT_ROWS, COUNT, SUM, MEAN, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, RATIO -> false;
                case M2, COVARIANCE, CORRELATION -> false;
                case VARIANCE, STD, MEDIAN, QUANTILE -> true;
            };
        }

        /// Whether it follows from sums of products about means.
        public boolean isMoment() {
            return switch (this) {
                case COUNT_ROWS, COUNT, SUM, MEAN, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, RATIO -> false;
                case MEDIAN, QUANTILE -> false;
                case VARIANCE, STD, M2, COVARIANCE, CORRELATION -> true;
            };
        }
    }

    /// A function of two columns.
    public static DeviceAggregate ofTwo(Function function, int column, int other, DataType result, double parameter) {
        return new DeviceAggregate(function, column, other, result, parameter, Interpolation.LINEAR, false);
    }

    /// A sum of doubles of which nobody looks at the results of groups of one row.
    public static DeviceAggregate sumOfSeveral(int column) {
        return new DeviceAggregate(Function.SUM, column, -1, DataType.FLOAT64, 0, Interpolation.LINEAR, true);
    }

    /// Whether it is the least or greatest text.
    public boolean isOfTexts() {
        return result instanceof DataType.StringType || result instanceof DataType.BinaryType;
    }

    /// The same where a column has been added at `place`.
    DeviceAggregate behind(int place) {
        return new DeviceAggregate(
                function, moved(column, place), moved(other, place), result, parameter, between, ofSeveral);
    }

    private static int moved(int number, int place) {
        return number < place ? number : number + 1;
    }

    public DeviceAggregate(Function function, int column, DataType result) {
        this(function, column, result, 0);
    }

    public DeviceAggregate(Function function, int column, DataType result, double parameter) {
        this(function, column, result, parameter, Interpolation.LINEAR);
    }

    public DeviceAggregate(Function function, int column, DataType result, double parameter, Interpolation between) {
        this(function, column, -1, result, parameter, between, false);
    }
}
