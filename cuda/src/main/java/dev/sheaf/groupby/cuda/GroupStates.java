package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.groupby.Overflow;
import java.util.List;
import java.util.Map;

/// Makes the states of aggregates.
///
/// @param texts for lanes of text, their numbers
record GroupStates(DeviceRun run, GeneralPlan plan, Map<Integer, TextIds> texts, long firstSlots) {

    /// The empty state of an aggregate.
    GroupState of(GeneralPlan.Ask ask) {
        return switch (ask.aggregation()) {
            case Aggregation.CountAll() -> new CountState(run, CountState.ALL_ROWS);
            case Aggregation.CountValid() -> new CountState(run, ask.argument());
            case Aggregation.Sum() -> new SumState(run, ask.argument(), type(ask, 0), false, ask.field());
            case Aggregation.Mean() -> new SumState(run, ask.argument(), type(ask, 0), true, ask.field());
            case Aggregation.Product() -> new ProductState(run, ask.argument(), type(ask, 0), overflow(), ask.field());
            case Aggregation.Min() -> best(ask, false, false, false, false);
            case Aggregation.Max() -> best(ask, false, true, false, false);
            case Aggregation.ArgMin() -> best(ask, false, false, false, true);
            case Aggregation.ArgMax() -> best(ask, false, true, false, true);
            case Aggregation.First(boolean skipNulls) -> best(ask, true, false, !skipNulls, false);
            case Aggregation.Last(boolean skipNulls) -> best(ask, true, true, !skipNulls, false);
            case Aggregation.Variance(int ddof) -> moments(ask, MomentState.Kind.VARIANCE, ddof);
            case Aggregation.Std(int ddof) -> moments(ask, MomentState.Kind.STD, ddof);
            case Aggregation.Covariance(int ddof) -> moments(ask, MomentState.Kind.COVARIANCE, ddof);
            case Aggregation.Correlation() -> moments(ask, MomentState.Kind.CORRELATION, 0);
            case Aggregation.Median() -> members(ask, new MemberResult.Quantile(0.5, Aggregation.Interpolation.LINEAR));
            case Aggregation.Quantile(double q, Aggregation.Interpolation interpolation) ->
                members(ask, new MemberResult.Quantile(q, interpolation));
            case Aggregation.TopK(int k, boolean greatest) -> members(ask, new MemberResult.Top(k, greatest));
            case Aggregation.CollectList(boolean skipNulls) -> members(ask, new MemberResult.Collected(skipNulls));
            case Aggregation.NUnique(boolean countNull) -> distinct(ask, countNull);
            case Aggregation.M2() -> moments(ask, MomentState.Kind.M2, 0);
            case Aggregation.Any() -> best(ask, false, true, false, false);
            case Aggregation.All() -> best(ask, false, false, false, false);
            case Aggregation.SumOfSquares(), Aggregation.Bitwise _, Aggregation.Nth _ -> throw refused(ask);
            case Aggregation.MinBy _, Aggregation.MaxBy _, Aggregation.CollectSet _ -> throw refused(ask);
            case Aggregation.Mode(), Aggregation.Histogram _, Aggregation.ApproxNUnique _ -> throw refused(ask);
            case Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> throw refused(ask);
        };
    }

    /// The planner lets no such aggregate through.
    private static IllegalStateException refused(GeneralPlan.Ask ask) {
        return new IllegalStateException(ask.aggregation() + " is computed on the CPU");
    }

    /// The rows that a DISTINCT aggregate sees.
    DistinctState distinct(GeneralPlan.Ask ask, boolean nullsToo) {
        return new DistinctState(run, ask.argument(), type(ask, 0), nullsToo, firstSlots);
    }

    /// The ordinal of each group's first row.
    BestState firstOrdinals() {
        return new BestState(run, new BestState.Pick(-1, DataType.INT64, true, false, true, true), null);
    }

    private DataType type(GeneralPlan.Ask ask, int argument) {
        return plan.lanes().get(ask.arguments().get(argument)).type();
    }

    private Overflow overflow() {
        return plan.request().options().overflow();
    }

    private BestState best(
            GeneralPlan.Ask ask, boolean byOrdinal, boolean last, boolean nullsToo, boolean givesOrdinal) {
        BestState.Pick pick = new BestState.Pick(ask.argument(), type(ask, 0), byOrdinal, last, nullsToo, givesOrdinal);
        return new BestState(run, pick, texts.get(ask.argument()));
    }

    private MomentState moments(GeneralPlan.Ask ask, MomentState.Kind kind, int ddof) {
        List<DataType> types = java.util.stream.IntStream.range(
                        0, ask.arguments().size())
                .mapToObj(argument -> type(ask, argument))
                .toList();
        return new MomentState(run, kind, ddof, ask.arguments(), types);
    }

    private MemberState members(GeneralPlan.Ask ask, MemberResult result) {
        return new MemberState(run, ask.argument(), type(ask, 0), result);
    }
}
