package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
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

/// Bools as keys and arguments: numbers that the scan computes. What is found of them becomes bits again.
///
/// @param asked the request as it was
/// @param request with numbers instead of bools
/// @param isAny whether there are any
record BitColumns(FastRequest asked, FastRequest request, boolean isAny) {
    /// What is asked with numbers instead of bools; nothing if there are none.
    private record Asked(
            Optional<List<Integer>> keys, List<DeviceAggregate> aggregates, List<ScanRows.Computed> computed) {}

    static BitColumns of(FastRequest asked) {
        Asked numbers = asked.prepared().of(Asked.class, () -> asNumbers(asked));
        return numbers.keys()
                .map(keys -> new BitColumns(
                        asked,
                        asked.of(asked.rows().computing(numbers.computed()))
                                .by(keys)
                                .with(numbers.aggregates()),
                        true))
                .orElseGet(() -> new BitColumns(asked, asked, false));
    }

    private static boolean hasBools(FastRequest asked) {
        for (int key : asked.keys()) {
            if (isBool(asked.rows(), key)) {
                return true;
            }
        }
        for (DeviceAggregate aggregate : asked.aggregates()) {
            if (isBool(asked.rows(), aggregate.column())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBool(ScanRows rows, int column) {
        return column >= 0 && isBool(rows.type(column));
    }

    /// Not by `equals`, which a record that was never compiled takes microseconds for.
    private static boolean isBool(DataType type) {
        return type instanceof DataType.BoolType;
    }

    private static Asked asNumbers(FastRequest asked) {
        if (!hasBools(asked)) {
            return new Asked(Optional.empty(), List.of(), List.of());
        }
        Numbers numbers = new Numbers(asked.rows());
        List<Integer> keys = asked.keys().stream().map(numbers::of).toList();
        List<DeviceAggregate> aggregates =
                asked.aggregates().stream().map(numbers::of).toList();
        return new Asked(Optional.of(keys), aggregates, asked.rows().computedAnd(numbers.computed));
    }

    /// The numbers of bools, behind what the scan computes already.
    private static final class Numbers {
        private final ScanRows rows;
        private final int stored;
        private final List<ScanRows.Computed> computed = new ArrayList<>();

        Numbers(ScanRows rows) {
            this.rows = rows;
            this.stored = rows.table().columns().size();
        }

        int of(int column) {
            if (!isBool(rows, column)) {
                return column;
            }
            ScanRows.Computed bit = column < stored
                    ? new ScanRows.Computed(DataType.BOOL, "x" + column + "(i)", List.of(column), false)
                    : rows.computed().get(column - stored);
            ScanRows.Computed number = new ScanRows.Computed(
                    DataType.UINT8, "bit_number(" + bit.text() + ")", bit.reads(), bit.mayBeNull());
            if (!computed.contains(number)) {
                computed.add(number);
            }
            return stored + rows.computed().size() + computed.indexOf(number);
        }

        DeviceAggregate of(DeviceAggregate aggregate) {
            DataType result = isBool(aggregate.result()) ? DataType.UINT8 : aggregate.result();
            return new DeviceAggregate(
                    aggregate.function(),
                    of(aggregate.column()),
                    aggregate.other(),
                    result,
                    aggregate.parameter(),
                    aggregate.between(),
                    aggregate.ofSeveral());
        }
    }

    /// Makes bools of what was found; takes over the groups.
    Outcome restored(Outcome outcome, PlanRun plans, Stream stream) {
        return outcome instanceof Outcome.Grouped(DeviceGroups groups, String how) && isAny
                ? new Outcome.Grouped(restored(groups, plans, stream), how)
                : outcome;
    }

    private DeviceGroups restored(DeviceGroups groups, PlanRun plans, Stream stream) {
        try (groups;
                Closer closer = new Closer()) {
            List<DeviceColumn> keys = new ArrayList<>();
            for (int i = 0; i < groups.keys().size(); i++) {
                boolean isBit = isBool(asked.rows(), asked.keys().get(i));
                keys.add(column(groups.keys().get(i), isBit, plans, stream, closer));
            }
            List<DeviceColumn> results = new ArrayList<>();
            for (int i = 0; i < groups.results().size(); i++) {
                boolean isBit = isBool(asked.aggregates().get(i).result());
                results.add(column(groups.results().get(i), isBit, plans, stream, closer));
            }
            closer.release();
            return new DeviceGroups(groups.groups(), keys, results);
        }
    }

    private static DeviceColumn column(DeviceColumn found, boolean isBit, PlanRun plans, Stream stream, Closer closer) {
        DeviceColumn column =
                isBit ? GatheredRows.packed(found, plans.kernels(), plans.accounts(), stream) : found.retain();
        return closer.add(column);
    }
}
