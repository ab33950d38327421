package dev.sheaf.expr;

import java.util.List;

/// What to compute for each group: the kind and its parameters, not its arguments.
///
/// Sealed: a new aggregation fails to compile where it matters. Result types, null, NaN and overflow rules of
/// each are tabled in docs/reference/aggregations.md; the rules common to all are in the package documentation
/// of `dev.sheaf.groupby`.
public sealed interface Aggregation {

    /// The number of rows, nulls included; takes no argument.
    record CountAll() implements Aggregation {}

    /// The number of rows whose argument is not null.
    record CountValid() implements Aggregation {}

    /// The sum.
    record Sum() implements Aggregation {}

    /// The product.
    record Product() implements Aggregation {}

    /// The least value.
    record Min() implements Aggregation {}

    /// The greatest value.
    record Max() implements Aggregation {}

    /// The arithmetic mean.
    record Mean() implements Aggregation {}

    /// The variance with `ddof` degrees of freedom taken off: 1 for a sample, 0 for a population.
    record Variance(int ddof) implements Aggregation {
        public Variance {
            checkDdof(ddof);
        }
    }

    /// The standard deviation, the square root of [Variance].
    record Std(int ddof) implements Aggregation {
        public Std {
            checkDdof(ddof);
        }
    }

    /// The middle value, the mean of the two middle ones for an even number.
    record Median() implements Aggregation {}

    /// The value below which a share `q` of the values lies.
    record Quantile(double q, Interpolation interpolation) implements Aggregation {
        public Quantile {
            if (!(q >= 0 && q <= 1)) {
                throw new IllegalArgumentException("a quantile lies between 0 and 1, not at " + q);
            }
        }
    }

    /// The least value that a share `q` of the values does not exceed, of its own type; with `falling` the
    /// greatest value that a share `q` does not fall below. The least (greatest) value for `q` of 0. Nulls are
    /// left out.
    record DiscreteQuantile(double q, boolean falling) implements Aggregation {
        public DiscreteQuantile {
            if (!(q >= 0 && q <= 1)) {
                throw new IllegalArgumentException("a quantile lies between 0 and 1, not at " + q);
            }
        }
    }

    /// The number of distinct values; all nulls count as one value if `countNull`, else not at all.
    record NUnique(boolean countNull) implements Aggregation {}

    /// The value of the first row, or of the first row that is not null if `skipNulls`.
    record First(boolean skipNulls) implements Aggregation {}

    /// The value of the last row, or of the last row that is not null if `skipNulls`.
    record Last(boolean skipNulls) implements Aggregation {}

    /// The ordinal of the row with the least value, the lowest for ties.
    record ArgMin() implements Aggregation {}

    /// The ordinal of the row with the greatest value, the lowest for ties.
    record ArgMax() implements Aggregation {}

    /// The covariance of two arguments with `ddof` degrees of freedom taken off, over rows in which neither is
    /// null.
    record Covariance(int ddof) implements Aggregation {
        public Covariance {
            checkDdof(ddof);
        }
    }

    /// The Pearson correlation of two arguments, over rows in which neither is null.
    record Correlation() implements Aggregation {}

    /// The `k` greatest values as a list in falling order, or the `k` least in rising order if not `greatest`;
    /// nulls are left out.
    record TopK(int k, boolean greatest) implements Aggregation {
        public TopK {
            if (k < 0) {
                throw new IllegalArgumentException("top-k needs k of 0 or more, not " + k);
            }
        }
    }

    /// All values as a list in row order, without nulls if `skipNulls`.
    record CollectList(boolean skipNulls) implements Aggregation {}

    /// The texts of all rows in row order as one text, with `separator` between each two; nulls are left out.
    record Join(String separator) implements Aggregation {
        public Join {
            java.util.Objects.requireNonNull(separator, "separator");
        }
    }

    /// The sum of the squares of the values.
    record SumOfSquares() implements Aggregation {}

    /// The sum of the squared distances from the mean: [Variance] before it is divided.
    record M2() implements Aggregation {}

    /// Whether the bool is true in any row.
    record Any() implements Aggregation {}

    /// Whether the bool is true in all rows.
    record All() implements Aggregation {}

    /// The integers, or bools, of all rows combined bit by bit.
    record Bitwise(BitOperation operation) implements Aggregation {}

    /// The first argument in the row with the least second argument, the lowest row for ties. Rows in which the
    /// second is null are skipped, and those in which the first is, too, if `skipNulls`.
    record MinBy(boolean skipNulls) implements Aggregation {}

    /// As [MinBy], of the row with the greatest second argument.
    record MaxBy(boolean skipNulls) implements Aggregation {}

    /// The value of row `n` of the group, counted from 0, or from the last row for `n` below 0 (-1 is the last);
    /// of the rows that are not null if `skipNulls`. Null if the group has no such row.
    record Nth(int n, boolean skipNulls) implements Aggregation {
        public Nth {
            if (n == Integer.MIN_VALUE || n == Integer.MAX_VALUE) {
                throw new IllegalArgumentException("there is no row number " + n + " in a group");
            }
        }

        /// How many rows from the nearer end have to be known.
        public int rowsFromEnd() {
            return n < 0 ? -n : n + 1;
        }
    }

    /// The distinct values as a list in the order of their first rows, without null if `skipNulls`.
    record CollectSet(boolean skipNulls) implements Aggregation {}

    /// The value that occurs most often; of several, the one whose first row is lowest.
    record Mode() implements Aggregation {}

    /// How often each value occurs: a list of structs of `value` and `count` in the order of the values. Nulls
    /// are counted as a value, the last one, if `countNull`, else left out.
    record ValueCounts(boolean countNull) implements Aggregation {}

    /// The entropy of the values in bits: 0 where all are the same, the logarithm of their number where none
    /// are.
    record Entropy() implements Aggregation {}

    /// The median of the distances from the median.
    record MedianDeviation() implements Aggregation {}

    /// The skewness that the values estimate, G1; null of fewer than 3, NaN where all are the same.
    record Skewness() implements Aggregation {}

    /// By how much the kurtosis is above that of a normal distribution, 3: what the values estimate (`sample`),
    /// G2, null of fewer than 4; or their own, null of fewer than 2. NaN where all are the same.
    record Kurtosis(boolean sample) implements Aggregation {}

    /// Spearman's correlation of two arguments: [Correlation] of their ranks among the rows in which neither is
    /// null; equal values share the mean of their places.
    record Spearman() implements Aggregation {}

    /// Results of `of` over some rows each, merged into its result over all of these rows. `of` is one of
    /// [ValueCounts] with `countNull`, [TDigest], and [M2], whose results are then structs of `count`, `mean`
    /// and `m2`.
    record Merge(Aggregation of) implements Aggregation {
        public Merge {
            boolean isState = switch (of) {
                case ValueCounts(boolean countNull) -> countNull;
                case TDigest _, M2() -> true;
                default -> false;
            };
            if (!isState) {
                throw new IllegalArgumentException("results of " + of + " do not merge into one; those of value counts"
                        + " with nulls, t-digests and m2 do");
            }
        }
    }

    /// How many values lie between given edges, as a list of one count more than there are edges: below the
    /// first, from each edge (included) to the next (not included), and from the last edge on. Values are
    /// compared as the nearest doubles; NaN lies behind all edges.
    record Histogram(List<Double> edges) implements Aggregation {
        public Histogram {
            edges = List.copyOf(edges);
            for (int i = 0; i < edges.size(); i++) {
                if (edges.get(i).isNaN() || (i > 0 && edges.get(i) <= edges.get(i - 1))) {
                    throw new IllegalArgumentException("edges of a histogram are numbers that rise, not " + edges);
                }
            }
            if (edges.isEmpty()) {
                throw new IllegalArgumentException("a histogram needs at least one edge");
            }
        }
    }

    /// About the number of distinct values: HyperLogLog with 2 to the `precision` registers, of 4 to 18. The
    /// standard error is `1.04 / sqrt(2^precision)`: 1.6 % for the 4096 registers of precision 12.
    record ApproxNUnique(int precision) implements Aggregation {
        /// The precision when none is said.
        public static final int DEFAULT_PRECISION = 12;

        public ApproxNUnique {
            if (precision < 4 || precision > 18) {
                throw new IllegalArgumentException("the precision of HyperLogLog is 4 to 18, not " + precision);
            }
        }
    }

    /// A t-digest of the values: a struct of lists `means` (rising) and `weights`, and `min` and `max`, from
    /// which quantiles can be estimated.
    record TDigest(int compression) implements Aggregation {
        /// The compression when none is said.
        public static final int DEFAULT_COMPRESSION = 200;

        public TDigest {
            checkCompression(compression);
        }
    }

    /// About the value below which a share `q` of the values lies, from a t-digest. The share that really lies
    /// below is as a rule within `4 u sqrt(q (1 - q)) + 2 u^2` of `q`, where `u = pi / compression`; values over
    /// more than twenty orders of magnitude may be farther off. Groups of up to four times `compression` values
    /// have exact quantiles, interpolated linearly.
    record ApproxQuantile(double q, int compression) implements Aggregation {
        public ApproxQuantile {
            if (!(q >= 0 && q <= 1)) {
                throw new IllegalArgumentException("a quantile lies between 0 and 1, not at " + q);
            }
            checkCompression(compression);
        }
    }

    /// What [Bitwise] does with two integers.
    enum BitOperation {
        AND,
        OR,
        XOR
    }

    /// How a quantile between two values is found.
    enum Interpolation {
        LINEAR,
        LOWER,
        HIGHER,
        MIDPOINT,
        NEAREST
    }

    /// The number of arguments that the aggregation takes.
    default int arity() {
        return switch (this) {
            case CountAll() -> 0;
            case Covariance _, Correlation(), Spearman(), MinBy _, MaxBy _ -> 2;
            case CountValid(), Sum(), Product(), Min(), Max(), Mean(), Variance _, Std _ -> 1;
            case Median(), Quantile _, NUnique _, First _, Last _, ArgMin(), ArgMax() -> 1;
            case TopK _, CollectList _, CollectSet _, Mode(), Nth _, Histogram _ -> 1;
            case ValueCounts _, Entropy(), MedianDeviation(), Skewness(), Kurtosis _, Merge _ -> 1;
            case ApproxNUnique _, TDigest _, ApproxQuantile _, DiscreteQuantile _, Join _ -> 1;
            case SumOfSquares(), M2(), Any(), All(), Bitwise _ -> 1;
        };
    }

    /// Whether a null is a value to the aggregation, and not passed over.
    default boolean takesNulls() {
        return switch (this) {
            case First(boolean skipNulls) -> !skipNulls;
            case Last(boolean skipNulls) -> !skipNulls;
            case CollectList(boolean skipNulls) -> !skipNulls;
            case NUnique(boolean countNull) -> countNull;
            case CollectSet(boolean skipNulls) -> !skipNulls;
            case Nth(int _, boolean skipNulls) -> !skipNulls;
            case MinBy(boolean skipNulls) -> !skipNulls;
            case MaxBy(boolean skipNulls) -> !skipNulls;
            case CountAll() -> true;
            case CountValid _, Sum _, Product _ -> false;
            case Min _, Max _, Mean _ -> false;
            case Variance _, Std _, Median _ -> false;
            case Quantile _, DiscreteQuantile _, ArgMin _ -> false;
            case ArgMax _, Covariance _, Correlation _ -> false;
            case TopK _, Join _, SumOfSquares _ -> false;
            case M2 _, Any _, All _ -> false;
            case Bitwise _, Mode _, Histogram _ -> false;
            case ApproxNUnique _, TDigest _, ApproxQuantile _ -> false;
            case ValueCounts(boolean countNull) -> countNull;
            case Entropy _, MedianDeviation _ -> false;
            case Skewness _, Kurtosis _, Spearman _ -> false;
            case Merge _ -> false;
        };
    }

    private static void checkCompression(int compression) {
        if (compression < 10 || compression > 100_000) {
            throw new IllegalArgumentException("the compression of a t-digest is 10 to 100000, not " + compression);
        }
    }

    private static void checkDdof(int ddof) {
        if (ddof < 0) {
            throw new IllegalArgumentException("degrees of freedom are 0 or more, not " + ddof);
        }
    }
}
