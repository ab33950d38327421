package dev.sheaf.groupby.cpu.table;

import dev.sheaf.column.Column;
import dev.sheaf.column.Tasks;
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
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Groups and states of others, on their way into a table.
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

    /// Adds groups `from` to `to` of a partial state. States are cut to these groups: what keeps a column open counts
    /// its rows, and other partitions have the rest.
    void merge(GroupStates partial, int from, int to) {
        List<Column> columns = partial.table().columns();
        List<Column> keys = columns.subList(0, keyCount);
        MergeInputs merged =
                inputs == null ? inputs = new MergeInputs(states.reductions(), settings.chunkRows(), pool) : inputs;
        try (Closer closer = new Closer()) {
            states.beginMerge(grouper.groupCount());
            merged.begin(columns.subList(keyCount, columns.size()).stream()
                    .map(column -> closer.add(column.slice(from, to - from)))
                    .toList());
            for (int start = from; start < to; start += ids.length) {
                context.checkCancelled();
                int size = Math.min(ids.length, to - start);
                grouper.assign(keys, start, size, ids);
                merged.merge(ids, start - from, size, grouper.groupCount(), !foundAhead && !grouper.hasGroupsAhead());
            }
            foundAhead = false;
        } finally {
            merged.end();
        }
    }

    /// Adds all groups of another table of the plan, a reduction at a time. Rows that are members of groups are taken
    /// over; other states are exported and merged.
    void absorb(Grouper otherGrouper, ReductionStates others, Tasks parallel) {
        int groups = otherGrouper.groupCount();
        states.beginMerge(grouper.groupCount());
        try (Buffer map = pool.allocateZeroed((groups + 1L) * Integer.BYTES, "group members")) {
            int[] groupCounts = map(otherGrouper, map.segment());
            states.forEach(parallel, i -> {
                Reduction own = states.reductions().get(i);
                Reduction other = others.reductions().get(i);
                GroupRows members = own.members();
                if (members == null) {
                    absorb(own, other, groups, map.segment(), groupCounts);
                } else {
                    members.absorb(Objects.requireNonNull(other.members()), map);
                }
            });
        }
    }

    /// Writes the id here of each group of another table behind that of no group, and returns how many groups there
    /// were after each chunk.
    private int[] map(Grouper otherGrouper, MemorySegment map) {
        int groups = otherGrouper.groupCount();
        int[] groupCounts = new int[Math.ceilDiv(groups, ids.length)];
        map.set(ValueLayout.JAVA_INT, 0, -1);
        try (Closer closer = new Closer()) {
            List<Column> keys = closer.addAll(otherGrouper.keys());
            for (int chunk = 0; chunk < groupCounts.length; chunk++) {
                context.checkCancelled();
                int start = chunk * ids.length;
                int size = Math.min(ids.length, groups - start);
                grouper.assign(keys, start, size, ids);
                MemorySegment.copy(ids, 0, map, ValueLayout.JAVA_INT, (start + 1L) << 2, size);
                groupCounts[chunk] = grouper.groupCount();
            }
        }
        return groupCounts;
    }

    private void absorb(Reduction own, Reduction other, int groups, MemorySegment map, int[] groupCounts) {
        MergeInputs merged = new MergeInputs(List.of(own), ids.length, pool);
        int[] chunkIds = new int[ids.length];
        try (Closer closer = new Closer()) {
            merged.begin(closer.addAll(other.export(groups)));
            for (int chunk = 0; chunk < groupCounts.length; chunk++) {
                context.checkCancelled();
                int start = chunk * ids.length;
                int size = Math.min(ids.length, groups - start);
                MemorySegment.copy(map, ValueLayout.JAVA_INT, (start + 1L) << 2, chunkIds, 0, size);
                merged.merge(chunkIds, start, size, groupCounts[chunk], !grouper.hasGroupsAhead());
            }
        } finally {
            merged.end();
        }
    }
}
