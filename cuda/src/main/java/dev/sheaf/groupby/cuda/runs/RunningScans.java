package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the rows of each group come to so far, for each row of a table, by `scan_groups.cu`: rows are not brought
/// together by group, only by parts of so many groups as a block has in shared memory. Scans that are expected
/// together share a walk through the rows. Results are in the order of the table and the caller's.
///
/// Cost: groups and values are read twice, results written once; a pass of a sort for each 8 bits by which the
/// numbers of groups are longer than those of slots.
final class RunningScans implements AutoCloseable {
    /// Bytes of the values of a group for a shift.
    static final int MOST_KEPT = 16;

    private final DeviceTable table;
    private final ScanGroups groups;
    private final DeviceRun run;
    private final KernelStore kernels;
    private final Set<RunningScan> expected = new LinkedHashSet<>();
    private final Map<RunningScan, DeviceColumn> found = new HashMap<>();

    /// @param groups stay open
    RunningScans(DeviceTable table, ScanGroups groups, DeviceRun run, KernelStore kernels) {
        this.table = table;
        this.groups = groups;
        this.run = run;
        this.kernels = kernels;
    }

    /// Says that some scans will be asked for.
    void expect(List<Optional<RunningScan>> scans) {
        for (Optional<RunningScan> scan : scans) {
            scan.ifPresent(expected::add);
        }
    }

    /// The results of a scan: int64 for counts, for other values null before the first one; null for nulls if they
    /// stay. Empty if texts come to more than 2 GiB.
    ///
    /// @throws Projection.Refused if a sum does not fit its type
    Optional<DeviceColumn> of(RunningScan scan) {
        if (!found.containsKey(scan)) {
            expected.add(scan);
            List<RunningScan> alike = new ArrayList<>(expected);
            alike.removeIf(other -> !scan.isAlike(other));
            alike.forEach(expected::remove);
            compute(alike);
        }
        DeviceColumn result = Objects.requireNonNull(found.get(scan));
        return areRows(scan) ? taken(result, scan) : Optional.of(result.retain());
    }

    /// An aggregate of each group, on each of its rows an entry of a dictionary, which is the caller's; empty if no
    /// walk computes it for all groups at once.
    ///
    /// @throws Projection.Refused if a sum does not fit its type
    Optional<DeviceColumn> whole(GroupScan.Run scan) {
        Optional<RunningScan> asked = RunningScan.whole(scan);
        RowGroups numbered = asked.isEmpty() ? null : groups.numbered();
        if (numbered == null) {
            return Optional.empty();
        }
        try (Scanned scanned = scanned(asked.orElseThrow())) {
            return new ScanWalks(table, groups, run, kernels)
                    .totals(scanned)
                    .map(totals -> numbered.onRows(totals, rows()));
        }
    }

    /// The values of rows that were found, whose numbers stay open; a value that fills is the row behind the last one.
    private Optional<DeviceColumn> taken(DeviceColumn numbers, RunningScan scan) {
        try (DeviceColumn values = computed(Objects.requireNonNull(scan.input()))) {
            return filled(values, scan.fill()).flatMap(all -> taken(numbers, all));
        }
    }

    private Optional<DeviceColumn> taken(DeviceColumn numbers, DeviceColumn values) {
        try (values) {
            Buffer taken = numbers.validity();
            return new GatheredRows(rows(), null, numbers.values(), taken, kernels, run.accounts(), run.stream())
                    .of(values);
        }
    }

    private Optional<DeviceColumn> filled(DeviceColumn values, @Nullable Object fill) {
        if (fill == null) {
            return Optional.of(values.retain());
        }
        try (DeviceColumn one = Upload.constant(fill, values.type(), run.accounts(), run.stream())) {
            return new RowOperators(run, kernels).stacked(List.of(values, one));
        }
    }

    /// Whether the numbers of rows are scanned, and not values: of values of fixed width, few enough are kept of each
    /// group.
    private boolean areRows(RunningScan scan) {
        return scan.kind().takesValues() && !isKept(scan, type(Objects.requireNonNull(scan.input())));
    }

    private static boolean isKept(RunningScan scan, DataType type) {
        return CudaType.supports(type) && scan.distance() * CudaType.of(type).byteWidth() <= MOST_KEPT;
    }

    private DataType type(Expr input) {
        return Binder.bind(input.unaliased(), table.schema()).type();
    }

    private DeviceColumn computed(Expr input) {
        return new RowOperators(run, kernels).computed(table, input);
    }

    private void compute(List<RunningScan> scans) {
        try (Closer closer = new Closer()) {
            List<Scanned> all = new ArrayList<>();
            for (RunningScan scan : scans) {
                all.add(closer.add(scanned(scan)));
            }
            all.sort(Comparator.comparing(Scanned::states, ScanStates.ORDER));
            new ScanWalks(table, groups, run, kernels).of(all, found);
        }
    }

    private Scanned scanned(RunningScan scan) {
        if (scan.input() == null) {
            return new Scanned(scan, counts(false), null, null);
        }
        try (DeviceColumn values = computed(scan.input())) {
            boolean hasNulls = values.validity() != null;
            if (scan.kind() == ScanKind.COUNTS) {
                return new Scanned(scan, counts(hasNulls), hasNulls ? bits(values) : null, null);
            }
            boolean areRows = areRows(scan);
            CudaType type = areRows ? CudaType.I32 : values.cudaType();
            DataType result = areRows ? DataType.INT32 : scan.kind().result(values.type());
            ScanStates states = new ScanStates(scan.kind(), type, result, hasNulls, scan.distance());
            Object fill = scan.fill() != null && areRows ? Integer.valueOf(rows()) : scan.fill();
            try (Closer closer = new Closer()) {
                DeviceColumn one =
                        fill == null ? null : closer.add(Upload.constant(fill, result, run.accounts(), run.stream()));
                DeviceColumn input = areRows ? rowsOf(values) : values.retain();
                closer.release();
                return new Scanned(scan, states, input, one);
            }
        }
    }

    private static ScanStates counts(boolean hasNulls) {
        return new ScanStates(ScanKind.COUNTS, CudaType.U8, DataType.INT64, hasNulls);
    }

    /// The validity of a column, in the place of its values too.
    private static DeviceColumn bits(DeviceColumn values) {
        Buffer bits = Objects.requireNonNull(values.validity());
        return new DeviceColumn(DataType.BOOL, values.length(), bits.retain(), bits.retain(), values.firstBit());
    }

    /// The numbers of rows in the place of values.
    private DeviceColumn rowsOf(DeviceColumn values) {
        try (GroupRowsSort inTableOrder = new GroupRowsSort(run, rows())) {
            Buffer bits = values.validity();
            return new DeviceColumn(
                    DataType.INT32,
                    rows(),
                    inTableOrder.order().retain(),
                    bits == null ? null : bits.retain(),
                    values.firstBit());
        }
    }

    private int rows() {
        return Math.toIntExact(table.rowCount());
    }

    @Override
    public void close() {
        found.values().forEach(DeviceColumn::close);
    }
}
