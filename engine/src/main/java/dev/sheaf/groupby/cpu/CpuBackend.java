package dev.sheaf.groupby.cpu;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Table;
import dev.sheaf.file.PrivateFolder;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupIds;
import dev.sheaf.groupby.Offer;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.groupby.cpu.spill.SpillForecast;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.Map;
import java.util.Optional;

/// The [Backend] that runs everywhere and takes every request.
public final class CpuBackend implements Backend {
    /// Creates the backend; it keeps no state.
    public CpuBackend() {}

    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public BackendStatus status() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new BackendStatus.Available(processors == 1 ? "1 thread" : processors + " threads");
    }

    @Override
    public Offer offer(GroupByRequest request, SourceStats stats, QueryContext context) {
        CpuCost cost = CpuCost.ofHost();
        double seconds = cost.seconds(request, stats, context.threads());
        String spills = SpillForecast.of(request, stats, context)
                .map(forecast -> "; " + forecast)
                .orElse("");
        return new Offer.Accepted(
                "morsels on " + context.threads() + " threads",
                "always there" + spills + (cost.isMeasured() ? "; rates are measured on this host" : ""),
                seconds);
    }

    /// Cost: some seconds of one thread, and 120 MB.
    @Override
    public Optional<String> calibrate() {
        CpuCost measured = CpuCalibration.measure();
        measured.write(CpuCost.file(PrivateFolder.cache(System.getenv())));
        return Optional.of(measured.describe());
    }

    @Override
    public BatchSource execute(GroupByRequest request, BatchSource input, QueryContext context) {
        GroupByPlan plan = PlanBuilder.plan(request);
        Optional<DistinctPairs> pairs = DistinctPairs.of(plan, input.stats(), context);
        if (pairs.isPresent()) {
            return pairs.get().run(input, context);
        }
        GroupByRun run = new GroupByRun(plan, input.stats(), context);
        try (var _ = Checkpoint.watch(context::checkCancelled)) {
            return run.run(input);
        } catch (RuntimeException | Error failure) {
            run.close();
            throw failure;
        }
    }

    @Override
    public Optional<Accumulator> accumulate(GroupByRequest request, long maxDistinctKeys, QueryContext context) {
        return Optional.of(new CpuAccumulator(request, maxDistinctKeys, context));
    }

    @Override
    public Optional<GroupIds> groupIds(
            GroupByRequest request, Table keys, Optional<BoolColumn> wanted, QueryContext context) {
        return Optional.of(RowIds.of(request, keys, wanted, context));
    }

    @Override
    public Map<String, Long> switches(QueryContext context) {
        return switches(CpuSettings.of(context.settings()), context.threads());
    }

    /// The numbers of groups at which the strategy changes, by setting, for so many threads: where keys leave the
    /// direct index, where a worker's hash table must pay, where tables are merged by partition.
    private static Map<String, Long> switches(CpuSettings settings, int threads) {
        return Map.of(
                CpuSettings.INDEX_MAX_BITS,
                1L << settings.indexMaxBits(),
                CpuSettings.CHECK_FROM_GROUPS,
                (long) Math.ceil(settings.checkFromGroups() / TableProbe.HASHED_WEIGHT),
                CpuSettings.PARTITION_FROM_GROUPS,
                settings.partitionFromGroups() / Math.max(1, (long) threads * (threads - 1)));
    }
}
