package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.text.TextIds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Makes the states of aggregates.
///
/// @param texts for operands of text, their numbers
/// @param known states that other aggregates of the same rows can read, too
record GroupStates(
        DeviceRun run, GeneralPlan plan, Map<Integer, TextIds> texts, long firstSlots, Map<Keeps, GroupState> known) {
    GroupStates(DeviceRun run, GeneralPlan plan, Map<Integer, TextIds> texts, long firstSlots) {
        this(run, plan, texts, firstSlots, new HashMap<>());
    }

    /// What a state keeps: sums, moments or members, of an operand's rows for which `filter` is true.
    record Keeps(Class<? extends GroupState> what, int argument, int filter) {}

    /// The state of an aggregate, empty or shared with one before.
    GroupState of(GeneralPlan.Ask ask) {
        if (ask.distinct()) {
            return distinct(ask, ask.aggregation().takesNulls(), false, plain(ask));
        }
        return shared(ask).orElseGet(() -> {
            GroupState made = plain(ask);
            keeps(ask, made.getClass()).ifPresent(keeps -> known.put(keeps, made));
            return made;
        });
    }

    /// The state that keeps what an aggregate needs, if there is one.
    private Optional<GroupState> shared(GeneralPlan.Ask ask) {
        if (keeps(ask, ReducedState.class).map(known::get).orElse(null) instanceof ReducedState sums) {
            return Optional.of(sums.shared(formula(ask)));
        }
        if (keeps(ask, MomentState.class).map(known::get).orElse(null) instanceof MomentState moments) {
            return Optional.of(moments.shared(spread(ask), freedom(ask)));
        }
        return keeps(ask, GroupValuesState.class).map(known::get).orElse(null) instanceof GroupValuesState members
                ? Optional.of(members.shared(quantile(ask)))
                : Optional.empty();
    }

    private Optional<Keeps> keeps(GeneralPlan.Ask ask, Class<? extends GroupState> what) {
        boolean isKept = switch (ask.aggregation()) {
            case Aggregation.Sum() -> what == ReducedState.class;
            case Aggregation.Mean() -> what == ReducedState.class && !isRoundedOnce(ask);
            case Aggregation.M2(), Aggregation.Variance _, Aggregation.Std _ -> what == MomentState.class;
            case Aggregation.Median(), Aggregation.Quantile _ -> what == GroupValuesState.class;
            default -> false;
        };
        return isKept ? Optional.of(new Keeps(what, ask.argument(), ask.filter())) : Optional.empty();
    }

    private boolean isRoundedOnce(GeneralPlan.Ask ask) {
        return sums() == Sums.REPRODUCIBLE && !(type(ask, 0) instanceof DataType.DurationType);
    }

    private ReducedState.Formula formula(GeneralPlan.Ask ask) {
        DataType type = type(ask, 0);
        DataType result = ask.field().type();
        return ask.aggregation() instanceof Aggregation.Mean
                ? ReducedState.mean(type, result)
                : ReducedState.sum(type, overflow(), result);
    }

    private static GroupValuesResult.Quantile quantile(GeneralPlan.Ask ask) {
        return ask.aggregation() instanceof Aggregation.Quantile(double q, Aggregation.Interpolation between)
                ? new GroupValuesResult.Quantile(q, between)
                : new GroupValuesResult.Quantile(0.5, Aggregation.Interpolation.LINEAR);
    }

    private static MomentState.Kind spread(GeneralPlan.Ask ask) {
        return switch (ask.aggregation()) {
            case Aggregation.Variance _ -> MomentState.Kind.VARIANCE;
            case Aggregation.Std _ -> MomentState.Kind.STD;
            default -> MomentState.Kind.M2;
        };
    }

    private static int freedom(GeneralPlan.Ask ask) {
        return switch (ask.aggregation()) {
            case Aggregation.Variance(int ddof) -> ddof;
            case Aggregation.Std(int ddof) -> ddof;
            default -> 0;
        };
    }

    private GroupState plain(GeneralPlan.Ask ask) {
        return switch (ask.aggregation()) {
            case Aggregation.CountAll() -> new CountState(run, CountState.ALL_ROWS);
            case Aggregation.CountValid() -> new CountState(run, ask.argument());
            case Aggregation kind
            when ExactState.computes(kind, type(ask, 0), sums()) ->
                new ExactState(run, kind, ask.arguments(), types(ask));
            case Aggregation.Sum() -> ReducedState.sum(run, ask.argument(), type(ask, 0), formula(ask));
            case Aggregation.Mean() -> mean(ask);
            case Aggregation.Product() ->
                ReducedState.product(
                        run,
                        ask.argument(),
                        type(ask, 0),
                        overflow(),
                        ask.field().type());
            case Aggregation.Min() -> best(ask, false, false, false, false);
            case Aggregation.Max() -> best(ask, false, true, false, false);
            case Aggregation.ArgMin() -> best(ask, false, false, false, true);
            case Aggregation.ArgMax() -> best(ask, false, true, false, true);
            case Aggregation.First(boolean skipNulls) -> best(ask, true, false, !skipNulls, false);
            case Aggregation.Last(boolean skipNulls) -> best(ask, true, true, !skipNulls, false);
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.M2() -> moments(ask, spread(ask), freedom(ask));
            case Aggregation.Covariance(int ddof) -> moments(ask, MomentState.Kind.COVARIANCE, ddof);
            case Aggregation.Correlation() -> moments(ask, MomentState.Kind.CORRELATION, 1);
            case Aggregation.Median(), Aggregation.Quantile _ -> members(ask, quantile(ask));
            case Aggregation.TopK(int k, boolean greatest) -> members(ask, GroupValuesResult.Listed.top(k, greatest));
            case Aggregation.CollectList(boolean skipNulls) ->
                members(ask, GroupValuesResult.Listed.collected(skipNulls));
            case Aggregation.Nth(int n, boolean skipNulls) -> members(ask, new GroupValuesResult.Nth(n, skipNulls));
            case Aggregation.NUnique(boolean countNull) ->
                distinct(ask, countNull, false, new CountState(run, CountState.ALL_ROWS));
            case Aggregation.CollectSet(boolean skipNulls) ->
                distinct(ask, !skipNulls, false, members(ask, GroupValuesResult.Listed.collected(skipNulls)));
            case Aggregation.Mode() -> distinct(ask, false, true, mostFrequent(ask));
            case Aggregation.Any() -> best(ask, false, true, false, false);
            case Aggregation.All() -> best(ask, false, false, false, false);
            case Aggregation.SumOfSquares() ->
                ReducedState.squares(
                        run,
                        ask.argument(),
                        type(ask, 0),
                        overflow(),
                        ask.field().type());
            case Aggregation.Bitwise(Aggregation.BitOperation operation) ->
                ReducedState.bits(run, ask.argument(), type(ask, 0), operation);
            case Aggregation.MinBy(boolean skipNulls) -> by(ask, false, skipNulls);
            case Aggregation.MaxBy(boolean skipNulls) -> by(ask, true, skipNulls);
            case Aggregation.Histogram(List<Double> edges) ->
                new HistogramState(run, ask.argument(), type(ask, 0), edges);
            case Aggregation.ApproxNUnique _, Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> throw refused(ask);
            case Aggregation.DiscreteQuantile _, Aggregation.Join _ -> throw refused(ask);
            case Aggregation.ValueCounts _, Aggregation.Entropy(), Aggregation.MedianDeviation() -> throw refused(ask);
            case Aggregation.Spearman(), Aggregation.Merge _ -> throw refused(ask);
            case Aggregation.Skewness(), Aggregation.Kurtosis _ -> throw refused(ask);
        };
    }

    private GroupState mean(GeneralPlan.Ask ask) {
        DataType type = type(ask, 0);
        ReducedState sums = ReducedState.sum(run, ask.argument(), type, formula(ask));
        return isRoundedOnce(ask) ? new ExactMean(sums, type) : sums;
    }

    /// The planner lets no such aggregate through.
    private static IllegalStateException refused(GeneralPlan.Ask ask) {
        return new IllegalStateException(ask.aggregation() + " is computed on the CPU");
    }

    /// `counted`: how often each value comes is an operand for `aggregate`.
    private DistinctState distinct(GeneralPlan.Ask ask, boolean nullsToo, boolean counted, GroupState aggregate) {
        DistinctState.Values values = new DistinctState.Values(
                ask.arguments(),
                types(ask),
                nullsToo,
                ask.isOrdered(),
                counted,
                plan.operands().size());
        return new DistinctState(run, values, aggregate, firstSlots);
    }

    /// The value whose count, the operand behind all others, is greatest.
    private ByState mostFrequent(GeneralPlan.Ask ask) {
        BestState.Pick pick = new BestState.Pick(plan.operands().size(), DataType.INT64, false, true, false, false);
        return new ByState(run, new BestState(run, pick, null), ask.argument(), type(ask, 0), false);
    }

    /// `greatest`: of the second argument.
    private ByState by(GeneralPlan.Ask ask, boolean greatest, boolean skipNulls) {
        int order = ask.arguments().get(1);
        BestState.Pick pick = new BestState.Pick(order, type(ask, 1), false, greatest, false, false);
        BestState best = new BestState(run, pick, texts.get(order));
        return new ByState(run, best, ask.argument(), type(ask, 0), skipNulls);
    }

    /// The ordinal of each group's first row.
    BestState firstOrdinals() {
        return new BestState(run, new BestState.Pick(-1, DataType.INT64, true, false, true, true), null);
    }

    private DataType type(GeneralPlan.Ask ask, int argument) {
        return plan.operands().get(ask.arguments().get(argument)).type();
    }

    private List<DataType> types(GeneralPlan.Ask ask) {
        return IntStream.range(0, ask.arguments().size())
                .mapToObj(argument -> type(ask, argument))
                .toList();
    }

    private Sums sums() {
        return plan.request().options().sums();
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
        return new MomentState(run, kind, ddof, ask.arguments(), types(ask));
    }

    private GroupValuesState members(GeneralPlan.Ask ask, GroupValuesResult result) {
        return new GroupValuesState(run, ask.argument(), type(ask, 0), result);
    }
}
