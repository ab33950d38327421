package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.VarColumn;
import dev.sheaf.column.append.TableAppender;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.group.WordGrouper;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import dev.sheaf.groupby.cpu.partition.GroupEstimate;
import dev.sheaf.groupby.cpu.partition.Partitioner;
import dev.sheaf.groupby.cpu.partition.RowBlock;
import dev.sheaf.groupby.cpu.partition.SharedEncoding;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Groups the rows that threads have put out by partition, each partition in a table of its own, together with the
/// groups that threads found before they gave up looking.
///
/// ```
/// tables  -- export, text as text, partition --> GroupStates --+
/// blocks  -- packed alike --> RowBlock ------------------------+--> a table a partition --> a result table each
/// ```
final class RowMerge {
    /// Rows that are brought together before they are grouped.
    private static final int BATCH_ROWS = 1 << 16;

    /// Rows a task from which on there are more tasks than threads need.
    private static final long TASK_ROWS = 1 << 16;

    private static final String PURPOSE = "rows by partition";

    private final GroupByPlan plan;
    private final SharedEncoding coding;
    private final CpuSettings settings;
    private final QueryContext context;
    private final List<GroupStates> states = new ArrayList<>();
    private final List<RowBlock> blocks = new ArrayList<>();
    private final GroupEstimate estimate = new GroupEstimate();
    private double expectedGroups;

    RowMerge(GroupByPlan plan, SharedEncoding coding, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.coding = coding;
        this.settings = settings;
        this.context = context;
    }

    /// The result tables, to be closed by the caller. No thread adds rows any more.
    List<Table> merge(List<Worker> workers) {
        expectedGroups =
                workers.stream().mapToDouble(Worker::expectedGroups).max().orElse(0);
        try {
            try (var _ = context.phases().time(Phase.PARTITION)) {
                takeTables(workers);
                Workers.forEach(context, workers.size(), worker -> takeBlocks(workers.get(worker)));
            }
            context.decided(explain().decision("group by"));
            return mergePartitions();
        } finally {
            states.forEach(GroupStates::close);
        }
    }

    private Explanation explain() {
        long rows = rows(0, settings.rowPartitions());
        KeyEncoding last = coding.current();
        String how = "in hash tables of " + last.layout().words() * Long.SIZE + "-bit keys"
                + (last.hashedColumns().isEmpty() ? "" : ", texts as hashes");
        String why = "most rows made new groups in a table of " + settings.checkFromGroups() + "; ";
        return new Explanation(
                "rows put out by partition, then grouped " + how,
                why + rows + " rows in " + settings.rowPartitions() + " partitions",
                List.of("one large table: every row would miss the caches"));
    }

    /// Afterwards the coding has a place for all keys of tables and blocks, and blocks are packed by it.
    ///
    /// Ranges are of the keys that made them grow. A key may have come since that has a place in spare bits, which
    /// the next coding has elsewhere; so this goes on until no key has changed the coding.
    @SuppressWarnings("ReferenceEquality") // codings are replaced as a whole
    private void takeTables(List<Worker> workers) {
        KeyEncoding checked = coding.current();
        Workers.forEach(context, workers.size(), worker -> takeTables(workers.get(worker)));
        do {
            while (coding.current() != checked) {
                checked = coding.current();
                Workers.forEach(context, states.size(), state -> includeKeys(states.get(state)));
            }
            KeyEncoding target = checked;
            Workers.forEach(
                    context,
                    workers.size(),
                    worker -> workers.get(worker).partitioned().reencode(target, coding));
        } while (coding.current() != checked);
    }

    private void includeKeys(GroupStates plain) {
        List<Column> keys = plain.table().columns().subList(0, plan.keys().size());
        coding.include(keys, plain.groups(), context.pool());
    }

    private void takeTables(Worker worker) {
        for (GroupTable table : worker.tables()) {
            try (GroupStates coded = table.export()) {
                takeStates(coded);
            }
            table.clear();
        }
        worker.left().forEach(this::takeStates);
    }

    /// Groups by partition of their keys' hash, text being text.
    private void takeStates(GroupStates coded) {
        try (GroupStates plain = coded.plain(plan.keys().size(), context.pool())) {
            includeKeys(plain);
            GroupStates partitioned =
                    new Partitioner(plan.keys().size(), settings.rowPartitions(), context.pool()).partition(plain);
            synchronized (states) {
                states.add(partitioned);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // codings are replaced as a whole
    private void takeBlocks(Worker worker) {
        List<RowBlock> own = worker.partitioned().blocks();
        if (own.stream().anyMatch(block -> block.coding() != coding.current())) {
            throw new AssertionError("a key has no place in a coding that includes it");
        }
        synchronized (blocks) {
            blocks.addAll(own);
        }
    }

    private List<Table> mergePartitions() {
        long rows = rows(0, settings.rowPartitions());
        long wanted = Math.max(4L * context.threads(), rows / TASK_ROWS);
        int tasks = (int) Math.min(settings.rowPartitions(), Long.highestOneBit(2 * wanted - 1));
        int share = settings.rowPartitions() / tasks;
        long all = Math.max(1, input(0, settings.rowPartitions()));
        try (TableAppender results =
                new TableAppender(ResultOrder.unordered(plan), settings.appendFromRows(), context.pool())) {
            Workers.forEach(context, tasks, task -> {
                int from = task * share;
                int to = from + share;
                results.add(mergePartitions(from, to), input(from, to) / (double) all);
            });
            return results.take();
        }
    }

    /// Rows and groups that are to be merged, in partitions `from` to `to`.
    private long input(int from, int to) {
        long groups = states.stream()
                .mapToLong(state -> state.start(to) - (long) state.start(from))
                .sum();
        return groups + rows(from, to);
    }

    private Table mergePartitions(int from, int to) {
        try (GroupTable table = newTable()) {
            try (var _ = context.phases().time(Phase.MERGE)) {
                table.reserve(expectedGroups(from, to));
                for (GroupStates state : states) {
                    context.checkCancelled();
                    table.merge(state, state.start(from), state.start(to));
                }
            }
            addBlocks(table, from, to);
            estimate.found(table.groupCount());
            return finish(table);
        }
    }

    /// About how many groups some partitions have, and a few more.
    private int expectedGroups(int from, int to) {
        double share = 1.1 * expectedGroups * (to - from) / settings.rowPartitions();
        return estimate.ofTask(share, input(from, to));
    }

    /// Rows that were put out, in partitions `from` to `to`.
    private long rows(int from, int to) {
        return blocks.stream()
                .mapToLong(block -> block.starts()[to] - (long) block.starts()[from])
                .sum();
    }

    private GroupTable newTable() {
        boolean keepNulls = plan.options().nullKeys() == NullKeys.INCLUDE;
        WordGrouper grouper = new WordGrouper(coding.current(), plan.keyTypes(), keepNulls, settings, context.pool());
        return new GroupTable(plan, grouper, settings, context);
    }

    private void addBlocks(GroupTable table, int from, int to) {
        List<RowBlock> batch = new ArrayList<>();
        int rows = 0;
        for (RowBlock block : blocks) {
            int size = block.starts()[to] - block.starts()[from];
            if (rows > 0 && rows + size > BATCH_ROWS) {
                addBatch(table, batch, rows, from, to);
                batch.clear();
                rows = 0;
            }
            batch.add(block);
            rows += size;
        }
        if (rows > 0) {
            addBatch(table, batch, rows, from, to);
        }
    }

    private void addBatch(GroupTable table, List<RowBlock> batch, int rows, int from, int to) {
        context.checkCancelled();
        int stride = coding.current().layout().words();
        try (Buffer words = context.pool().allocate((long) rows * stride * Long.BYTES, PURPOSE);
                Table beside = beside(batch, from, to)) {
            long at = 0;
            for (RowBlock block : batch) {
                PackedKeys part = block.keys(block.starts()[from], block.starts()[to] - block.starts()[from]);
                long size = (long) part.count() * stride * Long.BYTES;
                MemorySegment.copy(part.segment(), part.start(), words.segment(), at, size);
                at += size;
            }
            int arguments = plan.arguments().size();
            List<Column> columns = beside.columns();
            List<VarColumn> hashed = columns.subList(arguments, columns.size()).stream()
                    .map(VarColumn.class::cast)
                    .toList();
            table.update(new PackedKeys(words.segment(), 0, stride, rows), hashed, columns.subList(0, arguments));
        }
    }

    private Table beside(List<RowBlock> batch, int from, int to) {
        List<Table> parts = new ArrayList<>();
        try {
            for (RowBlock block : batch) {
                int start = block.starts()[from];
                parts.add(block.beside().slice(start, block.starts()[to] - start));
            }
            return Concat.tables(batch.getFirst().beside().schema(), parts, context.pool());
        } finally {
            parts.forEach(Table::close);
        }
    }

    private Table finish(GroupTable table) {
        try (var _ = context.phases().time(Phase.FINALIZE);
                GroupStates state = table.results(Tasks.SEQUENTIAL)) {
            return new ResultBuilder(plan, settings, context.pool()).finish(state);
        }
    }
}
