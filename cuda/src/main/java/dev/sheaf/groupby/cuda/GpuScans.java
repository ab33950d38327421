package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.runs.RowScans;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Optional;

/// Scans over the groups of a table on a device: there, or on the CPU and brought back, which the decisions of
/// the context say.
record GpuScans(
        TableHandle table,
        KeptPlans plans,
        List<Expr> keys,
        Optional<Expr> filter,
        GroupByOptions options,
        QueryContext context) {
    private static final String OPERATOR = "scan";

    /// A column for each scan, to be closed by the caller.
    DeviceTable of(Stream stream, List<GroupScan> scans) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("scans are of groups; this group-by has no keys");
        }
        ScanPlan plan = plans.of(new ScanPlan.Asked(keys, filter, scans), table.schema());
        Optional<String> refusal = plan.refusal().or(() -> GpuRows.noCompiler(table.device()));
        if (refusal.isEmpty()) {
            Optional<DeviceTable> made = onDevice(stream, scans, plan.columns());
            if (made.isPresent()) {
                context.decided(new Decision(OPERATOR, "cuda", "its table lies on the GPU", List.of()));
                return made.get();
            }
        }
        refusal.ifPresent(reason ->
                context.decided(new Decision(OPERATOR, "cpu", "the GPU does not run it", List.of("cuda: " + reason))));
        return uploaded(stream, scans);
    }

    private Optional<DeviceTable> onDevice(Stream stream, List<GroupScan> scans, List<String> columns) {
        return new RowWork(table.device(), context)
                .on(
                        stream,
                        table.only(columns),
                        "scans",
                        (held, rows) -> {
                            try (RowScans work =
                                    new RowScans(held, keys, filter, options.nullKeys(), rows.run(), rows.kernels())) {
                                return work.apply(scans);
                            }
                        },
                        made -> made);
    }

    private DeviceTable uploaded(Stream stream, List<GroupScan> scans) {
        try (Table host = table.downloaded(context.pool(), stream)) {
            GroupBy all = GroupBy.on(host).by(keys.toArray(Expr[]::new)).nullKeys(options.nullKeys());
            try (Groups groups = filter.map(all::where).orElse(all).groups(context, GroupsOptions.DEFAULT);
                    Table result = groups.scan(context, RowsBy.TABLE, scans.toArray(GroupScan[]::new))) {
                return table.device().device().call(() -> new GpuLoad(context, stream).load(result, made -> made));
            }
        }
    }
}
