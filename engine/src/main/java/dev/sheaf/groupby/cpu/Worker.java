package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Schema;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.key.RunTexts;
import dev.sheaf.groupby.cpu.partition.ColumnBlock;
import dev.sheaf.groupby.cpu.partition.ColumnCollector;
import dev.sheaf.groupby.cpu.partition.GroupEstimate;
import dev.sheaf.groupby.cpu.partition.LongTexts;
import dev.sheaf.groupby.cpu.partition.Partitioner;
import dev.sheaf.groupby.cpu.partition.RowBlock;
import dev.sheaf.groupby.cpu.partition.RowCollector;
import dev.sheaf.groupby.cpu.partition.SharedEncoding;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.spill.Spill;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One thread's share of a run: a table that takes morsels, and the states that it had to leave behind.
///
/// A table that outgrows the caches costs misses on every row. When it reaches the limit, the last rows tell
/// whether it pays: if one in five found its group there, the limit doubles; if fewer did, keeping
/// them does not save work, so the groups are put out by partition and the table starts empty. Keys that are
/// met often are back at once. Where hardly any row finds its group, the next rows are not looked up at all: each
/// makes a group. When memory runs short, everything goes to disk, and so does what comes later.
final class Worker implements AutoCloseable {
    /// The share of rows with a new group above which a full table is put out. Putting a group out and merging it
    /// costs some 100 ns, a miss in a table that has outgrown the caches some 50 a row.
    private static final double NEW_SHARE = 0.8;

    /// The share above which the next rows are put out by partition before they are grouped, which costs a row half
    /// of what the misses in a table do that has outgrown the caches.
    private static final double PARK_SHARE = 0.3;

    /// A group of a hash table weighs that much more than one that is found by an index: it has a slot and a key.
    static final double HASHED_WEIGHT = 2.2;

    /// The share above which the next rows are not even looked up.
    private static final double DISTINCT_SHARE = 0.9;

    /// Every so many rounds rows are looked up again, to see whether keys have become fewer.
    private static final int ROUNDS_A_LOOK = 4;

    /// Rows that were not grouped go to disk as groups, in so many parts.
    private static final int SPILLED_PARTS = 16;

    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final QueryContext context;
    private final Spill spill;
    private final List<Optional<KeyRange>> ranges;
    private final List<GroupStates> left = new ArrayList<>();
    private RunTexts texts;
    private Schema stateSchema;
    private GroupTable table;
    private long limit;
    private int rounds;
    private boolean appends;
    private final SharedEncoding coding;
    private final List<GroupTable> parked = new ArrayList<>();
    private @Nullable RowCollector collector;
    private @Nullable ColumnCollector columnCollector;
    private final boolean keepsLists;
    private boolean collects;
    private boolean hasLongText;
    private final LongTexts longTexts;
    private double expectedGroups;
    private long promised;

    Worker(
            GroupByPlan plan,
            RunTexts texts,
            CpuSettings settings,
            Spill spill,
            SharedEncoding coding,
            List<Optional<KeyRange>> ranges,
            QueryContext context) {
        this.coding = coding;
        this.longTexts = new LongTexts(plan, settings, context.pool());
        this.keepsLists = plan.keepsLists(settings, context.pool());
        this.plan = plan;
        this.texts = texts;
        this.settings = settings;
        this.spill = spill;
        this.ranges = ranges;
        this.stateSchema = spill.stateSchema(texts);
        this.context = context;
        this.table = newTable();
        this.limit = settings.tableGroups();
    }

    private GroupTable newTable() {
        GroupTable fresh = new GroupTable(plan, texts, settings, context);
        fresh.grouper().expect(ranges);
        return fresh;
    }

    void accept(Morsel morsel) {
        if (spill.isShort() && hasGroups()) {
            spill();
        }
        if (collects) {
            collect(morsel);
            return;
        }
        if (!longTexts.areIn(morsel)) {
            group(morsel);
            return;
        }
        collectLong(morsel);
        try (Morsel others = longTexts.others(morsel)) {
            group(others);
        }
    }

    /// Puts the rows out that have a long text.
    private void collectLong(Morsel morsel) {
        try (var _ = context.phases().time(Phase.PARTITION);
                Morsel found = longTexts.found(morsel)) {
            coding.giveUp();
            ColumnCollector rows = collectorOfColumns();
            rows.add(found);
            longTexts.sawRecent(rows.recentShare());
        }
    }

    private void group(Morsel morsel) {
        int before = table.groupCount();
        int flushedBefore = table.groupsFlushed();
        longTexts.begin(table.grouper());
        table.update(morsel);
        promise();
        limitText();
        int fresh = table.groupCount() - before - (table.groupsFlushed() - flushedBefore);
        double newShare = fresh / (double) Math.max(1, morsel.table().rowCount());
        if (mayCollect() && isHopeless(newShare)) {
            collects = true;
            expectedGroups = GroupEstimate.of(before, table.groupCount(), newShare);
        } else if (newShare <= NEW_SHARE && coding.collects() && longTexts.areNew(morsel, table.grouper(), limit)) {
            expectedGroups = longTexts.part(morsel);
            park();
            hasLongText = false;
            limit = settings.tableGroups();
        } else if (table.groupCount() >= limit && !table.grouper().isIndexed()) {
            if (newShare > NEW_SHARE) {
                boolean append = newShare > DISTINCT_SHARE && (rounds + 1) % ROUNDS_A_LOOK != 0;
                appends |= append;
                table.grouper().appends(append);
                leaveTable();
            } else {
                limit *= 2;
            }
        }
    }

    /// Tells how much memory putting members together will take.
    private void promise() {
        long bytes = 0;
        for (GroupTable each : parked) {
            bytes += each.pendingBytes();
        }
        bytes += table.pendingBytes();
        if (bytes != promised) {
            spill.promise(bytes - promised);
            promised = bytes;
        }
    }

    /// A table of long text outgrows the caches sooner.
    private void limitText() {
        if (!hasLongText && table.grouper().texts().longer() > 0) {
            hasLongText = true;
            limit = Math.min(limit, settings.textGroups());
        }
    }

    /// Whether rows may be put out by partition. Tables that are indexed directly are left for that only if groups
    /// have lists.
    private boolean mayCollect() {
        return coding.collects() && (keepsLists || !table.grouper().isIndexed());
    }

    /// Whether the last rows tell that the table does not pay. If there are so many keys that a full table
    /// would have few of them, a table that is a quarter full has hardly any.
    private boolean isHopeless(double newShare) {
        double groups = table.groupCount() * (table.grouper().isHashed() ? HASHED_WEIGHT : 1);
        return (groups >= limit && newShare > PARK_SHARE)
                || (groups >= limit / 4.0 && newShare > 1 - (1 - PARK_SHARE) / 4);
    }

    /// Which rows alone were put out by partition, for a while at least, if any were; in words.
    Optional<String> rowsParted() {
        return longTexts.explain();
    }

    /// About how many groups the whole input has, told by the share of rows that were new when rows began to be put
    /// out by partition: all there are, if keys come in no order.
    double expectedGroups() {
        return expectedGroups;
    }

    /// Keeps the groups so far for the end.
    private void park() {
        parked.add(table);
        table = newTable();
    }

    /// Has rows put out by partition before they are grouped.
    private void collect(Morsel morsel) {
        if (table.rows() > 0) {
            park();
        }
        if (morsel.wanted() != null) {
            try (Morsel copied = morsel.copied(context.pool())) {
                collect(copied);
            }
            return;
        }
        try (var _ = context.phases().time(Phase.PARTITION)) {
            if (!collectCoded(morsel)) {
                collectColumns(morsel);
            }
        }
    }

    /// With keys coded; false if they have no code.
    private boolean collectCoded(Morsel morsel) {
        if (!coding.isPossible()) {
            return false;
        }
        RowCollector rows = collector == null ? collector = newCollector() : collector;
        boolean taken = rows.add(morsel);
        collects = !taken || !rows.isRepetitive();
        return taken;
    }

    private void collectColumns(Morsel morsel) {
        ColumnCollector rows = collectorOfColumns();
        rows.add(morsel);
        collects = !rows.isRepetitive();
    }

    private ColumnCollector collectorOfColumns() {
        return columnCollector == null
                ? columnCollector = new ColumnCollector(plan, settings, context.pool())
                : columnCollector;
    }

    private RowCollector newCollector() {
        return new RowCollector(plan, coding, settings, context.pool());
    }

    /// The rows that were put out by partition.
    List<RowBlock> blocks() {
        RowCollector rows = collector;
        if (rows == null) {
            return List.of();
        }
        rows.flush();
        return rows.blocks();
    }

    /// Packs them as `target` has it, and lets `shared` include the keys of those that it has no place for.
    void recode(KeyEncoding target, SharedEncoding shared) {
        List<RowBlock> own = blocks();
        for (int i = 0; i < own.size() && shared.isPossible(); i++) {
            context.checkCancelled();
            RowBlock recoded = own.get(i).recoded(target, settings, context.pool());
            if (recoded == null) {
                shared.include(own.get(i), context.pool());
            } else {
                own.set(i, recoded);
            }
        }
    }

    /// The rows that were put out by partition with their keys as columns.
    List<ColumnBlock> columnBlocks() {
        return columnCollector == null ? List.of() : columnCollector.blocks();
    }

    /// All tables.
    List<GroupTable> tables() {
        return Stream.concat(parked.stream(), Stream.of(table)).toList();
    }

    /// Whether rows were to be put out by partition before they are grouped.
    boolean hasParked() {
        return !parked.isEmpty() || hasBlocks();
    }

    private boolean hasBlocks() {
        return (collector != null && collector.hasRows()) || (columnCollector != null && columnCollector.hasRows());
    }

    /// Groups put out are copies, so where memory is short they go to disk at once.
    private void leaveTable() {
        if (spill.isShort()) {
            spill();
        } else {
            leave();
        }
    }

    /// Puts the groups so far out by partition, and empties the table.
    void leave() {
        try (var _ = context.phases().time(Phase.PARTITION);
                GroupStates state = table.export(stateSchema)) {
            left.add(new Partitioner(plan.keys().size(), settings.partitions(), context.pool()).partition(state));
        }
        table.clear();
        promise();
        rounds++;
    }

    /// Sends all groups to disk and starts again with nothing.
    void spill() {
        synchronized (spill) {
            for (GroupStates states : left) {
                spill.put(states, texts);
                states.close();
            }
            left.clear();
            for (GroupTable each : tables()) {
                try (GroupStates states = each.export(stateSchema)) {
                    spill.put(states, texts);
                }
            }
            closeTables();
            spillBlocks();
        }
        renewTexts();
        table = newTable();
        promise();
    }

    /// What tables that begin now number their text by.
    private void renewTexts() {
        texts = spill.texts();
        stateSchema = spill.stateSchema(texts);
    }

    private void closeTables() {
        table.close();
        parked.forEach(GroupTable::close);
        parked.clear();
    }

    private void closeBlocks() {
        if (collector != null) {
            collector.close();
            collector = null;
        }
        if (columnCollector != null) {
            columnCollector.close();
            columnCollector = null;
        }
        collects = false;
    }

    /// Groups the rows that were put out, some partitions at a time, and sends the groups to disk. The rows'
    /// texts are new to the run, and would all stay if it went on to number them.
    private void spillBlocks() {
        int share = Math.max(1, settings.rowPartitions() / SPILLED_PARTS);
        for (int from = 0; from < settings.rowPartitions() && hasBlocks(); from += share) {
            renewTexts();
            try (GroupTable part = newTable()) {
                for (RowBlock block : blocks()) {
                    block.addTo(part, from, from + share, coding.types(), settings, context);
                }
                for (ColumnBlock block : columnBlocks()) {
                    block.addTo(part, from, from + share, context);
                }
                try (GroupStates states = part.export(stateSchema)) {
                    spill.put(states, texts);
                }
            }
        }
        closeBlocks();
    }

    /// Whether there is anything to merge.
    boolean hasGroups() {
        return table.rows() > 0 || !left.isEmpty() || !parked.isEmpty() || hasBlocks();
    }

    GroupTable table() {
        return table;
    }

    /// The states put out so far.
    List<GroupStates> left() {
        return left;
    }

    /// Whether rows were not looked up for a while.
    boolean appends() {
        return appends;
    }

    /// How often the table was put out.
    int rounds() {
        return rounds;
    }

    @Override
    public void close() {
        closeTables();
        closeBlocks();
        left.forEach(GroupStates::close);
        left.clear();
    }
}
