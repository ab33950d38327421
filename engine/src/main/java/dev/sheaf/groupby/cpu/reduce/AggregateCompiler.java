package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cpu.chunk.StateForm;
import dev.sheaf.groupby.cpu.finish.Cardinalities;
import dev.sheaf.groupby.cpu.finish.DiscreteQuantiles;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.finish.HigherMoments;
import dev.sheaf.groupby.cpu.finish.JoinedTexts;
import dev.sheaf.groupby.cpu.finish.ListChoices;
import dev.sheaf.groupby.cpu.finish.Means;
import dev.sheaf.groupby.cpu.finish.OutputSpec;
import dev.sheaf.groupby.cpu.finish.Quantiles;
import dev.sheaf.groupby.cpu.finish.RankCorrelations;
import dev.sheaf.groupby.cpu.finish.Squares;
import dev.sheaf.groupby.cpu.finish.SumResults;
import dev.sheaf.groupby.cpu.finish.ValueCounts;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec.Kind;
import java.util.List;

/// Chooses the reductions ([AggregateReductions]) and the finalizer of one aggregate.
///
/// One table of all kinds, kept whole: a new [Aggregation] does not compile until it has a line in each switch.
public final class AggregateCompiler {
    private final PlanParts plan;
    private final GroupByOptions options;
    private final Expr.Aggregate aggregate;
    private final Field result;
    private final AggregateReductions reductions;

    public AggregateCompiler(PlanParts plan, GroupByOptions options, Expr.Aggregate aggregate, Field result) {
        this.plan = plan;
        this.options = options;
        this.aggregate = aggregate;
        this.result = result;
        this.reductions = new AggregateReductions(plan, aggregate);
    }

    public OutputSpec compile() {
        Aggregation kind = aggregate.aggregation();
        if (aggregate.distinct()) {
            return distinct(kind.takesNulls(), kind);
        }
        return options.sums() == Sums.REPRODUCIBLE
                ? ExactOutputs.of(kind, reductions)
                        .map(exact -> output(exact.finalizer(), reductions.exact(exact.terms())))
                        .orElseGet(() -> plain(kind))
                : plain(kind);
    }

    private OutputSpec plain(Aggregation kind) {
        return switch (kind) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> output(Finalizer::same, reductions.count());
            case Aggregation.Sum() ->
                output(SumResults.of(reductions.type(), result, options.overflow()), reductions.sum());
            case Aggregation.Product() ->
                output(Products.of(reductions.type(), result, options.overflow()), reductions.product());
            case Aggregation.SumOfSquares() ->
                output(Squares.of(reductions.hasWholeSquares(), result, options.overflow()), reductions.squares());
            case Aggregation.M2() -> output(Spreads.aboutMean(reductions.scale()), reductions.moments());
            case Aggregation.Any() -> output(Finalizer::same, reductions.extreme(true));
            case Aggregation.All() -> output(Finalizer::same, reductions.extreme(false));
            case Aggregation.Bitwise(Aggregation.BitOperation operation) ->
                output(Finalizer::same, reductions.bitwise(operation));
            case Aggregation.MinBy(boolean skipNulls) -> output(state(2), reductions.by(Kind.MINBY, false, skipNulls));
            case Aggregation.MaxBy(boolean skipNulls) -> output(state(2), reductions.by(Kind.MAXBY, true, skipNulls));
            case Aggregation.Min() -> output(Finalizer::same, reductions.extreme(false));
            case Aggregation.Max() -> output(Finalizer::same, reductions.extreme(true));
            case Aggregation.ArgMin() -> output(ordinals(), reductions.argument(false));
            case Aggregation.ArgMax() -> output(ordinals(), reductions.argument(true));
            case Aggregation.Mean() ->
                output(Means.of(reductions.type(), result.type()), reductions.sum(), reductions.count());
            case Aggregation.Variance(int ddof) ->
                output(Spreads.variance(ddof, reductions.scale()), reductions.moments());
            case Aggregation.Std(int ddof) -> output(Spreads.deviation(ddof, reductions.scale()), reductions.moments());
            case Aggregation.Covariance(int ddof) -> output(Spreads.covariance(ddof), reductions.coMoments());
            case Aggregation.Correlation() -> output(Spreads.correlation(), reductions.coMoments());
            case Aggregation.Median() ->
                output(Quantiles.of(0.5, Aggregation.Interpolation.LINEAR), reductions.members());
            case Aggregation.Quantile(double q, Aggregation.Interpolation between) ->
                output(Quantiles.of(q, between), reductions.members());
            case Aggregation.NUnique(boolean countNull) -> distinct(countNull, new Aggregation.CountAll());
            case Aggregation.CollectSet(boolean skipNulls) ->
                distinct(!skipNulls, new Aggregation.CollectList(skipNulls));
            case Aggregation.Mode() -> output(ListChoices::mode, reductions.distinctMembers(false, true));
            case Aggregation.ValueCounts(boolean countNull) ->
                output(ValueCounts.counts(result.type()), reductions.distinctMembers(countNull, true));
            case Aggregation.Entropy() -> output(ValueCounts::entropy, reductions.distinctMembers(false, true));
            case Aggregation.MedianDeviation() -> output(Quantiles.deviation(), reductions.members());
            case Aggregation.Skewness() -> output(HigherMoments.skewness(), reductions.members());
            case Aggregation.Kurtosis(boolean sample) -> output(HigherMoments.kurtosis(sample), reductions.members());
            case Aggregation.Spearman() -> output(RankCorrelations::of, reductions.pairOf(0), reductions.pairOf(1));
            case Aggregation.Merge(Aggregation of) -> merged(of);
            case Aggregation.First(boolean skipNulls) -> output(state(1), reductions.end(Kind.FIRST, false, skipNulls));
            case Aggregation.Last(boolean skipNulls) -> output(state(1), reductions.end(Kind.LAST, true, skipNulls));
            case Aggregation.ApproxNUnique(int precision) ->
                output(Cardinalities.of(precision), reductions.registers(precision));
            case Aggregation.TDigest(int compression) -> output(Digests::whole, reductions.digest(compression));
            case Aggregation.ApproxQuantile(double q, int compression) ->
                output(Digests.quantile(q, compression), reductions.digest(compression));
            case Aggregation.Nth nth -> output(ListChoices.nth(nth.rowsFromEnd() - 1), reductions.nth(nth));
            case Aggregation.Histogram(List<Double> edges) -> output(Finalizer::same, reductions.histogram(edges));
            case Aggregation.TopK(int k, boolean greatest) -> output(Finalizer::same, reductions.topK(k, greatest));
            case Aggregation.CollectList(boolean skipNulls) -> output(Finalizer::same, reductions.list(skipNulls));
            case Aggregation.Join(String separator) -> output(JoinedTexts.by(separator), reductions.list(true));
            case Aggregation.DiscreteQuantile(double q, boolean falling) ->
                output(DiscreteQuantiles.of(q, falling), reductions.list(true));
        };
    }

    /// A column of states as it is.
    private static Finalizer state(int column) {
        return (states, _) -> states.get(column).retain();
    }

    private Finalizer ordinals() {
        return reductions.isOneWord() ? Finalizer::same : Finalizer::validOrdinals;
    }

    private OutputSpec merged(Aggregation of) {
        return switch (of) {
            case Aggregation.TDigest(int compression) ->
                output(
                        Digests::whole,
                        reductions.merging(
                                of,
                                StateForm.DIGEST,
                                result.type(),
                                (_, pool) -> new DigestReduction(compression, pool)));
            case Aggregation.M2() ->
                output(
                        Spreads.packed(result.type()),
                        reductions.merging(
                                of, StateForm.MOMENTS, result.type(), (_, pool) -> new MomentsReduction(false, pool)));
            case Aggregation.ValueCounts _ -> {
                DataType value = ValueCounts.valueType(result.type());
                ReductionSpec.Factory counts =
                        (settings, pool) -> new DistinctReduction(List.of(value), true, settings, pool);
                yield output(
                        ValueCounts.counts(result.type()),
                        reductions.merging(of, StateForm.COUNTS, result.type(), counts));
            }
            default -> throw new IllegalStateException(of + " has no form of its states in one column");
        };
    }

    /// The distinct arguments, and `kind` over them at the end.
    private OutputSpec distinct(boolean takesNulls, Aggregation kind) {
        return output(
                plan.overDistinct(kind, reductions.types(), result.name()),
                reductions.distinctMembers(takesNulls, false));
    }

    private OutputSpec output(Finalizer finalizer, Integer... numbers) {
        return new OutputSpec(result, List.of(numbers), finalizer);
    }
}
