package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceCopies;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.runs.GroupedRows;
import dev.sheaf.groupby.cuda.runs.RowGrouping;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Optional;

/// Finds the grouped order of a table on a device: there, or on the CPU and brought back, which the decisions
/// of the context say. Use inside [dev.sheaf.cuda.driver.Device#call].
record GpuGrouping(
        TableHandle table,
        List<Expr> keys,
        Optional<Expr> filter,
        GroupByOptions rules,
        GroupsOptions options,
        QueryContext context,
        Stream stream) {
    private static final String OPERATOR = "groups";

    /// Groups, and the table that they are groups of; to be closed by the caller.
    record Kept(DeviceTable table, GroupedRows groups) {}

    /// The groups, kept beside the table.
    Kept kept() {
        try (Closer closer = new Closer();
                DeviceTable held = table.pinned()) {
            GroupedRows found = closer.add(found());
            DeviceTable own = closer.add(new DeviceCopies(run()).ofExposed(held));
            stream.synchronize();
            closer.release();
            return new Kept(own, found);
        }
    }

    private GroupedRows found() {
        Optional<String> refusal = RowGrouping.refusal(keys, filter, options, table.schema())
                .or(() -> table.rowCount() <= Integer.MAX_VALUE
                        ? Optional.empty()
                        : Optional.of("groups hold up to 2^31 - 1 rows"));
        if (refusal.isPresent()) {
            onCpu("the GPU does not find them", refusal.get());
            return uploaded();
        }
        return onDevice().orElseGet(this::uploaded);
    }

    private Optional<GroupedRows> onDevice() {
        try (DeviceTable held = table.pinned()) {
            Optional<GroupedRows> found = new RowGrouping(
                            held,
                            keys,
                            filter,
                            rules.nullKeys(),
                            options,
                            run(),
                            table.device().store())
                    .found();
            found.ifPresentOrElse(
                    _ -> context.decided(new Decision(OPERATOR, "cuda", "its table lies on the GPU", List.of())),
                    () -> onCpu("the GPU has no room for their keys", "texts come to more than 2 GiB"));
            return found;
        } catch (CudaException | MemoryLimitException | Projection.Refused failure) {
            onCpu("the GPU fails", String.valueOf(failure.getMessage()));
            return Optional.empty();
        }
    }

    private DeviceRun run() {
        return new DeviceRun(table.device().kernels(), context.pool(), stream);
    }

    private void onCpu(String why, String reason) {
        context.decided(new Decision(OPERATOR, "cpu", why, List.of("cuda: " + reason)));
    }

    private GroupedRows uploaded() {
        try (Table host = table.downloaded(context.pool(), stream)) {
            GroupBy all = GroupBy.on(host).by(keys.toArray(Expr[]::new)).nullKeys(rules.nullKeys());
            try (Groups groups = filter.map(all::where).orElse(all).groups(context, options);
                    Closer closer = new Closer()) {
                GroupedRows uploaded = uploaded(groups, closer);
                stream.synchronize();
                closer.release();
                return uploaded;
            }
        }
    }

    private GroupedRows uploaded(Groups groups, Closer closer) {
        try (Offsets offsets = groups.offsets();
                FixedColumn starts = new FixedColumn(
                        DataType.INT32,
                        offsets.length() + 1,
                        offsets.buffer().retain(),
                        Validity.allValid(offsets.length() + 1));
                FixedColumn rows = groups.rows();
                FixedColumn first = groups.first();
                FixedColumn ids = groups.ids();
                Staging staging = new Staging(context.pool(), stream)) {
            DeviceTable keys = closer.add(Upload.table(groups.keys(), staging));
            DeviceColumn ends = closer.add(Upload.column(starts, staging));
            DeviceColumn elements = closer.add(Upload.column(rows, staging));
            return new GroupedRows(
                    keys,
                    DeviceColumn.ofLists(groups.groupCount(), ends.values(), null, elements),
                    closer.add(Upload.column(first, staging)),
                    closer.add(Upload.column(ids, staging)));
        }
    }
}
