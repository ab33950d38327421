package dev.sheaf.groupby.cpu.spill;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SpillStats;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// When groups have to leave memory, and where they go.
///
/// What was in use when the run began belongs to others. Of the rest, groups may take a share before they leave;
/// the other part is for the batch that is being read, the copy that goes to disk, and for merging. A table that is
/// about to double counts as what it will be, since groups that leave before it doubles are as many and take half
/// the memory. Looking before each morsel, not when an allocation fails, keeps every table whole.
public final class Spill implements AutoCloseable {
    /// Texts that results share stay in memory: those of all keys up to this share of the grant.
    private static final double TEXT_SHARE = 0.25;

    /// Copies of groups on their way to disk take parts of the memory that is left for them.
    private static final int COPY_PARTS = 1 << 10;

    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final QueryContext context;
    private final long grantBytes;
    private final long usedBefore;
    private final GroupSize size;
    private final long copyBytes;
    private final Semaphore copies = new Semaphore(COPY_PARTS, true);
    private final LongAdder promised = new LongAdder();
    private final List<SpilledGroups> opened = new ArrayList<>();
    private final List<CommonTexts> common = new ArrayList<>();
    private @Nullable SpilledGroups groups;

    public Spill(GroupByPlan plan, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.settings = settings;
        this.context = context;
        this.grantBytes = grantBytes(settings, context.pool());
        this.usedBefore = context.pool().usedBytes();
        this.size = GroupSize.of(plan, settings, context.pool());
        // Half of what groups may not take: the other is for the batches that are being read.
        this.copyBytes = Math.max(1, (context.pool().limitBytes() - usedBefore - grantBytes) / 2);
    }

    /// The bytes that groups of a run that begins now may take.
    public static long grantBytes(CpuSettings settings, MemoryPool pool) {
        return settings.spillBytes() > 0
                ? settings.spillBytes()
                : (long) ((pool.limitBytes() - pool.usedBytes()) * settings.spillShare());
    }

    /// Whether groups have to leave before `more` of them may come to a table of `groups`. Without keys there is
    /// nothing to split them by.
    public boolean isShort(long groups, long more) {
        long used = used();
        return used + size.growth(groups, more, used) > grantBytes
                && !plan.keys().isEmpty();
    }

    /// Hands on the rows of a morsel: all at once, if a group of each fits into half of the thread's share of what is
    /// free, with the room that doubles; else as many as fit. Memory is to be looked at before each part.
    public void cut(Morsel morsel, Consumer<Morsel> consumer) {
        int rows = (int) morsel.table().rowCount();
        int atOnce = rowsAtOnce(rows, morsel.textBytes());
        if (atOnce == rows) {
            consumer.accept(morsel);
            return;
        }
        for (int start = 0; start < rows; start += atOnce) {
            try (Morsel part = morsel.slice(start, Math.min(atOnce, rows - start))) {
                consumer.accept(part);
            }
        }
    }

    /// A multiple of 64, or all.
    private int rowsAtOnce(int rows, long textBytes) {
        long free = context.pool().limitBytes() - context.pool().usedBytes();
        double share = Math.max(0, free) / (2.0 * context.threads());
        double wanted = 2.0 * (textBytes + rows * size.bytes());
        if (textBytes == 0 || wanted <= share || plan.keys().isEmpty()) {
            return rows;
        }
        int fitting = (int) (rows * (share / wanted)) & -Long.SIZE;
        return Math.min(rows, Math.max(Long.SIZE, fitting));
    }

    /// Whether groups have to leave before they are merged with each other and with `rows` that were not grouped yet.
    /// Merging takes tables that grow, and the result; rows are also copied to lie together.
    public boolean isShortToMerge(long rows) {
        long free = context.pool().limitBytes() - usedBefore;
        long used = used();
        long copies = rows == 0 ? 2 : 3;
        return !plan.keys().isEmpty() && used + copies * Math.max(used, rows * size.bytes()) > free;
    }

    /// What the run takes, and what it will take to put members together.
    private long used() {
        return context.pool().usedBytes() - usedBefore + promised.sum();
    }

    /// Takes note of so many more bytes, or less, that a table will take to put members together.
    public void promise(long bytes) {
        promised.add(bytes);
    }

    /// The bytes that groups may take.
    public long grantBytes() {
        return grantBytes;
    }

    /// Runs `writing`, which makes copies of at most `groups` groups at a time and puts them to disk. Threads write at
    /// once as far as their copies fit the memory that is left for these; the others wait.
    public void leave(long groups, Runnable writing) {
        long bytes = size.isFixed() ? groups * size.bytes() : Math.max(groups * size.bytes(), used());
        int parts = Math.clamp(Math.ceilDiv(bytes * COPY_PARTS, copyBytes), 1, COPY_PARTS);
        copies.acquireUninterruptibly(parts);
        try {
            writing.run();
        } finally {
            copies.release(parts);
        }
    }

    /// Writes groups to disk; they stay open. Groups that many small tables put out by partition become few large
    /// batches.
    public void put(List<GroupStates> states) {
        for (GroupStates each : states) {
            for (int key = 0; key < plan.keys().size(); key++) {
                commonTexts(key).learn(each.table().column(key));
            }
        }
        if (!states.isEmpty()) {
            groups().put(states);
        }
    }

    /// Whether anything has left memory.
    public synchronized boolean hasGroups() {
        return groups != null;
    }

    /// All that has left memory.
    synchronized SpilledGroups groups() {
        groups = groups == null ? newGroups(0) : groups;
        return groups;
    }

    /// An empty place on disk for groups, partitioned by other bits of their hash than those of lower levels.
    /// Closed with this.
    synchronized SpilledGroups newGroups(int level) {
        Schema stateSchema = plan.stateSchema(settings, context.pool());
        SpilledGroups fresh = SpilledGroups.of(stateSchema, plan.keys().size(), settings.partitions(), level, context);
        opened.add(fresh);
        return fresh;
    }

    /// The results of a partition, which are closed, with keys as codes of dictionaries that all partitions share; to
    /// be closed by the caller.
    public Table coded(Table result) {
        List<Column> columns = new ArrayList<>();
        try (result;
                Closer closer = new Closer()) {
            for (int i = 0; i < result.columnCount(); i++) {
                Column column = result.column(i).retain();
                columns.add(closer.add(i < plan.keys().size() ? commonTexts(i).recoded(column) : column));
            }
            closer.release();
            return new Table(result.schema(), columns, result.rowCount());
        }
    }

    /// A dictionary for the texts of a key in results. It takes a part of what groups may, and is closed with this.
    private synchronized CommonTexts commonTexts(int key) {
        long mostBytes = (long) (grantBytes * TEXT_SHARE) / plan.keys().size();
        while (common.size() <= key) {
            common.add(new CommonTexts(mostBytes, settings, context.pool()));
        }
        return common.get(key);
    }

    /// Removes groups that are needed no more, and their file.
    synchronized void remove(SpilledGroups groups) {
        if (opened.remove(groups)) {
            groups.close();
        }
    }

    /// What was done and why.
    public Explanation explain() {
        SpillStats stats = context.spill();
        return new Explanation(
                "spilled " + ByteSize.format(stats.bytesWritten()) + " of groups, " + stats.spills() + " times, in "
                        + settings.partitions() + " partitions",
                "groups may take " + ByteSize.format(grantBytes) + " of the memory limit of "
                        + ByteSize.format(context.pool().limitBytes()),
                List.of());
    }

    /// Removes all files, and lets go of common texts.
    @Override
    public synchronized void close() {
        opened.forEach(SpilledGroups::close);
        opened.clear();
        common.forEach(CommonTexts::close);
        common.clear();
        groups = null;
    }
}
