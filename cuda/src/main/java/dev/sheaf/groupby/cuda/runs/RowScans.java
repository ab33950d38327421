package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.memory.Closer;
import dev.sheaf.window.RunFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Computes [GroupScan]s over the rows of a table on a device: scans of the same order share a sort. Use inside
/// [dev.sheaf.cuda.driver.Device#call].
public final class RowScans implements AutoCloseable {
    /// Of a table of 16 MiB, which caches hold.
    private static final long FEW_SLOTS = 1L << 20;

    private static final Expr RESULT = Expressions.col("result");

    private final DeviceTable table;
    private final RowGrouping grouping;
    private final DeviceRun run;
    private final KernelStore kernels;
    private final ScanGroups groups;
    private final RunningScans running;
    private final Map<List<Within>, RowRuns> sorted = new HashMap<>();

    /// Finds the groups of the rows; without keys all rows are one.
    ///
    /// @param filter the condition for rows that are in groups, if there is one; there are keys then
    public RowScans(
            DeviceTable table,
            List<Expr> keys,
            Optional<Expr> filter,
            NullKeys nullKeys,
            DeviceRun run,
            KernelStore kernels) {
        this(table, keys, filter, nullKeys, run, kernels, FEW_SLOTS);
    }

    /// @param fewSlots of the table with which many groups are told from few, a power of two
    RowScans(
            DeviceTable table,
            List<Expr> keys,
            Optional<Expr> filter,
            NullKeys nullKeys,
            DeviceRun run,
            KernelStore kernels,
            long fewSlots) {
        this.table = table;
        this.grouping = new RowGrouping(table, keys, filter, nullKeys, GroupsOptions.DEFAULT, run, kernels);
        this.run = run;
        this.kernels = kernels;
        boolean isOne = keys.isEmpty() || table.rowCount() == 0;
        this.groups = new ScanGroups(grouping, isOne, fewSlots);
        this.running = new RunningScans(table, groups, run, kernels);
    }

    /// Why the device does not compute a scan, if it does not.
    ///
    /// @throws IllegalArgumentException if a column does not exist or an expression does not fit
    public static Optional<String> refusal(
            List<Expr> keys, Optional<Expr> filter, List<GroupScan> scans, Schema schema) {
        ScanSupport support = new ScanSupport(schema);
        boolean isNumbered = scans.stream().anyMatch(GroupScan.GroupNumber.class::isInstance);
        Optional<String> noKeys =
                isNumbered ? Optional.of("rows without keys are numbered on the CPU") : Optional.empty();
        return (keys.isEmpty() ? noKeys : RowGrouping.refusal(keys, filter, GroupsOptions.DEFAULT, schema))
                .or(() -> scans.stream()
                        .map(support::refusal)
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    /// A column for each scan, to be closed by the caller; empty if texts come to more than 2 GiB.
    ///
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Refused if a row has no result
    public Optional<DeviceTable> apply(List<GroupScan> scans) {
        List<Optional<RunningScan>> running = new ArrayList<>();
        for (GroupScan scan : scans) {
            running.add(soFar(scan));
        }
        this.running.expect(running);
        try (Closer closer = new Closer()) {
            List<Field> fields = new ArrayList<>();
            List<DeviceColumn> columns = new ArrayList<>();
            for (int i = 0; i < scans.size(); i++) {
                GroupScan scan = scans.get(i);
                Optional<DeviceColumn> made = column(scan, running.get(i));
                if (made.isEmpty()) {
                    return Optional.empty();
                }
                columns.add(closer.add(made.get()));
                fields.add(new Field(scan.name(), made.get().type()));
            }
            closer.release();
            return Optional.of(new DeviceTable(new Schema(fields), columns, table.rowCount()));
        }
    }

    /// What a walk through the rows computes, if that is all.
    private Optional<RunningScan> soFar(GroupScan scan) {
        return switch (scan) {
            case GroupScan.Run run -> RunningScan.of(run);
            case GroupScan.Change(String _, Expr input, long distance, boolean relative) ->
                relative ? Optional.empty() : RunningScan.change(input, type(input), distance);
            default -> Optional.empty();
        };
    }

    private DataType type(Expr input) {
        return Binder.bind(input.unaliased(), table.schema()).type();
    }

    private Optional<DeviceColumn> column(GroupScan scan, Optional<RunningScan> soFar) {
        if (soFar.isPresent()) {
            return running.of(soFar.get());
        }
        return switch (scan) {
            case GroupScan.Run function -> function(function);
            case GroupScan.Change(String _, Expr input, long distance, boolean relative) ->
                change(input, distance, relative);
            case GroupScan.Replaced(String _, Expr input, Expr by) -> replaced(input, by);
            case GroupScan.Transformed(String _, Expr aggregate) ->
                transformed(ScanSupport.plain(aggregate).orElseThrow());
            case GroupScan.GroupNumber _ -> groupNumber();
        };
    }

    /// Groups have the numbers that they have when they are kept.
    private Optional<DeviceColumn> groupNumber() {
        return grouping.found().map(found -> {
            try (found) {
                return found.groups().retain();
            }
        });
    }

    private Optional<DeviceColumn> function(GroupScan.Run scan) {
        return running.whole(scan).map(result -> over(result, result, RESULT)).or(() -> ofRuns(scan));
    }

    private Optional<DeviceColumn> ofRuns(GroupScan.Run scan) {
        try (Closer closer = new Closer()) {
            DeviceColumn input =
                    scan.input().map(each -> closer.add(computed(each))).orElse(null);
            return new RunValues(() -> runs(scan.order()), running, scan.order(), run, kernels).of(scan, input);
        }
    }

    private DeviceColumn computed(Expr expr) {
        return new RowOperators(run, kernels).computed(table, expr);
    }

    private RowRuns runs(List<Within> order) {
        return sorted.computeIfAbsent(order, by -> new RunSort(table, run, kernels).sorted(groups.numbered(), by));
    }

    private Optional<DeviceColumn> change(Expr input, long distance, boolean relative) {
        RunFunction shift = new RunFunction.Shifted(distance, false);
        Expr now = Expressions.col("values");
        Expr before = Expressions.col("result");
        Expr change = relative ? now.dividedBy(before).minus(1) : now.minus(before);
        try (DeviceColumn values = computed(input)) {
            GroupScan rows = new GroupScan.Run("before", Optional.of(input), shift, null, false, List.of());
            return column(rows, soFar(rows)).map(shifted -> over(shifted, values, change));
        }
    }

    private Optional<DeviceColumn> replaced(Expr input, Expr by) {
        Optional<Expr.Aggregate> aggregate = ScanSupport.plain(by);
        try (DeviceColumn values = computed(input)) {
            Optional<DeviceColumn> other = aggregate.map(this::whole).orElseGet(() -> Optional.of(computed(by)));
            return other.map(result -> {
                Expr ofGroup = aggregate.map(each -> result(each, result)).orElse(RESULT);
                return over(result, values, Expressions.coalesce(Expressions.col("values"), ofGroup));
            });
        }
    }

    private Optional<DeviceColumn> transformed(Expr.Aggregate aggregate) {
        return whole(aggregate).map(result -> over(result, result, result(aggregate, result)));
    }

    /// An aggregate of the group on each of its rows, or a dictionary of the groups' aggregates.
    private Optional<DeviceColumn> whole(Expr.Aggregate aggregate) {
        GroupScan.Run scan = ScanSupport.whole("whole", aggregate);
        return running.whole(scan).or(() -> ofRuns(scan));
    }

    /// The aggregate as a group-by gives it: there, sums begin with 0.0, so that no sum of floats is -0.0.
    private static Expr result(Expr.Aggregate aggregate, DeviceColumn result) {
        boolean isSum = aggregate.aggregation() instanceof Aggregation.Sum
                || aggregate.aggregation() instanceof Aggregation.Mean;
        return isSum && result.type().isFloating() ? RESULT.plus(0.0) : RESULT;
    }

    /// The value of an expression over a result, which is closed, and the values that it belongs to.
    private DeviceColumn over(DeviceColumn result, DeviceColumn values, Expr expr) {
        Schema schema = new Schema(List.of(new Field("result", result.type()), new Field("values", values.type())));
        try (DeviceTable both = new DeviceTable(schema, List.of(result, values.retain()), table.rowCount())) {
            return new RowOperators(run, kernels).computed(both, expr);
        }
    }

    @Override
    public void close() {
        sorted.values().forEach(RowRuns::close);
        running.close();
        groups.close();
    }
}
