package dev.sheaf.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Aggregation.BitOperation;
import dev.sheaf.expr.Aggregation.Interpolation;
import dev.sheaf.expr.AggregationTypes;
import java.util.List;

/// The registry of aggregations: every kind that there is, and what tests, documentation and streaming have to
/// know about each without looking at its code.
///
/// docs/reference/aggregations has a section for every kind; a test compares both. A new [Aggregation] does
/// not compile before [#of] names its kind.
public enum AggregationKind {
    COUNT_ALL(State.BOUNDED, Agreement.EXACT, new Aggregation.CountAll()),
    COUNT_VALID(State.BOUNDED, Agreement.EXACT, new Aggregation.CountValid()),
    SUM(State.BOUNDED, Agreement.ROUNDED, new Aggregation.Sum()),
    SUM_OF_SQUARES(State.BOUNDED, Agreement.ROUNDED, new Aggregation.SumOfSquares()),
    PRODUCT(State.BOUNDED, Agreement.ROUNDED, new Aggregation.Product()),
    MIN(State.BOUNDED, Agreement.EXACT, new Aggregation.Min()),
    MAX(State.BOUNDED, Agreement.EXACT, new Aggregation.Max()),
    MEAN(State.BOUNDED, Agreement.ROUNDED, new Aggregation.Mean()),
    M2(State.BOUNDED, Agreement.ROUNDED, new Aggregation.M2()),
    VARIANCE(State.BOUNDED, Agreement.ROUNDED, new Aggregation.Variance(1), new Aggregation.Variance(0)),
    STD(State.BOUNDED, Agreement.ROUNDED, new Aggregation.Std(1), new Aggregation.Std(0)),
    COVARIANCE(State.BOUNDED, Agreement.ROUNDED, new Aggregation.Covariance(1), new Aggregation.Covariance(0)),
    CORRELATION(State.BOUNDED, Agreement.ROUNDED, new Aggregation.Correlation()),
    ANY(State.BOUNDED, Agreement.EXACT, new Aggregation.Any()),
    ALL(State.BOUNDED, Agreement.EXACT, new Aggregation.All()),
    BITWISE_AND(State.BOUNDED, Agreement.EXACT, new Aggregation.Bitwise(BitOperation.AND)),
    BITWISE_OR(State.BOUNDED, Agreement.EXACT, new Aggregation.Bitwise(BitOperation.OR)),
    BITWISE_XOR(State.BOUNDED, Agreement.EXACT, new Aggregation.Bitwise(BitOperation.XOR)),
    ARGMIN(State.BOUNDED, Agreement.EXACT, new Aggregation.ArgMin()),
    ARGMAX(State.BOUNDED, Agreement.EXACT, new Aggregation.ArgMax()),
    MIN_BY(State.BOUNDED, Agreement.EXACT, new Aggregation.MinBy(false), new Aggregation.MinBy(true)),
    MAX_BY(State.BOUNDED, Agreement.EXACT, new Aggregation.MaxBy(false), new Aggregation.MaxBy(true)),
    FIRST(State.BOUNDED, Agreement.EXACT, new Aggregation.First(false), new Aggregation.First(true)),
    LAST(State.BOUNDED, Agreement.EXACT, new Aggregation.Last(false), new Aggregation.Last(true)),
    NTH(
            State.BOUNDED,
            Agreement.EXACT,
            new Aggregation.Nth(1, false),
            new Aggregation.Nth(0, true),
            new Aggregation.Nth(-2, false),
            new Aggregation.Nth(-1, true)),
    TOP_K(State.BOUNDED, Agreement.EXACT, new Aggregation.TopK(2, true)),
    BOTTOM_K(State.BOUNDED, Agreement.EXACT, new Aggregation.TopK(3, false)),
    TDIGEST(State.BOUNDED, Agreement.APPROXIMATE, new Aggregation.TDigest(100)),
    APPROX_QUANTILE(
            State.BOUNDED,
            Agreement.APPROXIMATE,
            new Aggregation.ApproxQuantile(0.5, 100),
            new Aggregation.ApproxQuantile(0.99, 200)),
    APPROX_NUNIQUE(State.BOUNDED, Agreement.EXACT, new Aggregation.ApproxNUnique(12), new Aggregation.ApproxNUnique(4)),
    HISTOGRAM(State.BOUNDED, Agreement.EXACT, new Aggregation.Histogram(List.of(-10.0, 0.0, 0.5, 100.0))),
    MEDIAN(State.ROWS, Agreement.EXACT, new Aggregation.Median()),
    QUANTILE(
            State.ROWS,
            Agreement.EXACT,
            new Aggregation.Quantile(0.25, Interpolation.LINEAR),
            new Aggregation.Quantile(0.9, Interpolation.LOWER),
            new Aggregation.Quantile(0.9, Interpolation.HIGHER),
            new Aggregation.Quantile(0.5, Interpolation.NEAREST),
            new Aggregation.Quantile(0.3, Interpolation.MIDPOINT)),
    DISCRETE_QUANTILE(
            State.ROWS,
            Agreement.EXACT,
            new Aggregation.DiscreteQuantile(0.5, false),
            new Aggregation.DiscreteQuantile(0, false),
            new Aggregation.DiscreteQuantile(0.25, true)),
    NUNIQUE(State.DISTINCT, Agreement.EXACT, new Aggregation.NUnique(false), new Aggregation.NUnique(true)),
    COLLECT_LIST(State.ROWS, Agreement.EXACT, new Aggregation.CollectList(false), new Aggregation.CollectList(true)),
    COLLECT_SET(State.DISTINCT, Agreement.EXACT, new Aggregation.CollectSet(false), new Aggregation.CollectSet(true)),
    JOIN(State.ROWS, Agreement.EXACT, new Aggregation.Join(", "), new Aggregation.Join("")),
    MODE(State.DISTINCT, Agreement.EXACT, new Aggregation.Mode()),
    VALUE_COUNTS(
            State.DISTINCT, Agreement.EXACT, new Aggregation.ValueCounts(false), new Aggregation.ValueCounts(true)),
    ENTROPY(State.DISTINCT, Agreement.EXACT, new Aggregation.Entropy()),
    MEDIAN_DEVIATION(State.ROWS, Agreement.EXACT, new Aggregation.MedianDeviation()),
    SKEWNESS(State.ROWS, Agreement.EXACT, new Aggregation.Skewness()),
    KURTOSIS(State.ROWS, Agreement.EXACT, new Aggregation.Kurtosis(true), new Aggregation.Kurtosis(false)),
    SPEARMAN(State.ROWS, Agreement.EXACT, new Aggregation.Spearman()),
    MERGE_COUNTS(State.DISTINCT, Agreement.EXACT, new Aggregation.Merge(new Aggregation.ValueCounts(true))),
    MERGE_M2(State.BOUNDED, Agreement.ROUNDED, new Aggregation.Merge(new Aggregation.M2())),
    MERGE_TDIGEST(State.BOUNDED, Agreement.APPROXIMATE, new Aggregation.Merge(new Aggregation.TDigest(100)));

    /// What the state of a group grows with. With DISTINCT, every kind grows with the distinct arguments.
    public enum State {
        /// With nothing: it has a bound that the kind and its parameters set.
        BOUNDED,
        /// With the distinct values of the group.
        DISTINCT,
        /// With the rows of the group.
        ROWS
    }

    /// How far results of the same rows may be apart when these are split, ordered or merged in another way.
    public enum Agreement {
        /// They are the same to the bit, whatever the type of the arguments.
        EXACT,
        /// Results that are floating numbers may differ in their last bits; all others are the same.
        ROUNDED,
        /// Each is within the error that the kind states.
        APPROXIMATE
    }

    private final State state;
    private final Agreement agreement;
    private final List<Aggregation> examples;

    AggregationKind(State state, Agreement agreement, Aggregation... examples) {
        this.state = state;
        this.agreement = agreement;
        this.examples = List.of(examples);
    }

    /// The kind of an aggregation.
    public static AggregationKind of(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll() -> COUNT_ALL;
            case Aggregation.CountValid() -> COUNT_VALID;
            case Aggregation.Sum() -> SUM;
            case Aggregation.Product() -> PRODUCT;
            case Aggregation.Min() -> MIN;
            case Aggregation.Max() -> MAX;
            case Aggregation.Mean() -> MEAN;
            case Aggregation.Variance _ -> VARIANCE;
            case Aggregation.Std _ -> STD;
            case Aggregation.Covariance _ -> COVARIANCE;
            case Aggregation.Correlation() -> CORRELATION;
            case Aggregation.ArgMin() -> ARGMIN;
            case Aggregation.ArgMax() -> ARGMAX;
            case Aggregation.First _ -> FIRST;
            case Aggregation.Last _ -> LAST;
            case Aggregation.TopK(int _, boolean greatest) -> greatest ? TOP_K : BOTTOM_K;
            case Aggregation.Median() -> MEDIAN;
            case Aggregation.Quantile _ -> QUANTILE;
            case Aggregation.DiscreteQuantile _ -> DISCRETE_QUANTILE;
            case Aggregation.Join _ -> JOIN;
            case Aggregation.NUnique _ -> NUNIQUE;
            case Aggregation.CollectList _ -> COLLECT_LIST;
            case Aggregation.CollectSet _ -> COLLECT_SET;
            case Aggregation.Mode() -> MODE;
            case Aggregation.ValueCounts _ -> VALUE_COUNTS;
            case Aggregation.Entropy() -> ENTROPY;
            case Aggregation.MedianDeviation() -> MEDIAN_DEVIATION;
            case Aggregation.Skewness() -> SKEWNESS;
            case Aggregation.Kurtosis _ -> KURTOSIS;
            case Aggregation.SumOfSquares() -> SUM_OF_SQUARES;
            case Aggregation.M2() -> M2;
            case Aggregation.Any() -> ANY;
            case Aggregation.All() -> ALL;
            case Aggregation.Bitwise(BitOperation operation) ->
                switch (operation) {
                    case AND -> BITWISE_AND;
                    case OR -> BITWISE_OR;
                    case XOR -> BITWISE_XOR;
                };
            case Aggregation.TDigest _ -> TDIGEST;
            case Aggregation.ApproxQuantile _ -> APPROX_QUANTILE;
            case Aggregation.ApproxNUnique _ -> APPROX_NUNIQUE;
            case Aggregation.MinBy _ -> MIN_BY;
            case Aggregation.MaxBy _ -> MAX_BY;
            case Aggregation.Nth _ -> NTH;
            case Aggregation.Histogram _ -> HISTOGRAM;
            case Aggregation.Spearman() -> SPEARMAN;
            case Aggregation.Merge(Aggregation of) ->
                switch (of) {
                    case Aggregation.ValueCounts _ -> MERGE_COUNTS;
                    case Aggregation.M2() -> MERGE_M2;
                    default -> MERGE_TDIGEST;
                };
        };
    }

    /// What the state of a group grows with.
    public State state() {
        return state;
    }

    /// How results of other splits agree.
    public Agreement agreement() {
        return agreement;
    }

    /// Aggregations of this kind, one for each way that its parameters make it go; never empty.
    public List<Aggregation> examples() {
        return examples;
    }

    /// The number of arguments.
    public int arity() {
        return examples.getFirst().arity();
    }

    /// Whether the kind takes arguments of these types.
    public boolean supports(List<DataType> arguments) {
        return arguments.size() == arity() && AggregationTypes.accepts(examples.getFirst(), arguments);
    }
}
