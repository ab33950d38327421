package dev.sheaf.expr;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.column.record.ClassNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes expressions; meant for `import static dev.sheaf.expr.Expressions.*`.
///
/// Aggregations take a column name or an expression.
public final class Expressions {
    private Expressions() {}

    /// The column of a name.
    public static Expr col(String name) {
        return new Expr.ColumnRef(name);
    }

    /// A constant: number, text, bool, java.time value, or null.
    ///
    /// @throws IllegalArgumentException if there is no column type for the object
    public static Expr lit(@Nullable Object value) {
        return new Expr.Literal(value, literalType(value));
    }

    private static DataType literalType(@Nullable Object value) {
        return switch (value) {
            case null -> DataType.NULL;
            case Boolean _ -> DataType.BOOL;
            case Byte _ -> DataType.INT8;
            case Short _ -> DataType.INT16;
            case Integer _ -> DataType.INT32;
            case Long _ -> DataType.INT64;
            case Float _ -> DataType.FLOAT32;
            case Double _ -> DataType.FLOAT64;
            case BigInteger _ -> DataType.decimal(DataType.DecimalType.MAX_PRECISION, 0);
            case BigDecimal decimal -> decimalType(decimal);
            case String _ -> DataType.STRING;
            case byte[] _ -> DataType.BINARY;
            case LocalDate _ -> DataType.DATE;
            case LocalTime _ -> DataType.TIME;
            case LocalDateTime _ -> DataType.TIMESTAMP;
            case Instant _ -> new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC"));
            case Duration _ -> DataType.DURATION;
            case dev.sheaf.column.Interval _ -> DataType.INTERVAL;
            default ->
                throw new IllegalArgumentException(
                        "a constant cannot be a " + ClassNames.of(value) + " (" + value + ")");
        };
    }

    private static DataType decimalType(BigDecimal value) {
        int scale = Math.max(0, value.scale());
        return DataType.decimal(Math.max(value.precision() - value.scale() + scale, Math.max(scale, 1)), scale);
    }

    /// A call of a scalar function; arguments that are not expressions become constants.
    public static Expr call(Function function, @Nullable Object... arguments) {
        return new Expr.Call(
                function, Arrays.stream(arguments).map(Expressions::expr).toList());
    }

    /// A call of a function that is written in Java; arguments that are not expressions become constants.
    ///
    /// @throws IllegalArgumentException if there are more or fewer than the function has parameters
    public static Expr call(ScalarFunction function, @Nullable Object... arguments) {
        return new Expr.Applied(
                function, Arrays.stream(arguments).map(Expressions::expr).toList());
    }

    /// The argument itself if it is an expression, else a constant.
    static Expr expr(@Nullable Object value) {
        return value instanceof Expr expr ? expr : lit(value);
    }

    /// The first argument that is not null.
    public static Expr coalesce(Object... arguments) {
        return call(Function.COALESCE, arguments);
    }

    /// Begins `when(condition).then(result)...otherwise(result)`.
    public static WhenBuilder when(Expr condition) {
        return new WhenBuilder(List.of(), condition);
    }

    /// A CASE whose last condition waits for its result.
    public record WhenBuilder(List<Expr.When> before, Expr condition) {
        /// What the case gives if the condition is the first that is true.
        public ThenBuilder then(@Nullable Object result) {
            List<Expr.When> branches = new ArrayList<>(before);
            branches.add(new Expr.When(condition, expr(result)));
            return new ThenBuilder(branches);
        }
    }

    /// A CASE that may go on or end.
    public record ThenBuilder(List<Expr.When> branches) {
        /// One more branch.
        public WhenBuilder when(Expr condition) {
            return new WhenBuilder(branches, condition);
        }

        /// What the case gives if no condition is true.
        public Expr otherwise(@Nullable Object result) {
            return new Expr.Case(branches, expr(result));
        }

        /// Null if no condition is true.
        public Expr end() {
            return otherwise(null);
        }
    }

    /// An aggregation of columns (given by name) or expressions.
    public static Expr aggregate(Aggregation aggregation, Object... arguments) {
        List<Expr> inputs = Arrays.stream(arguments)
                .map(argument -> argument instanceof String name ? col(name) : expr(argument))
                .toList();
        return new Expr.Aggregate(aggregation, inputs, Optional.empty(), false);
    }

    /// The number of rows.
    public static Expr count() {
        return aggregate(new Aggregation.CountAll());
    }

    /// The number of rows in which the argument is not null.
    public static Expr count(Object argument) {
        return aggregate(new Aggregation.CountValid(), argument);
    }

    /// The sum.
    public static Expr sum(Object argument) {
        return aggregate(new Aggregation.Sum(), argument);
    }

    /// The product.
    public static Expr product(Object argument) {
        return aggregate(new Aggregation.Product(), argument);
    }

    /// The least value.
    public static Expr min(Object argument) {
        return aggregate(new Aggregation.Min(), argument);
    }

    /// The greatest value.
    public static Expr max(Object argument) {
        return aggregate(new Aggregation.Max(), argument);
    }

    /// The arithmetic mean.
    public static Expr mean(Object argument) {
        return aggregate(new Aggregation.Mean(), argument);
    }

    /// The sample variance.
    public static Expr variance(Object argument) {
        return aggregate(new Aggregation.Variance(1), argument);
    }

    /// The sample standard deviation.
    public static Expr std(Object argument) {
        return aggregate(new Aggregation.Std(1), argument);
    }

    /// The median.
    public static Expr median(Object argument) {
        return aggregate(new Aggregation.Median(), argument);
    }

    /// The quantile `q`, interpolated linearly.
    public static Expr quantile(Object argument, double q) {
        return aggregate(new Aggregation.Quantile(q, Aggregation.Interpolation.LINEAR), argument);
    }

    /// The number of distinct values, nulls left out.
    public static Expr nunique(Object argument) {
        return aggregate(new Aggregation.NUnique(false), argument);
    }

    /// The least value that a share `q` of the values does not exceed; it keeps its type.
    public static Expr discreteQuantile(Object argument, double q) {
        return aggregate(new Aggregation.DiscreteQuantile(q, false), argument);
    }

    /// The value of the first row.
    public static Expr first(Object argument) {
        return aggregate(new Aggregation.First(false), argument);
    }

    /// The value of the last row.
    public static Expr last(Object argument) {
        return aggregate(new Aggregation.Last(false), argument);
    }

    /// The ordinal of the row with the least value.
    public static Expr argMin(Object argument) {
        return aggregate(new Aggregation.ArgMin(), argument);
    }

    /// The ordinal of the row with the greatest value.
    public static Expr argMax(Object argument) {
        return aggregate(new Aggregation.ArgMax(), argument);
    }

    /// The sample covariance.
    public static Expr covariance(Object x, Object y) {
        return aggregate(new Aggregation.Covariance(1), x, y);
    }

    /// The Pearson correlation.
    public static Expr corr(Object x, Object y) {
        return aggregate(new Aggregation.Correlation(), x, y);
    }

    /// Spearman's correlation: Pearson's of the ranks of the rows in which neither is null; null of fewer than
    /// two such rows, NaN where one does not vary.
    public static Expr spearman(Object x, Object y) {
        return aggregate(new Aggregation.Spearman(), x, y);
    }

    /// The `k` greatest values, as a list in falling order.
    public static Expr topK(Object argument, int k) {
        return aggregate(new Aggregation.TopK(k, true), argument);
    }

    /// All values, nulls included, as a list in row order.
    public static Expr collectList(Object argument) {
        return aggregate(new Aggregation.CollectList(false), argument);
    }

    /// The texts of all rows in row order as one, with a separator between each two; nulls are left out.
    public static Expr join(Object argument, String separator) {
        return aggregate(new Aggregation.Join(separator), argument);
    }

    /// The distinct values, null included, as a list in the order of their first rows.
    public static Expr collectSet(Object argument) {
        return aggregate(new Aggregation.CollectSet(false), argument);
    }

    /// The `k` least values, as a list in rising order.
    public static Expr bottomK(Object argument, int k) {
        return aggregate(new Aggregation.TopK(k, false), argument);
    }

    /// The sum of the squares.
    public static Expr sumOfSquares(Object argument) {
        return aggregate(new Aggregation.SumOfSquares(), argument);
    }

    /// The sum of the squared distances from the mean.
    public static Expr m2(Object argument) {
        return aggregate(new Aggregation.M2(), argument);
    }

    /// Whether a bool is true in any row.
    public static Expr any(Object argument) {
        return aggregate(new Aggregation.Any(), argument);
    }

    /// Whether a bool is true in all rows.
    public static Expr all(Object argument) {
        return aggregate(new Aggregation.All(), argument);
    }

    /// The bits that are set in all rows; of bools whether all are true.
    public static Expr bitAnd(Object argument) {
        return aggregate(new Aggregation.Bitwise(Aggregation.BitOperation.AND), argument);
    }

    /// The bits that are set in any row; of bools whether one is true.
    public static Expr bitOr(Object argument) {
        return aggregate(new Aggregation.Bitwise(Aggregation.BitOperation.OR), argument);
    }

    /// The bits that are set in an odd number of rows; of bools whether an odd number is true.
    public static Expr bitXor(Object argument) {
        return aggregate(new Aggregation.Bitwise(Aggregation.BitOperation.XOR), argument);
    }

    /// The value, null or not, in the row in which `by` is least.
    public static Expr minBy(Object value, Object by) {
        return aggregate(new Aggregation.MinBy(false), value, by);
    }

    /// The value, null or not, in the row in which `by` is greatest.
    public static Expr maxBy(Object value, Object by) {
        return aggregate(new Aggregation.MaxBy(false), value, by);
    }

    /// The value of row `n` of the group from 0 on; -1 is the last row, -2 the one before.
    public static Expr nth(Object argument, int n) {
        return aggregate(new Aggregation.Nth(n, false), argument);
    }

    /// The value that occurs most often.
    public static Expr mode(Object argument) {
        return aggregate(new Aggregation.Mode(), argument);
    }

    /// How often each value occurs: a list of structs of `value` and `count` in the order of the values.
    public static Expr valueCounts(Object argument) {
        return aggregate(new Aggregation.ValueCounts(false), argument);
    }

    /// The entropy of the values in bits.
    public static Expr entropy(Object argument) {
        return aggregate(new Aggregation.Entropy(), argument);
    }

    /// The median of the distances from the median.
    public static Expr mad(Object argument) {
        return aggregate(new Aggregation.MedianDeviation(), argument);
    }

    /// The skewness that the values estimate; null of fewer than 3.
    public static Expr skewness(Object argument) {
        return aggregate(new Aggregation.Skewness(), argument);
    }

    /// The kurtosis above 3 that the values estimate; null of fewer than 4.
    public static Expr kurtosis(Object argument) {
        return aggregate(new Aggregation.Kurtosis(true), argument);
    }

    /// The number of values below the first edge, between each two edges, and from the last edge on.
    public static Expr histogram(Object argument, double... edges) {
        return aggregate(new Aggregation.Histogram(Arrays.stream(edges).boxed().toList()), argument);
    }

    /// About the number of distinct values, nulls left out: with a standard error of 1.6 %.
    public static Expr approxNunique(Object argument) {
        return aggregate(new Aggregation.ApproxNUnique(Aggregation.ApproxNUnique.DEFAULT_PRECISION), argument);
    }

    /// About the quantile `q`; see [Aggregation.ApproxQuantile] for the error.
    public static Expr approxQuantile(Object argument, double q) {
        return aggregate(new Aggregation.ApproxQuantile(q, Aggregation.TDigest.DEFAULT_COMPRESSION), argument);
    }

    /// A t-digest of the values, for quantiles.
    public static Expr tdigest(Object argument) {
        return aggregate(new Aggregation.TDigest(Aggregation.TDigest.DEFAULT_COMPRESSION), argument);
    }
}
