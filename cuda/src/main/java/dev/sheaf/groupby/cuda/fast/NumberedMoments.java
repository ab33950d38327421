package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// VARIANCE, STD, M2, COVARIANCE and CORRELATION of any number of groups, beside other aggregates: sums of
/// the columns less a value of each group, of their squares and of their products. If that value was so far
/// from the mean of some group that its result has lost bits, all is done once more with the means.
///
/// Cost: a pass for each column, which writes 8 bytes a row, and a scan; a scan more for the least values
/// where columns have nulls or rows a condition.
///
/// @param group finds aggregates by numbers of groups
record NumberedMoments(PlanRun plans, Stream stream, RowNumbers numbers, Function<FastRequest, Outcome> group) {
    /// What became of a scan.
    private sealed interface Scanned {
        /// This is the answer.
        record Done(Outcome outcome) implements Scanned {}

        /// The columns are less the means of their groups now.
        record Centered() implements Scanned {}
    }

    /// The groups of a request by numbers, whose aggregates are moments and others.
    Outcome group(FastRequest request) {
        Asked asked = request.prepared().of(Asked.class, () -> Asked.of(request));
        List<MomentSums.Side> sides = asked.sides();
        List<DeviceColumn> columns = request.rows().table().columns();
        try (Closer closer = new Closer()) {
            List<CenteredValues> centered = new ArrayList<>();
            for (MomentSums.Side side : sides) {
                CenteredValues values = center(columns.get(side.column()));
                centered.add(closer.add(values));
            }
            Optional<Outcome> refused = center(request, sides, centered);
            return refused.isPresent() ? refused.orElseThrow() : scanned(request, asked, centered);
        }
    }

    /// @param moments all different
    /// @param places which of the moments each aggregate is; -1 of others
    private record Asked(
            List<DeviceAggregate> moments,
            List<DeviceAggregate> others,
            List<Integer> places,
            List<MomentSums.Side> sides) {
        static Asked of(FastRequest request) {
            List<DeviceAggregate> moments = new ArrayList<>();
            List<DeviceAggregate> others = new ArrayList<>();
            List<Integer> places = new ArrayList<>();
            for (DeviceAggregate aggregate : request.aggregates()) {
                if (!aggregate.function().isMoment()) {
                    others.add(aggregate);
                } else if (!moments.contains(aggregate)) {
                    moments.add(aggregate);
                }
                places.add(moments.indexOf(aggregate));
            }
            List<DeviceAggregate> all = List.copyOf(moments);
            return new Asked(all, List.copyOf(others), List.copyOf(places), MomentSums.sides(request, all));
        }
    }

    private CenteredValues center(DeviceColumn column) {
        return CenteredValues.of(plans.kernels(), plans.accounts(), stream, numbers, column);
    }

    private Outcome scanned(FastRequest request, Asked asked, List<CenteredValues> centered) {
        FastRequest wider = request.with(asked.others());
        for (CenteredValues values : centered) {
            wider = wider.withColumn(values.values());
        }
        int first = request.rows().table().columns().size();
        MomentSums sums = MomentSums.of(wider, asked.moments(), asked.sides(), first);
        return switch (scan(asked, sums, centered, false)) {
            case Scanned.Done(Outcome outcome) -> outcome;
            case Scanned.Centered() -> ((Scanned.Done) scan(asked, sums, centered, true)).outcome();
        };
    }

    // ---- what is taken from the values ----

    /// Takes a value of each group: that of its row, or the least of those that take part.
    private Optional<Outcome> center(FastRequest request, List<MomentSums.Side> sides, List<CenteredValues> centered) {
        List<Integer> byLeast = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            MomentSums.Side side = sides.get(i);
            boolean takesAll = request.rows().where().isEmpty() && side.other() < 0;
            if ((takesAll && !request.rows().hasNulls(side.column())) || numbers.shared() == 0) {
                centered.get(i).byRows();
            } else {
                byLeast.add(i);
            }
        }
        return byLeast.isEmpty() ? Optional.empty() : centerByLeast(request, sides, centered, byLeast);
    }

    private Optional<Outcome> centerByLeast(
            FastRequest request, List<MomentSums.Side> sides, List<CenteredValues> centered, List<Integer> some) {
        Least least = request.prepared().of(Least.class, () -> least(request, sides, some), numbers(some));
        ScanRows computing = request.rows().computing(least.computed());
        return switch (group.apply(request.of(computing).with(least.aggregates()))) {
            case Outcome.Refused refused -> Optional.of(refused);
            case Outcome.Grouped(DeviceGroups groups, String _) -> {
                try (groups) {
                    for (int i = 0; i < some.size(); i++) {
                        DeviceColumn results = groups.results().get(i);
                        centered.get(some.get(i)).byResults(groups.keys().getFirst(), results);
                    }
                }
                yield Optional.empty();
            }
        };
    }

    private static long[] numbers(List<Integer> some) {
        long[] numbers = new long[some.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = some.get(i);
        }
        return numbers;
    }

    private record Least(List<ScanRows.Computed> computed, List<DeviceAggregate> aggregates) {}

    /// The least values of some columns.
    private static Least least(FastRequest request, List<MomentSums.Side> sides, List<Integer> some) {
        ScanRows rows = request.rows();
        int numbers = rows.table().columns().size() + rows.computed().size();
        List<ScanRows.Computed> computed = new ArrayList<>();
        List<DeviceAggregate> aggregates = new ArrayList<>();
        for (int place : some) {
            MomentSums.Side side = sides.get(place);
            int number = side.column();
            if (side.other() >= 0) {
                number = numbers + computed.size();
                computed.add(MomentSums.value(side, side.column(), rows.type(side.column())));
            }
            aggregates.add(new DeviceAggregate(DeviceAggregate.Function.MIN, number, rows.type(side.column())));
        }
        return new Least(rows.computedAnd(computed), List.copyOf(aggregates));
    }

    // ---- scans ----

    private Scanned scan(Asked asked, MomentSums sums, List<CenteredValues> centered, boolean isLast) {
        return switch (group.apply(sums.request())) {
            case Outcome.Refused refused -> new Scanned.Done(refused);
            case Outcome.Grouped(DeviceGroups groups, String how) -> {
                try (groups;
                        Closer closer = new Closer()) {
                    List<DeviceColumn> results = new ArrayList<>();
                    boolean hasLost = addResults(asked, sums, groups, results, closer);
                    if (hasLost && !isLast) {
                        sums.sides().forEach(side -> centerByMeans(sums, groups, side, centered));
                        yield new Scanned.Centered();
                    }
                    List<DeviceColumn> keys = DeviceColumn.retained(groups.keys());
                    closer.release();
                    DeviceGroups all = new DeviceGroups(groups.groups(), keys, results);
                    yield new Scanned.Done(new Outcome.Grouped(all, how));
                }
            }
        };
    }

    /// Adds the results of all aggregates, and says whether some have lost bits.
    private boolean addResults(
            Asked asked, MomentSums sums, DeviceGroups groups, List<DeviceColumn> results, Closer closer) {
        List<List<DeviceColumn>> ofMoments = new ArrayList<>();
        for (List<Integer> of : sums.sums()) {
            List<DeviceColumn> columns = new ArrayList<>(of.size());
            for (int number : of) {
                columns.add(groups.results().get(number));
            }
            ofMoments.add(columns);
        }
        try (GroupMoments.Found found =
                new GroupMoments(plans.kernels(), plans.accounts(), stream).of(asked.moments(), ofMoments)) {
            int scanned = 0;
            for (int place : asked.places()) {
                DeviceColumn column = place >= 0
                        ? found.columns().get(place)
                        : groups.results().get(scanned++);
                results.add(closer.add(column.retain()));
            }
            return found.hasLost();
        }
    }

    private static void centerByMeans(
            MomentSums sums, DeviceGroups groups, MomentSums.Side side, List<CenteredValues> centered) {
        MomentSums.Sum of = sums.sumOf(side);
        centered.get(sums.sides().indexOf(side))
                .byMeans(
                        groups.keys().getFirst(),
                        groups.results().get(of.counts()),
                        groups.results().get(of.sum()));
    }
}
