package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import dev.sheaf.resident.ResidentOperator;
import java.util.List;
import java.util.Optional;

/// Scans over the groups of a table on a device: there, or on the CPU and brought back, which the decisions of
/// the context say.
record GpuScans(GpuTable table, List<Expr> keys, Optional<Expr> filter, GroupByOptions options, QueryContext context) {
    private static final String OPERATOR = "scan";

    /// A column for each scan, to be closed by the caller.
    GpuTable of(GpuStream stream, List<GroupScan> scans) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("scans are of groups; this group-by has no keys");
        }
        Optional<String> refusal = refusal(scans);
        if (refusal.isEmpty()) {
            Optional<GpuTable> made = new GpuRows(table.gpu(), context).on(stream.stream(), table, operator(scans));
            if (made.isPresent()) {
                context.decided(new Decision(OPERATOR, "cuda", "its table lies on the GPU", List.of()));
                return made.get();
            }
        }
        refusal.ifPresent(reason ->
                context.decided(new Decision(OPERATOR, "cpu", "the GPU does not run it", List.of("cuda: " + reason))));
        return uploaded(stream, scans);
    }

    private Optional<String> refusal(List<GroupScan> scans) {
        if (filter.isPresent() || !keys.stream().allMatch(key -> key.unaliased() instanceof Expr.ColumnRef)) {
            return Optional.of("rows are chosen by a condition, or a key is an expression");
        }
        return table.gpu().refusal(operator(scans), table.schema());
    }

    private ResidentOperator operator(List<GroupScan> scans) {
        List<String> names =
                keys.stream().map(key -> key.unaliased().outputName()).toList();
        return new ResidentOperator.Scans(names, options.nullKeys(), scans, false);
    }

    private GpuTable uploaded(GpuStream stream, List<GroupScan> scans) {
        try (Table host = table.download(context.pool(), stream)) {
            GroupBy all = GroupBy.on(host).by(keys.toArray(Expr[]::new)).nullKeys(options.nullKeys());
            try (Groups groups = filter.map(all::where).orElse(all).groups(context, GroupsOptions.DEFAULT);
                    Table result = groups.scan(context, RowsBy.TABLE, scans.toArray(GroupScan[]::new))) {
                return table.gpu().load(new TableDataset(result), context, stream);
            }
        }
    }
}
