package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Groups rows that lie on the device: by the fast strategies if they take the request and the data, else by
/// the general one.
final class ResidentGroupBy {
    /// `general`, or one of its groupings `ticket`, `sorted` and `presorted`; else by what the data are.
    static final String STRATEGY = "cuda.strategy";

    private static final Set<String> GENERAL = Set.of("general", "ticket", "sorted", "presorted");

    private final GeneralPlan plan;
    private final OpenDevice open;
    private final DeviceRun run;
    private final QueryContext context;
    private final StrideLimits limits;

    /// @param limits of strides, for the general strategy
    ResidentGroupBy(GeneralPlan plan, OpenDevice open, DeviceRun run, QueryContext context, StrideLimits limits) {
        this.limits = limits;
        this.plan = plan;
        this.open = open;
        this.run = run;
        this.context = context;
    }

    /// A result on the host, and how it was found.
    record Answer(Table table, String how) {}

    /// Whether the fast strategies may take a plan.
    static Optional<FastPlan> fast(GeneralPlan plan, QueryContext context) {
        boolean allowed = !GENERAL.contains(context.settings().get(STRATEGY).orElse(""));
        return allowed ? FastPlan.of(plan) : Optional.empty();
    }

    /// Groups the inputs of the plan, which stay open. The table is the caller's.
    Answer group(List<DeviceColumn> inputs, long rows) {
        Optional<FastPlan> fast = fast(plan, context);
        if (fast.isPresent()) {
            DeviceTable table = FastPlan.table(plan, inputs, rows);
            Optional<String> refusal = FastGroupBy.refusal(
                    table, fast.orElseThrow().keys(), fast.orElseThrow().aggregates());
            if (refusal.isEmpty()) {
                switch (group(table, fast.orElseThrow())) {
                    case FastGroupBy.Outcome.Grouped(DeviceGroups groups, String how) -> {
                        return new Answer(download(groups), how);
                    }
                    case FastGroupBy.Outcome.Declined(String why) -> {
                        return general(inputs, rows, why);
                    }
                }
            }
            return general(inputs, rows, refusal.orElseThrow());
        }
        return general(inputs, rows, "expressions, conditions or functions that only it has");
    }

    private FastGroupBy.Outcome group(DeviceTable table, FastPlan fast) {
        try (var _ = context.phases().time(Phase.GROUP)) {
            return new FastGroupBy(open.store(), context.pool())
                    .group(table, fast.keys(), fast.keepsNulls(), fast.aggregates(), run.stream());
        }
    }

    private Answer general(List<DeviceColumn> inputs, long rows, String why) {
        try (GeneralGroupBy groupBy = new GeneralGroupBy(plan, run, context, limits.rows())) {
            Table table = groupBy.run(inputs, rows);
            return new Answer(table, "general strategy, " + groupBy.how() + " (" + why + ")");
        }
    }

    private Table download(DeviceGroups groups) {
        ColumnDownload download = new ColumnDownload(context.pool(), run.stream());
        List<Column> columns = new ArrayList<>();
        try (groups;
                var _ = context.phases().time(Phase.DOWNLOAD)) {
            groups.keys().forEach(key -> columns.add(download.download(key)));
            groups.results().forEach(result -> columns.add(download.download(result)));
            Table table = new Table(plan.result(), columns, groups.groups());
            columns.clear();
            return GroupOrder.arrange(plan, table, null, context);
        } finally {
            columns.forEach(Column::close);
        }
    }
}
