package dev.sheaf.expr;

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
            case Covariance _, Correlation() -> 2;
            case CountValid(), Sum(), Product(), Min(), Max(), Mean(), Variance _, Std _ -> 1;
            case Median(), Quantile _, NUnique _, First _, Last _, ArgMin(), ArgMax() -> 1;
            case TopK _, CollectList _ -> 1;
        };
    }

    private static void checkDdof(int ddof) {
        if (ddof < 0) {
            throw new IllegalArgumentException("degrees of freedom are 0 or more, not " + ddof);
        }
    }
}
