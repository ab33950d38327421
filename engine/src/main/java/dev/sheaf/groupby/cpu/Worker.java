package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.group.NumberedGrouper;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.partition.GroupEstimate;
import dev.sheaf.groupby.cpu.partition.PartitionedRows;
import dev.sheaf.groupby.cpu.partition.Partitioner;
import dev.sheaf.groupby.cpu.partition.RowBlock;
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

/// One thread's share of a run: a table that takes morsels, and what it had to leave behind.
///
/// ```
/// morsel --> cut it where its texts or groups may not fit, spill if memory is short
///        --> Mode: Grouping           --> table
///                  PartitioningRows   --> PartitionedRows
///        --> TableProbe: is the table worth keeping? --> the next mode
/// ```
/// A table that outgrows the caches costs misses on every row, so [TableProbe] looks at it after each morsel. Tables
/// that do not pay are kept for the end if rows are partitioned from there on, or their groups are partitioned and
/// they start again empty. When memory runs short, everything goes to disk, and so does what comes later.
final class Worker implements AutoCloseable {
    /// Rows that were not grouped go to disk as groups, in so many parts.
    private static final int SPILLED_PARTS = 16;

    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final QueryContext context;
    private final Spill spill;
    private final List<Optional<KeyRange>> ranges;
    private final SharedEncoding coding;
    private final TableProbe probe;
    private final PartitionedRows partitioned;
    private final boolean isNumbered;

    private Mode mode = new Mode.Grouping();
    private GroupTable table;
    private final List<GroupTable> parked = new ArrayList<>();
    private final List<GroupStates> left = new ArrayList<>();
    private int rounds;
    private double expectedGroups;
    private double newShare = 1;
    private long promised;

    /// @param rows the rows of all workers at most
    Worker(
            GroupByPlan plan,
            CpuSettings settings,
            Spill spill,
            SharedEncoding coding,
            List<Optional<KeyRange>> ranges,
            long rows,
            QueryContext context) {
        this.plan = plan;
        this.settings = settings;
        this.context = context;
        this.spill = spill;
        this.ranges = ranges;
        this.coding = coding;
        this.probe = new TableProbe(settings, plan.keepsLists(settings, context.pool()), rows);
        this.partitioned = new PartitionedRows(plan, coding, settings, context);
        int known = plan.numbered().orElse(-1);
        // groups that are known have their numbers as ids if there is memory for all of them
        this.table = newTable();
        this.isNumbered = known >= 0 && !spill.isShort(0, known) && table.hasRoom(known);
        if (isNumbered) {
            table.close();
            table = numberedTable(known);
        }
    }

    private GroupTable numberedTable(int groups) {
        return new GroupTable(plan, new NumberedGrouper(context.pool(), groups), settings, context);
    }

    private GroupTable newTable() {
        GroupTable fresh = new GroupTable(plan, settings, context);
        fresh.expect(ranges);
        return fresh;
    }

    void accept(Morsel morsel) {
        spill.cut(morsel, part -> part.inParts(this::haveRoom, settings.chunkRows(), this::take));
    }

    /// Whether the table takes so many rows whatever groups they make, or has to. Fewer rows at a time keep a table of
    /// wide states that has room for its groups.
    private boolean haveRoom(int rows) {
        return mode instanceof Mode.PartitioningRows || !mayLeave() || table.hasRoom(rows);
    }

    private void take(Morsel morsel) {
        if (spill.isShort(table.groupCount(), newGroups(morsel)) && hasGroups()) {
            spill();
        } else if (!table.hasRoom(morsel.table().rowCount()) && isSplit()) {
            startAgain();
        }
        mode = switch (mode) {
            case Mode.Grouping _ -> group(morsel);
            case Mode.PartitioningRows _ -> partition(morsel);
        };
    }

    /// How many groups the rows may make, if twice as many are new as in the morsel before. Tables make room for a
    /// chunk.
    private long newGroups(Morsel morsel) {
        long expected = Math.max(
                settings.chunkRows(), Math.round(2 * newShare * morsel.table().rowCount()));
        return Math.min(expected, morsel.table().rowCount());
    }

    /// Adds rows to the table, and returns what to do with the next.
    private Mode group(Morsel morsel) {
        TableProbe.Growth growth = grow(morsel);
        TableProbe.Verdict verdict = probe.after(growth, table.grouper(), coding.isPossible());
        return switch (verdict) {
            case KEEP -> mode;
            case PARTITION_ROWS -> {
                expectedGroups = GroupEstimate.of(growth.before(), growth.now(), growth.newShare());
                yield new Mode.PartitioningRows();
            }
            case PARTITION_GROUPS -> {
                startAgain();
                yield mode;
            }
        };
    }

    private TableProbe.Growth grow(Morsel morsel) {
        int before = table.groupCount();
        table.update(morsel);
        promise();
        int fresh = table.groupCount() - before;
        newShare = fresh / (double) Math.max(1, morsel.table().rowCount());
        return new TableProbe.Growth(before, table.groupCount(), newShare);
    }

    /// Whether there are groups to be put out by partition.
    private boolean isSplit() {
        return table.rows() > 0 && mayLeave();
    }

    /// Whether groups can be put out by partition. Those without keys are one, and those with numbers have room.
    private boolean mayLeave() {
        return !plan.keys().isEmpty() && !isNumbered;
    }

    /// Puts the groups out by partition.
    private void startAgain() {
        if (spill.isShort(table.groupCount(), table.groupCount())) {
            spill(); // groups put out are copies
        } else {
            leave();
        }
    }

    /// Tells how much memory putting members together and rows out will take.
    private void promise() {
        long bytes = partitioned.pendingBytes();
        for (GroupTable each : parked) {
            bytes += each.pendingBytes();
        }
        bytes += table.pendingBytes();
        if (bytes != promised) {
            spill.promise(bytes - promised);
            promised = bytes;
        }
    }

    /// About how many groups the whole input has, told by the share of rows that were new when rows began to be put
    /// out by partition: all there are, if keys come in no order.
    double expectedGroups() {
        return expectedGroups;
    }

    /// Keeps the groups so far for the end.
    private void parkGroups() {
        if (table.rows() > 0) {
            parked.add(table);
            table = newTable();
        }
    }

    /// Partitions all rows, and returns what to do with the next.
    private Mode partition(Morsel morsel) {
        try (var _ = context.phases().time(Phase.PARTITION)) {
            partitioned.add(morsel);
            parkGroups();
            promise();
            return partitioned.isRepetitive() ? new Mode.Grouping() : mode;
        }
    }

    /// The rows that were partitioned before they were grouped.
    PartitionedRows partitioned() {
        return partitioned;
    }

    /// How many rows were partitioned and are not grouped. Puts out those that wait for it.
    long rowsLeft() {
        int all = settings.rowPartitions();
        long rows = partitioned.blocks().stream()
                .mapToLong(block -> block.starts()[all])
                .sum();
        promise();
        return rows;
    }

    /// All tables.
    List<GroupTable> tables() {
        return Stream.concat(parked.stream(), Stream.of(table)).toList();
    }

    /// Whether rows were to be put out by partition before they are grouped.
    boolean hasParked() {
        return !parked.isEmpty() || partitioned.hasRows();
    }

    /// Puts the groups so far out by partition, and empties the table.
    void leave() {
        try (var _ = context.phases().time(Phase.PARTITION);
                GroupStates state = table.export()) {
            left.add(partitioned(state));
        }
        table.clear();
        promise();
        rounds++;
    }

    /// Groups in order of partition, without dictionaries of which each partition has a part.
    private GroupStates partitioned(GroupStates state) {
        int keys = plan.keys().size();
        try (GroupStates parts = new Partitioner(keys, settings.rowPartitions(), context.pool()).partition(state)) {
            return parts.plain(keys, context.pool());
        }
    }

    /// Sends all groups to disk and starts again with nothing.
    void spill() {
        spill.leave(groupsAtOnce(), () -> {
            spill.put(left);
            left.forEach(GroupStates::close);
            left.clear();
            for (GroupTable each : tables()) {
                try (GroupStates states = each.export()) {
                    spill.put(List.of(states));
                }
            }
            closeTables();
            spillBlocks();
        });
        table = newTable();
        promise();
    }

    /// How many groups are copied at a time when all leave.
    private long groupsAtOnce() {
        long ofTables =
                tables().stream().mapToLong(GroupTable::groupCount).max().orElse(0);
        long ofRows = partitioned.hasRows() ? rowsLeft() / SPILLED_PARTS : 0;
        return Math.max(ofTables, ofRows);
    }

    private void closeTables() {
        table.close();
        parked.forEach(GroupTable::close);
        parked.clear();
    }

    /// Groups the rows that were put out, some partitions at a time, and sends the groups to disk.
    private void spillBlocks() {
        int share = Math.max(1, settings.rowPartitions() / SPILLED_PARTS);
        for (int from = 0; from < settings.rowPartitions() && partitioned.hasRows(); from += share) {
            try (GroupTable part = newTable()) {
                for (RowBlock block : partitioned.blocks()) {
                    block.addTo(part, from, from + share, coding.types(), settings, context);
                }
                try (GroupStates states = part.export()) {
                    spill.put(List.of(states));
                }
            }
        }
        partitioned.close();
        mode = new Mode.Grouping();
    }

    /// Whether there is anything to merge.
    boolean hasGroups() {
        return table.rows() > 0 || !left.isEmpty() || !parked.isEmpty() || partitioned.hasRows();
    }

    GroupTable table() {
        return table;
    }

    /// Whether the table had all groups of the run from its first row on.
    boolean isNumbered() {
        return isNumbered;
    }

    /// The states put out so far.
    List<GroupStates> left() {
        return left;
    }

    /// How often the table was put out.
    int rounds() {
        return rounds;
    }

    @Override
    public void close() {
        closeTables();
        partitioned.close();
        left.forEach(GroupStates::close);
        left.clear();
    }
}
