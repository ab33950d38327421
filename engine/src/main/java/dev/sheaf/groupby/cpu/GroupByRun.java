package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One run of a plan: every worker groups the morsels that it gets, then the workers' tables are merged.
final class GroupByRun {
    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final QueryContext context;
    private final Schema partialSchema;
    private final List<GroupTable> tables = new ArrayList<>();

    GroupByRun(GroupByPlan plan, QueryContext context) {
        this.plan = plan;
        this.context = context;
        this.settings = CpuSettings.of(context.settings());
        this.partialSchema = plan.partialSchema(settings, context.pool());
    }

    /// The result tables, to be closed by the caller.
    List<Table> run(BatchSource input) {
        try {
            Morsels morsels = new Morsels(input, plan.filter(), context);
            Workers.runOnAll(context, _ -> group(morsels));
            GroupTable merged = merge();
            context.decided(new Decision("group by", merged.grouper().strategy(), "chosen by key types", List.of()));
            return ResultOrder.arrange(plan, List.of(finish(merged)), context);
        } finally {
            tables.forEach(GroupTable::close);
        }
    }

    private void group(Morsels morsels) {
        GroupTable table = new GroupTable(plan, settings, context);
        synchronized (tables) {
            tables.add(table);
        }
        morsels.forEach(table::update);
    }

    private GroupTable merge() {
        try (var _ = context.phases().time(Phase.MERGE)) {
            GroupTable target = largest();
            for (GroupTable table : tables) {
                if (isOther(table, target)) {
                    try (PartialState state = table.export(partialSchema)) {
                        target.merge(state, 0, state.groups());
                    }
                    table.close();
                }
            }
            return target;
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isOther(GroupTable table, GroupTable target) {
        return table != target && table.rows() > 0;
    }

    private GroupTable largest() {
        @Nullable GroupTable largest = null;
        for (GroupTable table : tables) {
            if (largest == null || table.groupCount() > largest.groupCount()) {
                largest = table;
            }
        }
        return java.util.Objects.requireNonNull(largest);
    }

    private Table finish(GroupTable table) {
        try (var _ = context.phases().time(Phase.FINALIZE);
                PartialState state = table.export(partialSchema)) {
            return new ResultBuilder(plan, settings, context.pool()).finish(state);
        }
    }
}
