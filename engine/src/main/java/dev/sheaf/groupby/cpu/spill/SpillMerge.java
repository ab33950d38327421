package dev.sheaf.groupby.cpu.spill;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.StoredBatch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts spilled groups together again, partition by partition.
///
/// A partition that turns out to fit neither memory nor one table is partitioned once more by other bits of the hash,
/// what was merged of it
/// so far included. What it was split into is worked off before the next one is begun, and its file removed
/// then: so few files are open at once, at most one for each level and thread. Several threads may ask for
/// partitions at once.
public final class SpillMerge implements AutoCloseable {
    /// A hash of 32 bits has no more to tell partitions of 64 apart.
    private static final int MAX_LEVEL = 4;

    /// A partition of less than this share of the grant is merged however short memory is: then others hold it.
    private static final double SMALL_SHARE = 0.125;

    /// So little is brought together however small the grant.
    private static final long LEAST_BATCH_BYTES = 1 << 16;

    private final Spill spill;
    private final Supplier<GroupTable> newTable;
    private final QueryContext context;
    private final Deque<Task> tasks = new ArrayDeque<>();

    private final Map<SpilledGroups, Integer> splits = new HashMap<>();

    private record Task(SpilledGroups groups, int partition) {}

    /// Merges into tables that `newTable` makes; what is split goes back to `spill`.
    public SpillMerge(Spill spill, Supplier<GroupTable> newTable, QueryContext context) {
        this.spill = spill;
        this.newTable = newTable;
        this.context = context;
        addAll(spill.groups());
    }

    private synchronized void addAll(SpilledGroups groups) {
        for (int partition = groups.partitions() - 1; partition >= 0; partition--) {
            tasks.addFirst(new Task(groups, partition));
        }
    }

    private synchronized @Nullable Task poll() {
        return tasks.pollFirst();
    }

    /// Removes the groups that a partition was split into once none of their partitions is left.
    private synchronized void done(SpilledGroups groups) {
        Integer left = splits.computeIfPresent(groups, (_, before) -> before - 1);
        if (left != null && left == 0) {
            splits.remove(groups);
            spill.remove(groups);
        }
    }

    /// All groups of the next partition, to be closed by the caller; null if there are no more.
    @Nullable
    public GroupTable next() {
        Task task;
        while ((task = poll()) != null) {
            GroupTable merged = merge(task.groups(), task.groups().chunks(task.partition()));
            done(task.groups());
            if (merged != null) {
                context.spill().mergedPartition();
                return merged;
            }
        }
        return null;
    }

    /// Null if there are no groups, or they were split.
    private @Nullable GroupTable merge(SpilledGroups groups, List<StoredBatch> chunks) {
        if (chunks.isEmpty()) {
            return null;
        }
        boolean mayBeSplit = groups.level() < MAX_LEVEL;
        boolean isLarge = byteSize(chunks) > spill.grantBytes() * SMALL_SHARE;
        try (Closer closer = new Closer()) {
            GroupTable table = closer.add(newTable.get());
            for (int i = 0; i < chunks.size(); i++) {
                StoredBatch chunk = chunks.get(i);
                boolean mayWait = i > 0 && mayBeSplit;
                boolean isShort = mayWait && isLarge && spill.isShort(table.groupCount(), chunk.rowCount());
                if (isShort || !isMerged(groups, chunk, table, mayWait)) {
                    split(groups, table, chunks.subList(i, chunks.size()));
                    return null;
                }
            }
            closer.release();
            return table;
        }
    }

    private static long byteSize(List<StoredBatch> chunks) {
        return chunks.stream().mapToLong(StoredBatch::byteSize).sum();
    }

    /// Merges a chunk, unless it may wait and the table has no room for it.
    private boolean isMerged(SpilledGroups groups, StoredBatch chunk, GroupTable table, boolean mayWait) {
        context.checkCancelled();
        try (GroupStates states = groups.read(chunk);
                var _ = context.phases().time(Phase.MERGE)) {
            if (mayWait && !table.hasRoom(states.mergedRows())) {
                return false;
            }
            table.merge(states, 0, states.groups());
            return true;
        }
    }

    private void split(SpilledGroups groups, GroupTable table, List<StoredBatch> rest) {
        SpilledGroups parts = spill.newGroups(groups.level() + 1);
        try (GroupStates merged = table.export()) {
            parts.put(List.of(merged));
        }
        table.clear();
        int from = 0;
        while (from < rest.size()) {
            int to = from + 1;
            long bytes = rest.get(from).byteSize();
            while (to < rest.size() && bytes + rest.get(to).byteSize() <= batchBytes()) {
                bytes += rest.get(to++).byteSize();
            }
            move(groups, rest.subList(from, to), parts);
            from = to;
        }
        synchronized (this) {
            splits.put(parts, parts.partitions());
            addAll(parts);
        }
    }

    /// What is moved at once: every chunk gives as many smaller ones as there are partitions, so that a
    /// partition of many chunks would end in pieces of a row or two.
    private long batchBytes() {
        return Math.max(LEAST_BATCH_BYTES, (long) (spill.grantBytes() * SMALL_SHARE));
    }

    private void move(SpilledGroups groups, List<StoredBatch> chunks, SpilledGroups parts) {
        context.checkCancelled();
        try (Closer read = new Closer()) {
            List<Table> tables = chunks.stream()
                    .map(chunk -> read.add(groups.read(chunk).table()))
                    .toList();
            try (GroupStates all = new GroupStates(Concat.tables(groups.stateSchema(), tables, context.pool()), null)) {
                parts.put(List.of(all));
            }
        }
    }

    /// Removes what partitions were split into and nobody asked for.
    @Override
    public synchronized void close() {
        tasks.clear();
        splits.keySet().forEach(spill::remove);
        splits.clear();
    }
}
