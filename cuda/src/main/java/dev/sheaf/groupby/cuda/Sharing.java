package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Offer;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.groupby.cuda.device.DeviceProfile;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.stride.SharedCost;
import dev.sheaf.groupby.cuda.stride.SharedRows;
import dev.sheaf.groupby.cuda.stride.TransferCost;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Group-bys over a table in memory whose rows CPU and GPU share: both take rows from an end of the table until
/// they meet, the device makes states of its rows, and the CPU merges these like those of its threads. So
/// answers are those of the CPU, whoever took which rows.
///
/// @param costs what the device takes alone for a plan
record Sharing(Backend cpu, DeviceProfile profile, Function<GeneralPlan, TransferCost> costs, QueryContext context) {
    /// The least gain that is worth it, in hundredths; with 0 rows are shared wherever they can be.
    static final String GAIN = "cuda.share.gain";

    private static final long LEAST_GAIN = 120;

    /// Fewer rows are done before it is decided.
    private static final long LEAST_ROWS = 1L << 22;

    /// What a thread of the CPU takes at a time.
    private static final int FRONT_ROWS = 1 << 16;

    /// How it would be done, or why it is not.
    sealed interface Choice {
        /// @param plan of the request for states
        record Together(GeneralPlan plan, StateRequest states, SharedCost cost) implements Choice {}

        record Apart(String why) implements Choice {}
    }

    /// Whether to ask at all.
    static boolean isConsidered(SourceStats stats, QueryContext context) {
        return context.settings().get(GAIN).isPresent()
                || (context.backend() == BackendPreference.AUTO
                        && stats.rowCount().orElse(0) >= LEAST_ROWS
                        && stats.columns().isEmpty());
    }

    /// Whether rows are shared wherever they can be.
    boolean isForced() {
        return context.settings().getLong(GAIN, LEAST_GAIN) <= 0;
    }

    /// The choice. Cost: a plan, some microseconds.
    Choice choose(GroupByRequest request, SourceStats stats) {
        try (Accumulator groups =
                cpu.accumulate(request, Long.MAX_VALUE, context).orElseThrow()) {
            return switch (groups.stateRequest()) {
                case StateRequest.Result.Refused(String why) -> new Choice.Apart(why);
                case StateRequest.Result.Possible(StateRequest states) -> choose(request, states, stats);
            };
        }
    }

    private Choice choose(GroupByRequest request, StateRequest states, SourceStats stats) {
        if (!states.request().input().equals(request.input())) {
            return new Choice.Apart("results need the numbers of rows");
        }
        return switch (GeneralPlanner.plan(states.request())) {
            case GeneralPlanner.Result.Refused(String why) -> new Choice.Apart(why);
            case GeneralPlanner.Result.Planned(GeneralPlan plan) ->
                StridedGroups.isPossible(plan, context)
                        ? worth(new Choice.Together(plan, states, cost(request, plan, stats)))
                        : new Choice.Apart("functions without partial groups");
        };
    }

    private Choice worth(Choice.Together together) {
        double gain = together.cost().gain();
        return isForced() || gain * 100 >= context.settings().getLong(GAIN, LEAST_GAIN)
                ? together
                : new Choice.Apart("it would take " + together.cost().text());
    }

    private SharedCost cost(GroupByRequest request, GeneralPlan plan, SourceStats stats) {
        double onCpu = cpu.offer(request, stats, context) instanceof Offer.Accepted accepted
                ? accepted.estimatedSeconds()
                : Double.MAX_VALUE;
        double groups = stats.groups(request.keys(), request.filter()).orElse(0);
        return SharedCost.of(onCpu, costs.apply(plan), profile, context.threads(), groups);
    }

    /// The groups of a table that a source has, which the caller closes; empty, and nothing is read, if it has
    /// none.
    Optional<BatchSource> run(
            Choice.Together together, GroupByRequest request, BatchSource input, Supplier<OpenDevice> device) {
        Batch all = input.takeRest(context);
        if (all == null) {
            return Optional.empty();
        }
        int morsel = context.settings().getPositive("morsel.rows", context.batchRows(FRONT_ROWS));
        try (SharedRows rows = new SharedRows(all);
                BesideCpu beside =
                        new BesideCpu(together.plan(), together.states(), rows, input.stats(), device, context);
                BatchSource front = new FrontRows(
                        rows,
                        input.stats(),
                        beside::await,
                        morsel,
                        together.cost().workers())) {
            Supplier<Optional<Table>> others = beside::states;
            return cpu.execute(request, front, others, context);
        }
    }
}
