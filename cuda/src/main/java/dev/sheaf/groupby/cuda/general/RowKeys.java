package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.fast.RowNumbers;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.groupby.cuda.text.TextDownload;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Keys of groups that were numbered where their rows lie: those of a row of each group.
///
/// @param columns of the rows, which belong to somebody else, as the numbers do
/// @param taken the keys of groups that are no texts, in order
record RowKeys(
        List<DeviceColumn> columns, List<DeviceColumn> taken, RowNumbers numbers, KernelStore kernels, DeviceRun run)
        implements AutoCloseable {

    /// The columns of a plan's keys, if rows can be numbered by them; else none.
    static List<DeviceColumn> columns(GeneralPlan plan, List<DeviceColumn> inputs, long rows) {
        List<DeviceColumn> columns = new ArrayList<>();
        for (int key : plan.keys()) {
            OptionalInt input = plan.shownBy(plan.operands().get(key));
            if (input.isEmpty()) {
                return List.of();
            }
            DeviceColumn column = inputs.get(input.getAsInt());
            if (column.dictionary() != null || KeyKind.of(column).isEmpty()) {
                return List.of();
            }
            columns.add(column.first(rows));
        }
        return columns.size() > KeyKind.MOST ? List.of() : columns;
    }

    static RowKeys of(List<DeviceColumn> columns, RowNumbers numbers, KernelStore kernels, DeviceRun run) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> taken = new ArrayList<>();
            RowKeys keys = new RowKeys(columns, taken, numbers, kernels, run);
            for (DeviceColumn column : columns) {
                if (column.offsets() == null) {
                    DeviceColumn values = keys.gathered(column).orElseThrow();
                    taken.add(closer.add(values));
                }
            }
            closer.release();
            return keys;
        }
    }

    /// What a column has for the groups; nothing if texts come to more than 2 GiB.
    private Optional<DeviceColumn> gathered(DeviceColumn column) {
        return rows(numbers.groups(), null, numbers.groupRows()).key(column);
    }

    private GatheredRows rows(long count, @Nullable Buffer places, Buffer rows) {
        return new GatheredRows(count, places, rows, null, kernels, run.accounts(), run.stream());
    }

    /// A key on the device, to be closed by the caller; nothing if texts come to more than 2 GiB.
    Optional<DeviceColumn> column(int key) {
        DeviceColumn column = columns.get(key);
        return column.offsets() == null ? Optional.of(takenOf(key).retain()) : gathered(column);
    }

    private DeviceColumn takenOf(int key) {
        long texts = columns.subList(0, key).stream()
                .filter(column -> column.offsets() != null)
                .count();
        return taken.get(key - (int) texts);
    }

    /// Where results get a key.
    GroupState.Result result(int key) {
        DeviceColumn column = columns.get(key);
        if (column.offsets() == null) {
            return new GroupState.Result.OfKernel(GroupValue.of(column.type(), takenOf(key)));
        }
        return new GroupState.Result.OfHost(results -> download(key, results));
    }

    /// A key on the host, to be closed by the caller: of all groups, or the text of those that have results.
    Column download(int key, HostResults results) {
        DeviceColumn column = columns.get(key);
        if (column.offsets() == null) {
            return new ColumnDownload(results.pool(), run.stream()).download(takenOf(key));
        }
        try (DeviceColumn rows = rowsOf(results.groups(), results.numbers())) {
            return new TextDownload(run, results.pool()).of(column, rows.values(), results.groups());
        }
    }

    /// The rows of some groups, or of all.
    private DeviceColumn rowsOf(int groups, @Nullable Buffer some) {
        DeviceColumn all = new DeviceColumn(DataType.UINT32, numbers.groups(), numbers.groupRows(), null, 0);
        return some == null ? all.retain() : rows(groups, null, some).of(all).orElseThrow();
    }

    @Override
    public void close() {
        taken.forEach(DeviceColumn::close);
    }
}
