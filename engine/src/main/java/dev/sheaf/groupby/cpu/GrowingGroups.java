package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Field;
import dev.sheaf.groupby.KeyLimitException;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.spill.Spill;
import dev.sheaf.groupby.cpu.spill.SpillMerge;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.function.Consumer;

/// The groups of a [CpuAccumulator]: one [GroupTable], and what had no room any more on disk.
///
/// A merge that may bring too many keys lets the grouper have them first; if they are too many, the table is made
/// anew from the groups it had; their reductions have not been touched.
final class GrowingGroups implements AutoCloseable {
    private final GroupByPlan plan;
    private final long maxKeys;
    private final QueryContext context;
    private final CpuSettings settings;
    private final Spill spill;
    private GroupTable table;
    private long promised;
    private long newGroups = Integer.MAX_VALUE;

    /// No groups yet, and never more than `maxKeys`.
    GrowingGroups(GroupByPlan plan, long maxKeys, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.maxKeys = maxKeys;
        this.context = context;
        this.settings = settings;
        this.spill = new Spill(plan, settings, context);
        this.table = newTable();
    }

    private GroupTable newTable() {
        return new GroupTable(plan, settings, context);
    }

    /// Whether some groups are on disk.
    boolean hasSpilled() {
        return spill.hasGroups();
    }

    /// Whether so many rows bring too many keys in no case.
    boolean haveRoom(long rows) {
        return table.groupCount() + rows <= maxKeys;
    }

    /// Groups rows, which may not be refused.
    void add(Morsel morsel) {
        spill.cut(morsel, this::group);
    }

    private void group(Morsel morsel) {
        spillIfShort(morsel.table().rowCount());
        int before = table.groupCount();
        table.update(morsel);
        newGroups = table.groupCount() - (long) before;
        promise();
    }

    /// Groups rows in a table of their own first, so that a failure leaves nothing of them.
    void addApart(long rows, Consumer<Consumer<Morsel>> morsels) {
        spillIfShort(rows);
        try (GroupTable apart = newTable()) {
            morsels.accept(apart::update);
            try (GroupStates states = apart.export()) {
                merge(states);
            }
        }
    }

    /// Adds groups, which stay the caller's.
    ///
    /// @throws KeyLimitException if there are too many keys; the groups are then as they were
    void merge(GroupStates states) {
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

    /// At most `more` groups are to come, and if these are as the last ones were, twice as many as in the last morsel.
    void spillIfShort(long more) {
        if (spill.isShort(table.groupCount(), Math.min(more, Math.max(settings.chunkRows(), 2 * newGroups)))
                && maxKeys == Long.MAX_VALUE
                && table.groupCount() > 0) {
            spillTable();
        }
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
    void forEachPart(Consumer<GroupTable> consumer) {
        if (!spill.hasGroups() && (!spill.isShortToMerge(0) || maxKeys < Long.MAX_VALUE)) {
            consumer.accept(table);
            return;
        }
        try (SpillMerge merge = merged()) {
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

    /// What is on disk, part by part, what is in memory among it; to be closed.
    SpillMerge merged() {
        spillTable();
        return new SpillMerge(spill, this::newTable, context);
    }

    /// The groups in memory.
    GroupTable table() {
        return table;
    }

    /// How they are kept.
    Explanation explain() {
        List<String> names = plan.keyFields().stream().map(Field::name).toList();
        return spill.hasGroups() ? spill.explain() : table.explain(names);
    }

    @Override
    public void close() {
        table.close();
        spill.close();
    }
}
