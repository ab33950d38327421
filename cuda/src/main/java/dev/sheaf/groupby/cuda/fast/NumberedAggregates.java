package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.GroupValuesAggregates;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.strategy.Planner;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A group-by by numbers of groups, in which aggregates may need these numbers before rows are scanned:
/// moments of any number of groups ([NumberedMoments]), and the least and greatest texts ([BestTexts]). All
/// others are left to `group`.
///
/// @param numbers of the rows
/// @param group finds aggregates by numbers of groups
public record NumberedAggregates(
        PlanRun plans, Stream stream, RowNumbers numbers, Function<FastRequest, Outcome> group) {
    /// What is compiled, for moments of columns of a type.
    public static List<Specialization> specializations(CudaType type) {
        return List.of(new CenteredValues.Kind(type).specialization(), GroupMoments.KERNEL, BestTexts.KERNEL);
    }

    /// The groups of a request by numbers.
    Outcome group(FastRequest request) {
        if (!areMomentsOfMany(request)
                && request.refusal().filter(Refusal.Rows.class::isInstance).isEmpty()) {
            Outcome outcome = group.apply(request);
            boolean needsRows = outcome instanceof Outcome.Refused(Refusal why) && why instanceof Refusal.Rows;
            if (!needsRows) {
                return outcome;
            }
        }
        Optional<String> refusal = refusal(request);
        return refusal.isPresent() ? unfit(refusal.orElseThrow()) : byRows(request);
    }

    /// Whether groups are too many for functions of members, all of which are found from sums as well.
    private static boolean areMomentsOfMany(FastRequest request) {
        return !Planner.mayHaveMembers(request.numbers())
                && GroupValuesAggregates.areAsked(request.aggregates())
                && GroupValuesAggregates.areMoments(request.aggregates());
    }

    private static Optional<String> refusal(FastRequest request) {
        List<DeviceColumn> columns = request.rows().table().columns();
        for (DeviceAggregate aggregate : request.aggregates()) {
            boolean isOfRows = aggregate.function().isMoment() || aggregate.isOfTexts();
            boolean isStored = aggregate.column() < columns.size() && aggregate.other() < columns.size();
            if (isOfRows && !isStored) {
                return Optional.of(aggregate.function() + " of an expression needs the groups of rows first");
            }
            if (aggregate.isOfTexts() && columns.get(aggregate.column()).offsets() == null) {
                return Optional.of(aggregate.function() + " of texts in a dictionary");
            }
        }
        return Optional.empty();
    }

    /// The aggregates that are not of texts.
    private record Numeric(List<DeviceAggregate> aggregates, boolean hasMoments) {
        static Numeric of(List<DeviceAggregate> all) {
            List<DeviceAggregate> scanned = new ArrayList<>();
            boolean hasMoments = false;
            for (DeviceAggregate aggregate : all) {
                if (!aggregate.isOfTexts()) {
                    scanned.add(aggregate);
                    hasMoments |= aggregate.function().isMoment();
                }
            }
            return new Numeric(List.copyOf(scanned), hasMoments);
        }
    }

    private Outcome byRows(FastRequest request) {
        Numeric scanned = request.prepared().of(Numeric.class, () -> Numeric.of(request.aggregates()));
        FastRequest numeric = request.with(scanned.aggregates());
        Outcome outcome = scanned.hasMoments()
                ? new NumberedMoments(plans, stream, numbers, group).group(numeric)
                : group.apply(numeric);
        boolean isDone = scanned.aggregates().size() == request.aggregates().size();
        return outcome instanceof Outcome.Grouped(DeviceGroups groups, String how) && !isDone
                ? withTexts(request, groups, how)
                : outcome;
    }

    /// Puts the least and greatest texts beside the other results; takes over `groups`.
    private Outcome withTexts(FastRequest request, DeviceGroups groups, String how) {
        try (groups;
                Closer closer = new Closer()) {
            Map<Integer, BestTexts> known = new HashMap<>();
            Iterator<DeviceColumn> scanned = groups.results().iterator();
            List<DeviceColumn> results = new ArrayList<>();
            try (Closer ofTexts = new Closer()) {
                for (DeviceAggregate aggregate : request.aggregates()) {
                    Optional<DeviceColumn> result = aggregate.isOfTexts()
                            ? known.computeIfAbsent(aggregate.column(), column -> best(request, column, ofTexts))
                                    .inOrder(
                                            groups.keys().getFirst(),
                                            aggregate.function() == DeviceAggregate.Function.MIN)
                            : Optional.of(scanned.next().retain());
                    if (result.isEmpty()) {
                        return unfit("the texts of results take more than 2 GiB");
                    }
                    DeviceColumn column = result.orElseThrow();
                    results.add(closer.add(column));
                }
            }
            List<DeviceColumn> keys = DeviceColumn.retained(groups.keys());
            closer.release();
            return new Outcome.Grouped(new DeviceGroups(groups.groups(), keys, results), how);
        }
    }

    /// What is asked of a column of texts, at once.
    private BestTexts best(FastRequest request, int column, Closer closer) {
        BestTexts best = BestTexts.of(
                plans.kernels(),
                plans.accounts(),
                stream,
                request.rows().table().columns().get(column),
                numbers,
                isAsked(request, column, DeviceAggregate.Function.MIN),
                isAsked(request, column, DeviceAggregate.Function.MAX));
        return closer.add(best);
    }

    private static boolean isAsked(FastRequest request, int column, DeviceAggregate.Function function) {
        return request.aggregates().stream()
                .anyMatch(each -> each.isOfTexts() && each.column() == column && each.function() == function);
    }

    private static Outcome unfit(String why) {
        return new Outcome.Refused(new Refusal.Unfit(why));
    }
}
