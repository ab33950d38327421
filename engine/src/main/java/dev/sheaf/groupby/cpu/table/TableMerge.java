package dev.sheaf.groupby.cpu.table;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupRows;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.reduce.MergeInputs;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.groupby.cpu.state.ReductionStates;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Groups and states of others, on their way into a table whose stores are flushed.
final class TableMerge {
    private final int keyCount;
    private final Grouper grouper;
    private final ReductionStates states;
    private final CpuSettings settings;
    private final QueryContext context;
    private final MemoryPool pool;
    private final int[] ids;
    private @Nullable MergeInputs inputs;
    private boolean foundAhead;

    TableMerge(int keyCount, Grouper grouper, ReductionStates states, CpuSettings settings, QueryContext context) {
        this.keyCount = keyCount;
        this.grouper = grouper;
        this.states = states;
        this.settings = settings;
        this.context = context;
        this.pool = context.pool();
        this.ids = new int[settings.chunkRows()];
    }

    /// Gives the groups of a partial state their ids, and leaves all states as they are.
    void find(GroupStates partial) {
        foundAhead = true;
        List<Column> keys = partial.table().columns().subList(0, keyCount);
        for (int start = 0; start < partial.groups(); start += ids.length) {
            grouper.assign(keys, start, Math.min(ids.length, partial.groups() - start), ids);
        }
    }

    /// Adds groups `from` to `to` of a partial state.
    void merge(GroupStates partial, int from, int to) {
        List<Column> columns = partial.table().columns();
        List<Column> keys = columns.subList(0, keyCount);
        MergeInputs merged =
                inputs == null ? inputs = new MergeInputs(states.reductions(), settings.chunkRows(), pool) : inputs;
        try {
            states.beginMerge(grouper.groupCount());
            merged.begin(columns.subList(keyCount, columns.size()));
            for (int start = from; start < to; start += ids.length) {
                context.checkCancelled();
                int size = Math.min(ids.length, to - start);
                grouper.assign(keys, start, size, ids);
                merged.merge(ids, start, size, grouper.groupCount(), !foundAhead);
            }
            foundAhead = false;
        } finally {
            merged.end();
        }
    }

    /// Adds all groups of another table of the plan. Rows that are members of groups are taken over; other states are
    /// exported and merged.
    void absorb(Grouper otherGrouper, ReductionStates others) {
        int groups = otherGrouper.groupCount();
        MergeInputs merged = new MergeInputs(
                states.reductions().stream().filter(TableMerge::isExported).toList(), settings.chunkRows(), pool);
        try (Closer closer = new Closer();
                Buffer map = pool.allocateZeroed((groups + 1L) * Integer.BYTES, "group members")) {
            map.segment().set(ValueLayout.JAVA_INT, 0, -1);
            List<Column> keys = closer.addAll(otherGrouper.keys());
            List<Column> columns = new ArrayList<>();
            for (Reduction reduction : others.reductions()) {
                if (isExported(reduction)) {
                    columns.addAll(closer.addAll(reduction.export(groups)));
                }
            }
            states.beginMerge(grouper.groupCount());
            merged.begin(columns);
            for (int start = 0; start < groups; start += ids.length) {
                context.checkCancelled();
                int size = Math.min(ids.length, groups - start);
                grouper.assign(keys, start, size, ids);
                MemorySegment.copy(ids, 0, map.segment(), ValueLayout.JAVA_INT, (start + 1L) << 2, size);
                merged.merge(ids, start, size, grouper.groupCount(), true);
            }
            absorbMembers(others, map);
        } finally {
            merged.end();
        }
    }

    /// Whether states have to be columns for another table to take them.
    private static boolean isExported(Reduction reduction) {
        return reduction.members() == null;
    }

    private void absorbMembers(ReductionStates others, Buffer map) {
        for (int i = 0; i < states.reductions().size(); i++) {
            GroupRows own = states.reductions().get(i).members();
            if (own != null) {
                own.absorb(Objects.requireNonNull(others.reductions().get(i).members()), map);
            }
        }
    }
}
