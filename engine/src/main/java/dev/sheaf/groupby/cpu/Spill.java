package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Schema;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SpillStats;
import dev.sheaf.spill.SpillFolder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When groups have to leave memory, and where they go.
///
/// What was in use when the run began belongs to others. Of the rest, groups may take a share before they leave: a
/// table that doubles needs three times its memory for a moment, and so do the batch that is being read and the
/// copy that goes to disk. Looking before each morsel, not when an allocation fails, keeps every table whole.
final class Spill implements AutoCloseable {
    private final GroupByPlan plan;
    private final Schema stateSchema;
    private final CpuSettings settings;
    private final QueryContext context;
    private final long grantBytes;
    private final long highWater;
    private final List<SpilledGroups> opened = new ArrayList<>();
    private @Nullable SpillFolder folder;
    private @Nullable SpilledGroups groups;

    Spill(GroupByPlan plan, Schema stateSchema, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.stateSchema = stateSchema;
        this.settings = settings;
        this.context = context;
        MemoryPool pool = context.pool();
        long before = pool.usedBytes();
        this.grantBytes = settings.spillBytes() > 0
                ? settings.spillBytes()
                : (long) ((pool.limitBytes() - before) * settings.spillShare());
        this.highWater = before + grantBytes;
    }

    /// Whether groups have to leave before more come. Without keys there is nothing to split them by.
    boolean isShort() {
        return context.pool().usedBytes() > highWater && !plan.keys().isEmpty();
    }

    /// The columns of the groups.
    Schema stateSchema() {
        return stateSchema;
    }

    /// The bytes that groups may take.
    long grantBytes() {
        return grantBytes;
    }

    /// Writes groups to disk; they stay open. One thread at a time, so that copies on their way do not add up.
    synchronized void put(GroupStates states) {
        SpilledGroups target = groups == null ? groups = newGroups(0) : groups;
        target.put(states);
    }

    /// An empty place on disk for groups, partitioned by other bits of their hash than those of lower levels.
    /// Closed with this.
    synchronized SpilledGroups newGroups(int level) {
        SpillFolder home = folder == null ? folder = SpillFolder.create(context.spillFolder()) : folder;
        SpilledGroups fresh = new SpilledGroups(
                home.newFile(), stateSchema, plan.keys().size(), settings.partitions(), level, context);
        opened.add(fresh);
        return fresh;
    }

    /// What has left memory, or null if nothing has.
    synchronized @Nullable SpilledGroups groups() {
        return groups;
    }

    /// What was done and why.
    Explanation explain() {
        SpillStats stats = context.spill();
        return new Explanation(
                "spilled " + ByteSize.format(stats.bytesWritten()) + " of groups, " + stats.spills() + " times, in "
                        + settings.partitions() + " partitions",
                "groups may take " + ByteSize.format(grantBytes) + " of the memory limit of "
                        + ByteSize.format(context.pool().limitBytes()),
                List.of());
    }

    /// Removes all files.
    @Override
    public synchronized void close() {
        opened.forEach(SpilledGroups::close);
        opened.clear();
        groups = null;
        if (folder != null) {
            folder.close();
            folder = null;
        }
    }
}
