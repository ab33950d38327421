package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Field;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.group.RangedGrouper;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.partition.SharedEncoding;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.spill.Spill;
import dev.sheaf.groupby.cpu.spill.SpillMerge;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.Workers;
import dev.sheaf.spill.ExternalSort;
import dev.sheaf.spill.PulledTables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One run of a plan.
///
/// ```
/// morsels --> Worker: GroupTable  --few groups--------------> merged into one table --> result
///             ...                 --all at places of keys---> a share of the places a thread --> a result table each
///             ...                 --many: by partition------> a table a partition   --> a result table each
///                                 --too many: to disk by partition --> a table a partition, when it is pulled
/// ```
/// Every worker groups the morsels that it gets. Few groups are merged table by table, in pairs. Many are put out by
/// partition of their keys' hash, and partitions are merged in parallel; what workers had to leave behind while
/// they ran lies by partition already.
final class GroupByRun implements AutoCloseable {
    private static final Comparator<Worker> MOST_GROUPS_FIRST = Comparator.comparingInt(
                    (Worker worker) -> worker.table().groupCount())
            .reversed();

    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final QueryContext context;
    private final List<Optional<KeyRange>> ranges;
    private final long rows;
    private final Spill spill;
    private final SharedEncoding coding;
    private final Tasks tasks;
    private final List<Worker> workers = new ArrayList<>();

    GroupByRun(GroupByPlan plan, SourceStats stats, QueryContext context) {
        this.plan = plan;
        this.context = context;
        CpuSettings wanted = CpuSettings.of(context.settings());
        this.rows = stats.rowCount().orElse(Long.MAX_VALUE);
        this.settings = wanted.forRows(rows).within(Spill.grantBytes(wanted, context.pool()) / context.threads());
        this.ranges = plan.keyRanges(stats);
        this.spill = new Spill(plan, settings, context);
        this.coding = new SharedEncoding(plan, settings);
        this.tasks = Workers.tasks(context);
    }

    /// The result, which the caller closes. Closing it closes this run.
    BatchSource run(BatchSource input) {
        try (KeptResults results = new KeptResults()) {
            Morsels morsels = new Morsels(input, plan, results, context);
            Workers.runOnAll(context, _ -> group(morsels));
        }
        List<Worker> used = workers.stream().filter(Worker::hasGroups).toList();
        explain(used);
        long rowsLeft = used.stream().mapToLong(Worker::rowsLeft).sum();
        if (spill.hasGroups() || (!used.isEmpty() && spill.isShortToMerge(rowsLeft))) {
            return mergeSpilled(used);
        }
        if (used.stream().anyMatch(Worker::hasParked)) {
            return whole(new RowMerge(plan, coding, settings, context).merge(used));
        }
        List<Table> results = isOneTable(used) ? List.of(mergeIntoOne(used)) : mergePartitions(used);
        return whole(results);
    }

    /// A result that is in memory.
    private BatchSource whole(List<Table> tables) {
        List<Table> ordered = ResultOrder.arrange(plan, tables, context);
        close();
        return new TableSource(plan.resultSchema(), ordered);
    }

    /// In no order, partitions are put together when they are pulled; else all are, and sorted.
    private BatchSource mergeSpilled(List<Worker> used) {
        Workers.forEach(context, used.size(), worker -> used.get(worker).spill());
        workers.forEach(Worker::close);
        context.decided(spill.explain().decision("group by"));
        SpillMerge merge = new SpillMerge(spill, this::newPartitionTable, context);
        BatchSource result =
                PulledTables.inAnyOrder(ResultOrder.unordered(plan), () -> nextPartition(merge), this::close);
        return plan.options().order() == Order.UNSPECIFIED ? result : ordered(result);
    }

    private @Nullable Table nextPartition(SpillMerge merge) {
        try (GroupTable table = merge.next()) {
            return table == null ? null : spill.coded(finish(table));
        }
    }

    /// Where all is needed before the first row is known: sorted in memory, or on disk if there is too much.
    private BatchSource ordered(BatchSource result) {
        ExternalSort sort = ResultOrder.external(plan, context);
        try {
            pull(result, sort);
            if (!sort.hasRuns()) {
                return whole(sort.takeWaiting());
            }
            close();
            return sort.merged(plan.resultSchema());
        } catch (RuntimeException | Error failure) {
            sort.close();
            throw failure;
        }
    }

    private void pull(BatchSource source, ExternalSort sort) {
        Workers.runOnAll(context, _ -> {
            Batch batch;
            while ((batch = source.next(context)) != null) {
                sort.add(batch.table());
            }
        });
    }

    /// Of groups that were on disk, where memory is short.
    private GroupTable newPartitionTable() {
        return new GroupTable(plan, settings.forPartition(), context);
    }

    private void explain(List<Worker> used) {
        if (used.stream().anyMatch(Worker::hasParked) && !spill.hasGroups()) {
            return;
        }
        List<String> names = plan.keyFields().stream().map(Field::name).toList();
        Worker first = used.isEmpty() ? workers.getFirst() : used.getFirst();
        context.decided(first.table().explain(names).decision("group by"));
        int rounds = used.stream().mapToInt(Worker::rounds).sum();
        if (rounds > 0) {
            String reason = rounds + " tables were full, or most rows made new groups from "
                    + settings.checkFromGroups() + " on";
            context.decided(new Explanation("partial groups left by partition", reason, List.of("one large table"))
                    .decision("group by"));
        }
    }

    private void group(Morsels morsels) {
        Worker worker = new Worker(plan, settings, spill, coding, ranges, rows, context);
        synchronized (workers) {
            workers.add(worker);
        }
        morsels.forEach(worker::accept);
    }

    /// Whether one thread merges everything: nothing was left behind, and there is only one table, or little to
    /// add to the largest, or all have the same groups. The more threads there are, the sooner it pays to have
    /// all of them merge.
    private boolean isOneTable(List<Worker> used) {
        if (used.stream().anyMatch(worker -> worker.rounds() > 0)) {
            return false;
        }
        if (used.size() <= 1 || plan.keys().isEmpty() || used.stream().allMatch(Worker::isNumbered)) {
            return true;
        }
        List<GroupTable> tables =
                used.stream().sorted(MOST_GROUPS_FIRST).map(Worker::table).toList();
        List<GroupTable> others = tables.subList(1, tables.size());
        long groups = others.stream().mapToLong(GroupTable::groupCount).sum();
        return groups * used.size() <= settings.partitionFromGroups()
                && tables.getFirst().hasRoomFor(others);
    }

    /// In rounds, in each of which half of the tables take the groups of the others, every pair on a thread. Rows
    /// that are members of groups can be taken over once, so one table takes those of all; and so without keys,
    /// where one state may be large and is copied to be taken.
    private Table mergeIntoOne(List<Worker> used) {
        List<Worker> left = used.stream().sorted(MOST_GROUPS_FIRST).toList();
        while (left.size() > 1) {
            left = mergePairs(left);
        }
        return finish((left.isEmpty() ? workers : left).getFirst().table(), tasks);
    }

    private List<Worker> mergePairs(List<Worker> tables) {
        boolean isOneByOne = plan.keys().isEmpty() || tables.getFirst().table().hasMembers();
        int half = isOneByOne ? tables.size() - 1 : (tables.size() + 1) / 2;
        int pairs = tables.size() - half;
        tasks.forEach(pairs, pair -> {
            try (var _ = context.phases().time(Phase.MERGE);
                    Worker other = tables.get(half + pair)) {
                tables.get(pair).table().absorb(other.table(), tasks);
            }
        });
        return tables.subList(0, half);
    }

    private List<Table> mergePartitions(List<Worker> used) {
        Workers.forEach(context, used.size(), worker -> used.get(worker).leave());
        List<GroupStates> states =
                used.stream().flatMap(worker -> worker.left().stream()).toList();
        BitSet hashed = new BitSet();
        for (Worker worker : used) {
            hashed.or(RangedGrouper.keysOfManyTexts(worker.table().grouper()));
            worker.table().close();
        }
        return new PartitionMerge(plan, states, settings, context)
                .run(groups -> newTable(groups, hashed), this::finish);
    }

    /// A table of about so many groups, the texts of some of whose keys are hashed.
    private GroupTable newTable(int groups, BitSet hashed) {
        GroupTable table = new GroupTable(plan, settings.forRows(groups), context);
        try {
            table.hash(hashed);
            table.expect(ranges);
            table.reserve(groups);
            return table;
        } catch (RuntimeException | Error failure) {
            table.close();
            throw failure;
        }
    }

    private Table finish(GroupTable table) {
        return finish(table, Tasks.SEQUENTIAL);
    }

    private Table finish(GroupTable table, Tasks parallel) {
        try (var _ = context.phases().time(Phase.FINALIZE);
                GroupStates state = table.results(parallel)) {
            return new ResultBuilder(plan, settings, context.pool(), parallel).finish(state);
        }
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
        spill.close();
    }
}
