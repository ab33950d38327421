package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.MemberValues;
import dev.sheaf.groupby.cpu.chunk.OrderInGroup;
import dev.sheaf.groupby.cpu.chunk.PackedStates;
import dev.sheaf.groupby.cpu.chunk.StateForm;
import dev.sheaf.groupby.cpu.finish.Cardinalities;
import dev.sheaf.groupby.cpu.finish.DiscreteQuantiles;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.finish.JoinedTexts;
import dev.sheaf.groupby.cpu.finish.ListChoices;
import dev.sheaf.groupby.cpu.finish.Means;
import dev.sheaf.groupby.cpu.finish.OutputSpec;
import dev.sheaf.groupby.cpu.finish.Quantiles;
import dev.sheaf.groupby.cpu.finish.RankCorrelations;
import dev.sheaf.groupby.cpu.finish.Shapes;
import dev.sheaf.groupby.cpu.finish.Squares;
import dev.sheaf.groupby.cpu.finish.SumResults;
import dev.sheaf.groupby.cpu.finish.Tallies;
import dev.sheaf.groupby.cpu.reduce.ExactReduction.Term;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec.Kind;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Chooses the reductions and the finalizer of one aggregate.
///
/// One table of all kinds, kept whole: a new [Aggregation] does not compile until it has a line in each switch.
public final class AggregateCompiler {
    private final PlanParts plan;
    private final GroupByOptions options;
    private final Expr.Aggregate aggregate;
    private final Field result;
    private final List<Integer> arguments;
    private final int filter;

    public AggregateCompiler(PlanParts plan, GroupByOptions options, Expr.Aggregate aggregate, Field result) {
        this.plan = plan;
        this.options = options;
        this.aggregate = aggregate;
        this.result = result;
        this.arguments = aggregate.arguments().stream().map(plan::argument).toList();
        this.filter = aggregate.filter().map(plan::argument).orElse(-1);
    }

    public OutputSpec compile() {
        if (aggregate.distinct()) {
            return distinct(aggregate.aggregation().takesNulls(), aggregate.aggregation());
        }
        if (options.sums() == Sums.REPRODUCIBLE && isRounded(aggregate.aggregation())) {
            return exact(aggregate.aggregation());
        }
        return switch (aggregate.aggregation()) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> output(Finalizer::same, count());
            case Aggregation.Sum() -> output(SumResults.of(type(), result, options.overflow()), sum());
            case Aggregation.Product() -> output(Products.of(type(), result, options.overflow()), product());
            case Aggregation.SumOfSquares() ->
                output(Squares.of(hasWholeSquares(), result, options.overflow()), squares());
            case Aggregation.M2() -> output(Spreads.aboutMean(scale()), moments());
            case Aggregation.Any() -> output(Finalizer::same, extreme(true));
            case Aggregation.All() -> output(Finalizer::same, extreme(false));
            case Aggregation.Bitwise(Aggregation.BitOperation operation) -> output(Finalizer::same, bitwise(operation));
            case Aggregation.MinBy(boolean skipNulls) -> by(Kind.MINBY, false, skipNulls);
            case Aggregation.MaxBy(boolean skipNulls) -> by(Kind.MAXBY, true, skipNulls);
            case Aggregation.Min() -> output(Finalizer::same, extreme(false));
            case Aggregation.Max() -> output(Finalizer::same, extreme(true));
            case Aggregation.ArgMin() -> argument(false);
            case Aggregation.ArgMax() -> argument(true);
            case Aggregation.Mean() -> output(Means.of(type(), result.type()), sum(), count());
            case Aggregation.Variance(int ddof) -> output(Spreads.variance(ddof, scale()), moments());
            case Aggregation.Std(int ddof) -> output(Spreads.deviation(ddof, scale()), moments());
            case Aggregation.Covariance(int ddof) -> output(Spreads.covariance(ddof), coMoments());
            case Aggregation.Correlation() -> output(Spreads.correlation(), coMoments());
            case Aggregation.Median() -> output(Quantiles.of(0.5, Aggregation.Interpolation.LINEAR), members());
            case Aggregation.Quantile(double q, Aggregation.Interpolation between) ->
                output(Quantiles.of(q, between), members());
            case Aggregation.NUnique(boolean countNull) -> distinct(countNull, new Aggregation.CountAll());
            case Aggregation.CollectSet(boolean skipNulls) ->
                distinct(!skipNulls, new Aggregation.CollectList(skipNulls));
            case Aggregation.Mode() -> output(ListChoices::mode, distinctMembers(false, true));
            case Aggregation.ValueCounts(boolean countNull) ->
                output(Tallies.counts(result.type()), distinctMembers(countNull, true));
            case Aggregation.Entropy() -> output(Tallies::entropy, distinctMembers(false, true));
            case Aggregation.MedianDeviation() -> output(Quantiles.deviation(), members());
            case Aggregation.Skewness() -> output(Shapes.skewness(), members());
            case Aggregation.Kurtosis(boolean sample) -> output(Shapes.kurtosis(sample), members());
            case Aggregation.Spearman() -> output(RankCorrelations::of, pairOf(0), pairOf(1));
            case Aggregation.Merge(Aggregation of) -> merged(of);
            case Aggregation.First(boolean skipNulls) -> end(Kind.FIRST, false, skipNulls);
            case Aggregation.Last(boolean skipNulls) -> end(Kind.LAST, true, skipNulls);
            case Aggregation.ApproxNUnique(int precision) -> output(Cardinalities.of(precision), registers(precision));
            case Aggregation.TDigest(int compression) -> output(Digests::whole, digest(compression));
            case Aggregation.ApproxQuantile(double q, int compression) ->
                output(Digests.quantile(q, compression), digest(compression));
            case Aggregation.Nth nth -> nth(nth);
            case Aggregation.Histogram(List<Double> edges) -> output(Finalizer::same, histogram(edges));
            case Aggregation.TopK(int k, boolean greatest) -> output(Finalizer::same, topK(k, greatest));
            case Aggregation.CollectList(boolean skipNulls) -> output(Finalizer::same, list(skipNulls));
            case Aggregation.Join(String separator) -> output(JoinedTexts.by(separator), list(true));
            case Aggregation.DiscreteQuantile(double q, boolean falling) ->
                output(DiscreteQuantiles.of(q, falling), list(true));
        };
    }

    /// Whether the order of rows would be seen in the last bits.
    private boolean isRounded(Aggregation kind) {
        return switch (kind) {
            case Aggregation.Sum(), Aggregation.Mean() -> type().isFloating();
            case Aggregation.SumOfSquares() -> !hasWholeSquares();
            case Aggregation.M2(), Aggregation.Variance _, Aggregation.Std _ -> true;
            case Aggregation.Covariance _, Aggregation.Correlation() -> true;
            case Aggregation.CountAll _, Aggregation.CountValid _, Aggregation.Product _ -> false;
            case Aggregation.Min _, Aggregation.Max _, Aggregation.Median _ -> false;
            case Aggregation.Quantile _, Aggregation.DiscreteQuantile _, Aggregation.NUnique _ -> false;
            case Aggregation.First _, Aggregation.Last _, Aggregation.ArgMin _ -> false;
            case Aggregation.ArgMax _, Aggregation.TopK _, Aggregation.CollectList _ -> false;
            case Aggregation.Join _, Aggregation.Any _, Aggregation.All _ -> false;
            case Aggregation.Bitwise _, Aggregation.MinBy _, Aggregation.MaxBy _ -> false;
            case Aggregation.Nth _, Aggregation.CollectSet _, Aggregation.Mode _ -> false;
            case Aggregation.Histogram _, Aggregation.ApproxNUnique _, Aggregation.TDigest _ -> false;
            case Aggregation.ApproxQuantile _ -> false;
            case Aggregation.ValueCounts _, Aggregation.Entropy _, Aggregation.MedianDeviation _ -> false;
            case Aggregation.Skewness _, Aggregation.Kurtosis _, Aggregation.Spearman _ -> false;
            case Aggregation.Merge _ -> false;
        };
    }

    private OutputSpec exact(Aggregation kind) {
        return switch (kind) {
            case Aggregation.Sum() -> output(ExactResults.sum(), exact(Term.X));
            case Aggregation.Mean() -> output(ExactResults.mean(), exact(Term.X));
            case Aggregation.SumOfSquares() -> output(ExactResults.sumOfSquares(), exact(Term.XX));
            case Aggregation.M2() -> output(ExactResults.m2(), exact(Term.X, Term.XX));
            case Aggregation.Variance(int ddof) -> output(ExactResults.variance(ddof), exact(Term.X, Term.XX));
            case Aggregation.Std(int ddof) -> output(ExactResults.deviation(ddof), exact(Term.X, Term.XX));
            case Aggregation.Covariance(int ddof) ->
                output(ExactResults.covariance(ddof), exact(Term.X, Term.Y, Term.XY));
            case Aggregation.Correlation() -> output(ExactResults.correlation(), exact(Term.values()));
            case Aggregation.CountAll _, Aggregation.CountValid _, Aggregation.Product _ ->
                throw new AssertionError(kind);
            case Aggregation.Min _, Aggregation.Max _, Aggregation.Median _ -> throw new AssertionError(kind);
            case Aggregation.Quantile _, Aggregation.DiscreteQuantile _, Aggregation.NUnique _ ->
                throw new AssertionError(kind);
            case Aggregation.First _, Aggregation.Last _, Aggregation.ArgMin _ -> throw new AssertionError(kind);
            case Aggregation.ArgMax _, Aggregation.TopK _, Aggregation.CollectList _ -> throw new AssertionError(kind);
            case Aggregation.Join _, Aggregation.Any _, Aggregation.All _ -> throw new AssertionError(kind);
            case Aggregation.Bitwise _, Aggregation.MinBy _, Aggregation.MaxBy _ -> throw new AssertionError(kind);
            case Aggregation.Nth _, Aggregation.CollectSet _, Aggregation.Mode _ -> throw new AssertionError(kind);
            case Aggregation.Histogram _, Aggregation.ApproxNUnique _, Aggregation.TDigest _ ->
                throw new AssertionError(kind);
            case Aggregation.ApproxQuantile _ -> throw new AssertionError(kind);
            case Aggregation.ValueCounts _, Aggregation.Entropy _, Aggregation.MedianDeviation _ ->
                throw new AssertionError(kind);
            case Aggregation.Skewness _, Aggregation.Kurtosis _, Aggregation.Spearman _ ->
                throw new AssertionError(kind);
            case Aggregation.Merge _ -> throw new AssertionError(kind);
        };
    }

    private int exact(Term... terms) {
        List<Object> names = Arrays.stream(terms)
                .<Object>map(term -> term.name().toLowerCase(Locale.ROOT))
                .toList();
        return reduction(Kind.EXACT, names, (_, pool) -> new ExactReduction(List.of(terms), pool));
    }

    private DataType type() {
        return plan.argumentType(arguments.getFirst());
    }

    private boolean isOneWord() {
        return isOneWord(type());
    }

    private static boolean isOneWord(DataType type) {
        return switch (type.layout()) {
            case NONE, BIT, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 -> true;
            case INT128, INTERVAL, VARIABLE, LIST, STRUCT, DICTIONARY -> false;
        };
    }

    private boolean isUnsigned() {
        return type().equals(DataType.UINT64);
    }

    private int sum() {
        DataType type = type();
        if (type.isFloating()) {
            return reduction(Kind.SUM, (_, pool) -> new SumDoubleReduction(pool));
        }
        if (type.layout() == Layout.INT128) {
            return reduction(Kind.SUM, (_, pool) -> new SumWideReduction(type, pool));
        }
        return reduction(Kind.SUM, (_, pool) -> new SumLongReduction(SumLongReduction.Width.of(type), pool));
    }

    private int count() {
        return reduction(Kind.COUNT, (_, pool) -> new CountReduction(pool));
    }

    private int product() {
        boolean unsigned = isUnsigned();
        return type().isFloating()
                ? reduction(Kind.PRODUCT, (_, pool) -> new ProductDoubleReduction(pool))
                : reduction(Kind.PRODUCT, (_, pool) -> new ProductLongReduction(unsigned, pool));
    }

    /// Whether squares are summed as whole numbers.
    private boolean hasWholeSquares() {
        return type().isInteger() || type().equals(DataType.NULL);
    }

    private int squares() {
        boolean unsigned = isUnsigned();
        return hasWholeSquares()
                ? reduction(Kind.SQUARES, (_, pool) -> SumWideReduction.ofSquares(unsigned, pool))
                : reduction(Kind.SQUARES, (settings, pool) -> SumDoubleReduction.ofSquares(settings.chunkRows(), pool));
    }

    private int bitwise(Aggregation.BitOperation operation) {
        DataType type = type();
        return reduction(Kind.BITS, List.of(operation), (_, pool) -> new BitwiseReduction(type, operation, pool));
    }

    private int registers(int precision) {
        DataType type = type();
        return reduction(
                Kind.REGISTERS,
                List.of(precision),
                (settings, pool) -> new RegistersReduction(type, precision, settings, pool));
    }

    private int digest(int compression) {
        return reduction(Kind.DIGEST, List.of(compression), (_, pool) -> new DigestReduction(compression, pool));
    }

    private int histogram(List<Double> edges) {
        return reduction(Kind.HISTOGRAM, List.of(edges), (_, pool) -> new HistogramReduction(edges, pool));
    }

    /// Fed what is ordered by, the value, and ordinals.
    private OutputSpec by(Kind kind, boolean greatest, boolean skipNulls) {
        DataType value = type();
        DataType by = plan.argumentType(arguments.get(1));
        InputSpec feed = new InputSpec(
                List.of(arguments.get(1), arguments.getFirst(), plan.ordinals()), skipNulls ? 2 : 1, filter);
        int reduction = plan.reduction(new ReductionSpec(
                kind,
                feed,
                (settings, pool) -> new MinByReduction(by, value, greatest, isOneWord(by), settings, pool)));
        return output((states, _) -> states.get(2).retain(), reduction);
    }

    private OutputSpec nth(Aggregation.Nth nth) {
        OrderInGroup ends = new OrderInGroup.Ends(nth.n() < 0, nth.rowsFromEnd());
        return output(
                ListChoices.nth(nth.rowsFromEnd() - 1), collect(Kind.NTH, List.of(nth.n()), ends, nth.skipNulls()));
    }

    private int extreme(boolean greatest) {
        DataType type = type();
        Kind kind = greatest ? Kind.MAX : Kind.MIN;
        return isOneWord()
                ? reduction(kind, (_, pool) -> new ExtremeReduction(type, greatest, pool))
                : reduction(kind, (settings, pool) -> new ExtremeRowReduction(type, greatest, false, settings, pool));
    }

    private OutputSpec argument(boolean greatest) {
        DataType type = type();
        Kind kind = greatest ? Kind.ARGMAX : Kind.ARGMIN;
        return isOneWord()
                ? output(
                        Finalizer::same,
                        ordered(kind, List.of(), 1, (_, pool) -> new ArgReduction(type, greatest, pool)))
                : output(
                        Finalizer::validOrdinals,
                        ordered(
                                kind,
                                List.of(),
                                1,
                                (settings, pool) -> new ExtremeRowReduction(type, greatest, true, settings, pool)));
    }

    /// Decimals of one word are taken as whole numbers, [#scale()] digits too large; all else as doubles.
    private int moments() {
        boolean whole = isOneWord() && !type().isFloating() && !isUnsigned();
        return reduction(Kind.MOMENTS, (_, pool) -> new MomentsReduction(whole, pool));
    }

    private int scale() {
        return isOneWord() && type() instanceof DataType.DecimalType(int _, int scale) ? scale : 0;
    }

    private int coMoments() {
        return reduction(Kind.COMOMENTS, (_, pool) -> new CoMomentsReduction(pool));
    }

    private int members() {
        return reduction(Kind.MEMBERS, (_, pool) -> new GroupValuesReduction(pool));
    }

    private OutputSpec end(Kind kind, boolean last, boolean skipNulls) {
        DataType type = type();
        int reduction = ordered(
                kind,
                List.of(),
                skipNulls ? 1 : 0,
                (settings, pool) -> new FirstLastReduction(type, last, settings, pool));
        return output((states, _) -> states.get(1).retain(), reduction);
    }

    private int topK(int k, boolean greatest) {
        DataType type = type();
        Kind kind = greatest ? Kind.TOP : Kind.BOTTOM;
        return isOneWord()
                ? reduction(
                        kind,
                        List.of(k),
                        (settings, pool) -> new TopKReduction(type, k, greatest, settings.chunkRows(), pool))
                : collect(kind, List.of(k), new OrderInGroup.ByValue(greatest, k), true);
    }

    private int list(boolean skipNulls) {
        return collect(Kind.LIST, List.of(), new OrderInGroup.ByOrdinal(), skipNulls);
    }

    private int collect(Kind kind, List<Object> parameters, OrderInGroup order, boolean skipNulls) {
        DataType type = type();
        return ordered(kind, parameters, skipNulls ? 1 : 0, (settings, pool) -> collect(type, order, settings, pool));
    }

    private static Reduction collect(DataType type, OrderInGroup order, CpuSettings settings, MemoryPool pool) {
        return order instanceof OrderInGroup.ByOrdinal && MemberValues.takes(type.layout())
                ? new ListReduction(type, pool)
                : new CollectReduction(type, order, settings, pool);
    }

    /// One of two arguments, of the rows in which neither is null, by ordinal.
    private int pairOf(int argument) {
        DataType type = plan.argumentType(arguments.get(argument));
        InputSpec feed = new InputSpec(
                List.of(arguments.get(argument), plan.ordinals(), arguments.get(1 - argument)), 3, filter);
        return plan.reduction(new ReductionSpec(
                Kind.PAIRS, feed, (settings, pool) -> collect(type, new OrderInGroup.ByOrdinal(), settings, pool)));
    }

    private OutputSpec merged(Aggregation of) {
        return switch (of) {
            case Aggregation.TDigest(int compression) ->
                output(
                        Digests::whole,
                        merging(of, StateForm.DIGEST, (_, pool) -> new DigestReduction(compression, pool)));
            case Aggregation.M2() ->
                output(
                        Spreads.packed(result.type()),
                        merging(of, StateForm.MOMENTS, (_, pool) -> new MomentsReduction(false, pool)));
            case Aggregation.ValueCounts _ -> {
                DataType value = Tallies.valueType(result.type());
                ReductionSpec.Factory counts =
                        (settings, pool) -> new DistinctReduction(List.of(value), true, settings, pool);
                yield output(Tallies.counts(result.type()), merging(of, StateForm.COUNTS, counts));
            }
            default -> throw new IllegalStateException(of + " has no form of its states in one column");
        };
    }

    /// States that come as values, and ordinals.
    private int merging(Aggregation of, StateForm form, ReductionSpec.Factory states) {
        return ordered(
                Kind.MERGED,
                List.of(of),
                1,
                (settings, pool) -> new MergingReduction(
                        states.create(settings, pool),
                        new PackedStates(form, result.type(), settings.chunkRows(), pool)));
    }

    /// The distinct arguments, and `kind` over them at the end.
    private OutputSpec distinct(boolean takesNulls, Aggregation kind) {
        List<DataType> types = arguments.stream().map(plan::argumentType).toList();
        return output(plan.overDistinct(kind, types, result.name()), distinctMembers(takesNulls, false));
    }

    /// The distinct arguments, counted or not.
    private int distinctMembers(boolean takesNulls, boolean counted) {
        List<DataType> types = arguments.stream().map(plan::argumentType).toList();
        List<Object> parameters = new ArrayList<>();
        if (!takesNulls) {
            parameters.add("valid");
        }
        if (counted) {
            parameters.add("counted");
        }
        return ordered(
                Kind.DISTINCT,
                parameters,
                takesNulls ? 0 : arguments.size(),
                (settings, pool) -> new DistinctReduction(types, counted, settings, pool));
    }

    private int reduction(Kind kind, ReductionSpec.Factory factory) {
        return reduction(kind, List.of(), factory);
    }

    private int reduction(Kind kind, List<Object> parameters, ReductionSpec.Factory factory) {
        InputSpec feed = new InputSpec(arguments, arguments.size(), filter);
        return plan.reduction(new ReductionSpec(kind, parameters, feed, factory));
    }

    /// A reduction that is fed ordinals behind the arguments; the first `required` arguments must not be null.
    private int ordered(Kind kind, List<Object> parameters, int required, ReductionSpec.Factory factory) {
        List<Integer> withOrdinals = new ArrayList<>(arguments);
        withOrdinals.add(plan.ordinals());
        return plan.reduction(
                new ReductionSpec(kind, parameters, new InputSpec(withOrdinals, required, filter), factory));
    }

    private OutputSpec output(Finalizer finalizer, Integer... reductions) {
        return new OutputSpec(result, List.of(reductions), finalizer);
    }
}
