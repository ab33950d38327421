package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.memory.Buffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the rows of each group come to so far, for each row of a table, by `scan_groups.cu`: rows are not brought
/// together by group, only by parts of so many groups as a block has in shared memory. Results are in the order of the
/// table and the caller's.
///
/// Cost: groups and values are read twice, results written once; a pass of [ScanPlaces] for each 8 bits by which the
/// numbers of groups are longer than those of slots.
final class RunningScans implements AutoCloseable {
    private final DeviceTable table;
    private final ScanGroups groups;
    private final DeviceRun run;
    private final KernelStore kernels;
    private final Map<Way, ScanPlaces> known = new HashMap<>();

    /// What decides where rows are.
    private record Way(List<Within> order, Slots slots) {}

    /// The values of an expression, or their validity alone.
    private record Name(Expr values, boolean areBits) {}

    /// @param groups stay open
    RunningScans(DeviceTable table, ScanGroups groups, DeviceRun run, KernelStore kernels) {
        this.table = table;
        this.groups = groups;
        this.run = run;
        this.kernels = kernels;
    }

    /// How many rows there are so far, int64.
    DeviceColumn rows(List<Within> order) {
        return counted(null, null, order, false);
    }

    /// How many values of a column there are so far, int64; null for nulls if they stay.
    DeviceColumn counts(DeviceColumn input, Expr asked, List<Within> order, boolean nullsStay) {
        Buffer bits = input.validity();
        if (bits == null) {
            return rows(order);
        }
        try (DeviceColumn valid =
                new DeviceColumn(DataType.BOOL, input.length(), bits.retain(), bits.retain(), input.firstBit())) {
            return counted(valid, new Name(asked, true), order, nullsStay);
        }
    }

    private DeviceColumn counted(
            @Nullable DeviceColumn valid, @Nullable Name name, List<Within> order, boolean nullsStay) {
        ScanStates states = new ScanStates(ScanKind.COUNTS, CudaType.U8, DataType.INT64, valid != null);
        return scanned(states, valid, name, order, nullsStay);
    }

    /// What the values of a column come to so far; null before the first value, and for nulls if they stay.
    ///
    /// @throws Projection.Refused if a sum does not fit its type
    DeviceColumn values(
            ScanKind kind, DataType result, DeviceColumn input, Expr asked, List<Within> order, boolean nullsStay) {
        ScanStates states = new ScanStates(kind, input.cudaType(), result, input.validity() != null);
        return scanned(states, input, new Name(asked, false), order, nullsStay);
    }

    private DeviceColumn scanned(
            ScanStates states,
            @Nullable DeviceColumn input,
            @Nullable Name name,
            List<Within> order,
            boolean nullsStay) {
        ScanPlaces places = places(order, states);
        ScanPlaces.Placed values =
                input == null || name == null ? null : places.placed(name, input, states.kernel(places.slots()));
        return places.inTable(
                new ScanLaunch(states, places, values, rows(), leftOut(), nullsStay, run, kernels).results());
    }

    private int leftOut() {
        RowGroups numbered = groups.words() != null ? null : groups.numbered();
        return numbered == null || numbered.holdAll() ? ScanStates.NO_GROUP : numbered.count();
    }

    private ScanPlaces places(List<Within> order, ScanStates states) {
        DeviceInfo device = run.device().info();
        Buffer words = groups.words();
        if (words != null && HashedParts.SLOTS.fit(states.bytes(), device)) {
            Way way = new Way(order, HashedParts.SLOTS);
            ScanPlaces places = known.get(way);
            if (places == null) {
                places = ScanPlaces.ofWords(run, kernels, rows(), words, sorted(order))
                        .orElse(null);
            }
            if (places != null) {
                known.put(way, places);
                return places;
            }
        }
        groups.closeWords();
        RowGroups numbered = groups.numbered();
        Slots slots = Slots.of(numbered == null ? 1 : numbered.most() + 1, states.bytes(), device);
        return known.computeIfAbsent(
                new Way(order, slots), _ -> ScanPlaces.ofNumbers(run, kernels, rows(), numbered, slots, sorted(order)));
    }

    private @Nullable GroupRowsSort sorted(List<Within> order) {
        if (order.isEmpty()) {
            return null;
        }
        GroupRowsSort sort = new RunSort(table, run, kernels).order(null, order, true);
        if (sort.isTableOrder()) {
            sort.close();
            return null;
        }
        return sort;
    }

    private int rows() {
        return Math.toIntExact(table.rowCount());
    }

    @Override
    public void close() {
        known.values().forEach(ScanPlaces::close);
    }
}
