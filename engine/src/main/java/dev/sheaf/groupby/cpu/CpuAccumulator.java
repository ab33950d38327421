package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.groupby.cpu.spill.Spill;
import dev.sheaf.groupby.cpu.spill.SpillMerge;
import dev.sheaf.groupby.cpu.spill.StateCopy;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.ExternalSort;
import dev.sheaf.spill.PulledTables;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Groups that live from batch to batch, see [GrowingGroups].
///
/// ```
/// batch --update------------------------------> groups    when nothing of the batch can be refused
///       --update--> a table of its own --merge--> groups    else
/// state ----------------------------------merge--> groups
/// ```
final class CpuAccumulator implements Accumulator {
    private final GroupByRequest request;
    private final GroupByPlan plan;
    private final QueryContext context;
    private final CpuSettings settings;
    private final Schema stateSchema;
    private final StateCopy copy;
    private final GrowingGroups groups;
    private long rows;

    CpuAccumulator(GroupByRequest request, long maxKeys, QueryContext context) {
        this.request = request;
        this.plan = PlanBuilder.plan(request);
        this.context = context;
        CpuSettings wanted = CpuSettings.of(context.settings());
        this.settings = wanted.within(Spill.grantBytes(wanted, context.pool()));
        this.stateSchema = plan.stateSchema(settings, context.pool());
        this.copy = new StateCopy(plan.ordinalColumns(settings, context.pool()), context.pool());
        this.groups = new GrowingGroups(plan, maxKeys, settings, context);
    }

    @Override
    public Schema stateSchema() {
        return stateSchema;
    }

    @Override
    public StateRequest.Result stateRequest() {
        return PlanBuilder.states(request, stateSchema, settings, context.pool());
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public long distinctKeys() {
        long[] keys = {0};
        groups.forEachPart(part -> {
            keys[0] += part.groupCount();
        });
        return keys[0];
    }

    @Override
    public void add(Table batch) {
        if (plan.takesColumnsOnly() && groups.haveRoom(batch.rowCount())) {
            forEachMorsel(batch, groups::add);
        } else {
            groups.addApart(batch.rowCount(), consumer -> forEachMorsel(batch, consumer));
        }
        rows += batch.rowCount();
    }

    private void forEachMorsel(Table batch, Consumer<Morsel> consumer) {
        Morsels.cut(new Batch(batch, rows), plan, context, consumer);
    }

    @Override
    public void merge(Table states, long stateRows) {
        groups.spillIfShort(states.rowCount());
        try (Table later = copy.shifted(states, rows)) {
            groups.merge(new GroupStates(later, null));
        }
        rows += stateRows;
    }

    @Override
    public Decision decision() {
        return groups.explain().decision("group by");
    }

    @Override
    public void forEachState(Consumer<Table> consumer) {
        forEachCopied(states -> {
            try (states) {
                consumer.accept(states);
            }
        });
    }

    /// Hands out copies of all states in tables of their own, which the consumer owns.
    private void forEachCopied(Consumer<Table> consumer) {
        groups.forEachPart(part -> {
            Deque<Table> pieces = pieces(part);
            try {
                while (!pieces.isEmpty()) {
                    consumer.accept(copied(pieces));
                }
            } finally {
                pieces.forEach(Table::close);
            }
        });
    }

    /// The states of a table in pieces whose copies fit in memory.
    private Deque<Table> pieces(GroupTable part) {
        try (GroupStates states = part.export()) {
            return new ArrayDeque<>(copy.parts(states.table()));
        }
    }

    private Table copied(Deque<Table> pieces) {
        try (Table piece = pieces.remove()) {
            return copy.of(piece, stateSchema);
        }
    }

    @Override
    public void forEachResult(Consumer<Table> consumer) {
        try (BatchSource results = results()) {
            Batch batch;
            while ((batch = results.next(context)) != null) {
                try (Batch open = batch) {
                    consumer.accept(open.table());
                }
            }
        }
    }

    @Override
    public BatchSource results() {
        return plan.options().order() == Order.UNSPECIFIED ? anyOrder() : inOrder();
    }

    private BatchSource anyOrder() {
        if (!groups.hasSpilled()) {
            return results(pieces(groups.table()), () -> null, () -> {});
        }
        SpillMerge merge = groups.merged();
        return results(new ArrayDeque<>(), merge::next, merge::close);
    }

    /// Results of pieces of states, and then of those of tables that are merged one by one.
    private BatchSource results(Deque<Table> pieces, Supplier<@Nullable GroupTable> parts, Runnable close) {
        return new PulledTables(plan.resultSchema(), () -> nextResult(pieces, parts), () -> {
            pieces.forEach(Table::close);
            close.run();
        });
    }

    private @Nullable Table nextResult(Deque<Table> pieces, Supplier<@Nullable GroupTable> parts) {
        if (pieces.isEmpty()) {
            try (GroupTable part = parts.get()) {
                if (part == null) {
                    return null;
                }
                pieces.addAll(pieces(part));
            }
        }
        return finish(copied(pieces));
    }

    private BatchSource inOrder() {
        try (Closer closer = new Closer()) {
            ExternalSort sort = closer.add(ResultOrder.external(plan, context));
            forEachCopied(states -> sort.add(finish(states)));
            BatchSource sorted = sort.hasRuns()
                    ? sort.merged(plan.resultSchema())
                    : new TableSource(plan.resultSchema(), ResultOrder.arrange(plan, sort.takeWaiting(), context));
            closer.release();
            return new PulledTables(plan.resultSchema(), () -> nextTable(sorted), () -> {
                sorted.close();
                sort.close();
            });
        }
    }

    private @Nullable Table nextTable(BatchSource sorted) {
        Batch batch = sorted.next(context);
        return batch == null ? null : batch.table();
    }

    private Table finish(Table states) {
        try (var _ = context.phases().time(Phase.FINALIZE);
                states) {
            return new ResultBuilder(plan, settings, context.pool()).finish(new GroupStates(states, null));
        }
    }

    @Override
    public void close() {
        groups.close();
    }
}
