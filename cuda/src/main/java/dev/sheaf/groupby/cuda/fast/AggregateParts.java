package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/// More aggregates than one scan has registers for, in several scans over the same keys. Each gives the groups in an
/// order of its own, so that those of later scans are put beside the groups of the first.
///
/// Cost: the keys are read once more for each scan, and of later groups the keys once and the results twice.
record AggregateParts(PlanRun plans, Stream stream) {
    /// Columns of one scan.
    private static final int MOST_COLUMNS = 8;

    /// Whether a request is taken apart.
    static boolean areNeeded(FastRequest request) {
        return request.prepared()
                .of(Needed.class, () -> new Needed(!fits(request, request.aggregates(), MOST_COLUMNS)))
                .areParts();
    }

    private record Needed(boolean areParts) {}

    private static boolean fits(FastRequest request, List<DeviceAggregate> aggregates, int mostColumns) {
        return aggregates.size() <= PartitionGroups.MOST_AGGREGATES
                && columns(aggregates) <= mostColumns
                && (!request.rows().exact() || ExactSums.limbs(request.rows(), aggregates) <= ExactSums.MAX_LIMBS);
    }

    private static int columns(List<DeviceAggregate> aggregates) {
        Set<Integer> columns = new HashSet<>();
        for (DeviceAggregate aggregate : aggregates) {
            if (aggregate.column() >= 0) {
                columns.add(aggregate.column());
            }
        }
        return columns.size();
    }

    /// As few scans as can be, of about as many columns each.
    private static int columnsOfPart(List<DeviceAggregate> aggregates) {
        int columns = columns(aggregates);
        return Math.ceilDiv(columns, Math.max(Math.ceilDiv(columns, MOST_COLUMNS), 1));
    }

    /// The numbers of the aggregates of each part: those of one column stay together, unless they are too many.
    static List<List<Integer>> of(FastRequest request) {
        List<DeviceAggregate> aggregates = request.aggregates();
        Map<Integer, List<Integer>> byColumn = new LinkedHashMap<>();
        for (int i = 0; i < aggregates.size(); i++) {
            byColumn.computeIfAbsent(aggregates.get(i).column(), _ -> new ArrayList<>())
                    .add(i);
        }
        int mostColumns = columnsOfPart(aggregates);
        List<List<Integer>> parts = new ArrayList<>();
        for (List<Integer> numbers : byColumn.values()) {
            for (int from = 0; from < numbers.size(); from += PartitionGroups.MOST_AGGREGATES) {
                add(
                        request,
                        numbers.subList(from, Math.min(from + PartitionGroups.MOST_AGGREGATES, numbers.size())),
                        mostColumns,
                        parts);
            }
        }
        return parts;
    }

    /// Adds aggregates to the last part if it has room for them, else as a part of their own.
    private static void add(FastRequest request, List<Integer> numbers, int mostColumns, List<List<Integer>> parts) {
        if (!parts.isEmpty()) {
            List<Integer> both = new ArrayList<>(parts.getLast());
            both.addAll(numbers);
            if (fits(request, asked(request, both), mostColumns)) {
                parts.set(parts.size() - 1, both);
                return;
            }
        }
        parts.add(List.copyOf(numbers));
    }

    private static List<DeviceAggregate> asked(FastRequest request, List<Integer> numbers) {
        return numbers.stream().map(request.aggregates()::get).toList();
    }

    /// @param numbers as [AggregateParts#of] has them
    /// @param aggregates those of each part
    private record Parts(List<List<Integer>> numbers, List<List<DeviceAggregate>> aggregates) {
        static Parts of(FastRequest request) {
            List<List<Integer>> numbers = AggregateParts.of(request);
            return new Parts(
                    numbers, numbers.stream().map(part -> asked(request, part)).toList());
        }
    }

    /// The groups of a request; `group` gives those of each part.
    Outcome group(FastRequest request, Function<FastRequest, Outcome> group) {
        Parts asked = request.prepared().of(Parts.class, () -> Parts.of(request));
        List<List<Integer>> parts = asked.numbers();
        DeviceColumn[] results = new DeviceColumn[request.aggregates().size()];
        try (Closer closer = new Closer()) {
            DeviceGroups first = null;
            String how = "";
            for (int part = 0; part < parts.size(); part++) {
                List<Integer> numbers = parts.get(part);
                switch (group.apply(request.with(asked.aggregates().get(part)))) {
                    case Outcome.Refused refused -> {
                        return refused;
                    }
                    case Outcome.Grouped(DeviceGroups found, String way) -> {
                        try (found) {
                            List<DeviceColumn> columns;
                            if (first == null) {
                                first = keysOf(found);
                                first.keys().forEach(key -> closer.add(key));
                                how = way;
                                columns = DeviceColumn.retained(found.results());
                            } else if (found.groups() != first.groups()) {
                                return new Outcome.Refused(
                                        new Refusal.Unfit("scans of one query gave different groups"));
                            } else {
                                columns = beside(first, found, request);
                            }
                            for (int i = 0; i < columns.size(); i++) {
                                DeviceColumn column = columns.get(i);
                                results[numbers.get(i)] = closer.add(column);
                            }
                        }
                    }
                }
            }
            DeviceGroups keys = Objects.requireNonNull(first, "a query has at least one part");
            DeviceGroups all = new DeviceGroups(keys.groups(), keys.keys(), List.of(results));
            closer.release();
            return new Outcome.Grouped(all, how + ", in " + parts.size() + " scans");
        }
    }

    private static DeviceGroups keysOf(DeviceGroups groups) {
        return new DeviceGroups(groups.groups(), DeviceColumn.retained(groups.keys()), List.of());
    }

    /// The results of groups in the order of `first`, which has the same keys.
    private List<DeviceColumn> beside(DeviceGroups first, DeviceGroups found, FastRequest request) {
        long groups = first.groups();
        long known = request.numbers();
        if (groups == 0 || request.single() > 0) {
            return DeviceColumn.retained(found.results());
        }
        if (known != 0) {
            Buffer numbers = first.keys().getFirst().values();
            return gathered(numbers, found.keys().getFirst().values(), known, found);
        }
        try (RowNumbers both = new RowNumbers.Tables(plans.kernels(), plans.accounts(), stream)
                        .of(first.keys(), found.keys(), true);
                Buffer of = both.numbers().values().slice(0, groups * Integer.BYTES);
                Buffer behind = both.numbers().values().slice(groups * Integer.BYTES, groups * Integer.BYTES)) {
            return gathered(of, behind, both.groups(), found);
        }
    }

    /// @param numbers of the groups in the order that is wanted
    /// @param foundNumbers of the groups as they were found
    private List<DeviceColumn> gathered(Buffer numbers, Buffer foundNumbers, long most, DeviceGroups found) {
        try (Buffer rows =
                stream.device().memory().allocate(plans.accounts(), most * Integer.BYTES, "order of groups", stream)) {
            rows(foundNumbers, rows, found.groups()).invert();
            return rows(numbers, rows, found.groups()).all(found.results()).orElseThrow();
        }
    }

    private GatheredRows rows(Buffer numbers, Buffer rows, long groups) {
        return new GatheredRows(groups, numbers, rows, null, plans.kernels(), plans.accounts(), stream);
    }
}
