package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyRanges;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ShapeBuilder;
import dev.sheaf.groupby.cuda.strategy.ForcedPlan;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Groups rows that often have the same key as the row before: first runs of one key become partial groups,
/// then these are grouped.
///
/// @param forced as `FastGroupBy` has it
/// @param merging groups partial groups
record ClusteredKeys(PlanRun plans, String forced, Function<FastRequest, Outcome> merging) {
    /// The groups; none if keys do not lie so, if another strategy takes one pass over the rows anyway, or if
    /// there turn out to be more runs than there is room for.
    Optional<Outcome> group(FastRequest request, KeySample sample, Stream stream) {
        KeyFindings findings = sample.findings();
        Planner planner = Planner.of(stream.device().info());
        Optional<Plan.Clustered> plan = plan(planner, request, findings);
        if (plan.isEmpty()) {
            return Optional.empty();
        }
        Optional<Partials> partials = Partials.of(request.keys().size(), request.aggregates(), request.rows()::type)
                .filter(known -> known.first().size() <= PartitionGroups.MOST_AGGREGATES);
        KeyRanges ranges = KeyRanges.of(request, findings);
        Optional<KeyLayout> layout = ranges.wide().or(ranges::tight).map(KeyLayout::shifted);
        if (partials.isEmpty() || layout.isEmpty() || isShort(planner, ranges, request, findings)) {
            return Optional.empty();
        }
        FastRequest ofRuns = new FastRequest(
                request.rows(),
                request.keys(),
                request.keepsNulls(),
                partials.orElseThrow().first());
        ScanShape shape = ShapeBuilder.of(ofRuns, layout.orElseThrow());
        return plans.run(ofRuns, shape, plan.orElseThrow(), sample, stream)
                        instanceof Outcome.Grouped(DeviceGroups parts, String how)
                ? merged(partials.orElseThrow(), parts, how, request.keepsNulls())
                : Optional.empty();
    }

    private Optional<Plan.Clustered> plan(Planner planner, FastRequest request, KeyFindings findings) {
        long rows = request.rows().count();
        return ForcedPlan.isClustered(forced)
                ? Optional.of(planner.clustered(rows, rows))
                : planner.clustered(findings);
    }

    /// The groups of partial groups, which are closed.
    private Optional<Outcome> merged(Partials partials, DeviceGroups parts, String how, boolean keepsNulls) {
        try (parts) {
            if (parts.groups() == 0) {
                return Optional.empty();
            }
            List<Integer> keys = IntStream.range(0, partials.keys()).boxed().toList();
            FastRequest request =
                    new FastRequest(new ScanRows(partials.table(parts)), keys, keepsNulls, partials.second());
            return merging.apply(request) instanceof Outcome.Grouped(DeviceGroups groups, String then)
                    ? Optional.of(new Outcome.Grouped(groups, how + ", then " + then))
                    : Optional.empty();
        }
    }

    /// Whether another strategy takes one pass over the rows that is as fast.
    private boolean isShort(Planner planner, KeyRanges ranges, FastRequest request, KeyFindings findings) {
        return !ForcedPlan.isClustered(forced)
                && ranges.tight()
                        .map(layout -> ShapeBuilder.of(request, layout))
                        .map(shape -> new FirstPlan(forced).of(planner, shape, findings))
                        .filter(plan -> plan instanceof Plan.Block block && block.passes() == 1)
                        .isPresent();
    }
}
