package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.KeyLimitException;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
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
import java.util.List;
import java.util.function.Consumer;

/// One [GroupTable] that lives from batch to batch.
///
/// ```
/// batch --update------------------------------> table    when nothing of the batch can be refused
///       --update--> a table of its own --merge--> table    else
/// state ----------------------------------merge--> table
/// ```
/// A merge that may bring too many keys lets the grouper have them first; if they are too many, the table is made
/// anew from the groups it had; their reductions have not been touched.
final class CpuAccumulator implements Accumulator {
    private final GroupByRequest request;
    private final GroupByPlan plan;
    private final long maxKeys;
    private final QueryContext context;
    private final CpuSettings settings;
    private final Schema stateSchema;
    private final StateCopy copy;
    private final Spill spill;
    private GroupTable table;
    private long rows;
    private long promised;
    private long newGroups = Integer.MAX_VALUE;

    CpuAccumulator(GroupByRequest request, long maxKeys, QueryContext context) {
        this.request = request;
        this.plan = PlanBuilder.plan(request);
        this.maxKeys = maxKeys;
        this.context = context;
        CpuSettings wanted = CpuSettings.of(context.settings());
        this.settings = wanted.within(Spill.grantBytes(wanted, context.pool()));
        this.stateSchema = plan.stateSchema(settings, context.pool());
        this.spill = new Spill(plan, settings, context);
        this.copy = new StateCopy(plan.ordinalColumns(settings, context.pool()), context.pool());
        this.table = newTable();
    }

    private GroupTable newTable() {
        return new GroupTable(plan, settings, context);
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
        long[] groups = {0};
        forEachPart(part -> {
            groups[0] += part.groupCount();
        });
        return groups[0];
    }

    @Override
    public void add(Table batch) {
        if (plan.takesColumnsOnly() && table.groupCount() + batch.rowCount() <= maxKeys) {
            forEachMorsel(batch, morsel -> spill.cut(morsel, this::inParts));
        } else {
            addApart(batch);
        }
        rows += batch.rowCount();
    }

    private void inParts(Morsel morsel) {
        morsel.inParts(rows -> !maySpill() || table.hasRoom(rows), settings.chunkRows(), this::group);
    }

    private void group(Morsel morsel) {
        spillIfShort(morsel.table().rowCount(), morsel.table().rowCount());
        int before = table.groupCount();
        table.update(morsel);
        newGroups = table.groupCount() - (long) before;
        promise();
    }

    private void addApart(Table batch) {
        spillIfShort(batch.rowCount(), batch.rowCount());
        try (GroupTable apart = newTable()) {
            forEachMorsel(batch, apart::update);
            try (GroupStates states = apart.export()) {
                mergeGroups(states);
            }
        }
    }

    private void forEachMorsel(Table batch, Consumer<Morsel> consumer) {
        Morsels.cut(new Batch(batch, rows), plan, context, consumer);
    }

    @Override
    public void merge(Table states, long stateRows) {
        spillIfShort(states.rowCount(), new GroupStates(states, null).mergedRows());
        try (Table later = copy.shifted(states, rows)) {
            mergeGroups(new GroupStates(later, null));
        }
        rows += stateRows;
    }

    private void mergeGroups(GroupStates states) {
        try (var _ = context.phases().time(Phase.MERGE)) {
            if (table.groupCount() + (long) states.groups() > maxKeys) {
                checkKeys(states);
            }
            table.merge(states, 0, states.groups());
            promise();
        }
    }

    private void checkKeys(GroupStates states) {
        int before = table.groupCount();
        table.find(states);
        int after = table.groupCount();
        if (after > maxKeys) {
            forgetFrom(before);
            throw new KeyLimitException(maxKeys, after);
        }
    }

    /// Makes the table anew with the first `groups` of its groups.
    private void forgetFrom(int groups) {
        try (Closer closer = new Closer();
                GroupStates states = table.export()) {
            GroupTable fresh = closer.add(newTable());
            fresh.merge(states, 0, groups);
            closer.release();
            table.close();
            table = fresh;
        }
    }

    private void promise() {
        spill.promise(table.pendingBytes() - promised);
        promised = table.pendingBytes();
    }

    /// Makes room for at most `more` groups of so many rows. If these are as the last ones were, there are twice as
    /// many as in the last morsel.
    private void spillIfShort(long more, long moreRows) {
        long expected = Math.min(more, Math.max(settings.chunkRows(), 2 * newGroups));
        if ((spill.isShort(table.groupCount(), expected) || !table.hasRoom(moreRows))
                && table.groupCount() > 0
                && maySpill()) {
            spillTable();
        }
    }

    private boolean maySpill() {
        return maxKeys == Long.MAX_VALUE && !plan.keys().isEmpty();
    }

    private void spillTable() {
        try (GroupStates states = table.export()) {
            spill.put(List.of(states));
        }
        table.close();
        table = newTable();
        promise();
    }

    /// Hands out tables with all groups, each group in one of them. What is on disk stays there, and what is in
    /// memory joins it.
    private void forEachPart(Consumer<GroupTable> consumer) {
        if (!spill.hasGroups() && (!spill.isShortToMerge(0) || maxKeys < Long.MAX_VALUE)) {
            consumer.accept(table);
            return;
        }
        spillTable();
        try (SpillMerge merge = new SpillMerge(spill, this::newTable, context)) {
            while (true) {
                try (GroupTable part = merge.next()) {
                    if (part == null) {
                        return;
                    }
                    consumer.accept(part);
                }
            }
        }
    }

    @Override
    public Decision decision() {
        List<String> names = plan.keyFields().stream().map(Field::name).toList();
        Explanation how = spill.hasGroups() ? spill.explain() : table.explain(names);
        return how.decision("group by");
    }

    @Override
    public void forEachState(Consumer<Table> consumer) {
        StatesOut out = out();
        forEachPart(part -> out.forEachCopied(part, states -> {
            try (states) {
                consumer.accept(states);
            }
        }));
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
        StatesOut out = out();
        if (plan.options().order() != Order.UNSPECIFIED) {
            return out.inOrder(this::forEachPart);
        }
        if (!spill.hasGroups()) {
            return out.results(table);
        }
        spillTable();
        return out.results(new SpillMerge(spill, this::newTable, context));
    }

    private StatesOut out() {
        return new StatesOut(plan, copy, stateSchema, settings, context);
    }

    @Override
    public void close() {
        table.close();
        spill.close();
    }
}
