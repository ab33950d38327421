package dev.sheaf.spill;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.order.SortedMerge;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Sorts more rows than memory holds.
///
/// ```
/// tables --#add--> waiting --when memory is short--> sorted --> a run in the store
///                                                                runs --#merged--> sorted tables, as they are pulled
/// ```
/// If memory never gets short, all rows are waiting and can be sorted there ([#takeWaiting]). The sort keys have to
/// tell all rows apart (a row number as the last key does): rows that agree in all keys come in any order.
///
/// A run is a partition of [StoredBatches]; a merge holds one batch of it in memory. When many runs are there,
/// some are merged into one first. Cost: each row is stored and read once for every [#FAN_IN] times as many runs.
/// Thread-safe.
public final class ExternalSort implements AutoCloseable {
    /// So many runs are merged at once: their batches take half of the rows' share of the memory.
    static final int FAN_IN = 32;

    private static final int CHUNKS_OF_A_SHARE = 2 * FAN_IN;

    /// Runs may stay in memory up to this part of what waiting rows may take.
    private static final int KEPT_PART = 4;

    /// What sorting takes for a row beside its bytes: two row numbers and two words.
    private static final int SORT_BYTES = 32;

    private static final int MAX_CHUNK_ROWS = 1 << 16;
    private static final int DEFAULT_PERCENT = 30;

    private final int[] keys;
    private final List<SortDirection> directions;
    private final QueryContext context;
    private final long grantBytes;
    private final StoredBatches store;
    private final List<Integer> runs = new ArrayList<>();
    private final List<Table> waiting = new ArrayList<>();
    private long waitingBytes;
    private int nextRun;
    private @Nullable SortedMerge merging;

    /// A sort of tables of `schema` by the columns `keys`, the first counting most.
    ///
    /// Rows may take 30 % of the memory that is free now before they are to leave, or what the settings
    /// `sort.spill.percent` or `sort.spill.bytes` say.
    public ExternalSort(Schema schema, int[] keys, List<SortDirection> directions, QueryContext context) {
        this.keys = keys.clone();
        this.directions = List.copyOf(directions);
        this.context = context;
        long free = context.pool().limitBytes() - context.pool().usedBytes();
        int percent = context.settings().getInt("sort.spill.percent", DEFAULT_PERCENT);
        long bytes = context.settings().getLong("sort.spill.bytes", 0);
        this.grantBytes = bytes > 0 ? bytes : (long) (free * (percent / 100.0));
        this.store = new StoredBatches(schema, grantBytes / KEPT_PART, context);
    }

    /// What a table counts for while it waits: its rows, and the room to sort them.
    public static long byteSize(Table table) {
        return byteSize(table.byteSize(), table.rowCount());
    }

    /// The same of rows that take so many bytes.
    public static long byteSize(long bytes, long rows) {
        return bytes + SORT_BYTES * rows;
    }

    /// What waiting tables may take before they have to leave memory.
    public long grantBytes() {
        return grantBytes;
    }

    /// Whether waiting tables of so many bytes in all have to leave memory.
    public boolean isShort(long waitingBytes) {
        return waitingBytes > grantBytes;
    }

    /// Whether there are runs.
    public synchronized boolean hasRuns() {
        return nextRun > 0;
    }

    /// Takes over a table.
    ///
    /// @throws java.io.UncheckedIOException if the disk is full or fails
    public void add(Table table) {
        add(List.of(table));
    }

    /// Takes over tables.
    ///
    /// @throws java.io.UncheckedIOException if the disk is full or fails
    public synchronized void add(List<Table> tables) {
        waiting.addAll(tables);
        waitingBytes += tables.stream().mapToLong(ExternalSort::byteSize).sum();
        if (isShort(waitingBytes)) {
            storeRun();
        }
    }

    /// The tables that are not in a run, from now on the caller's.
    public synchronized List<Table> takeWaiting() {
        List<Table> taken = List.copyOf(waiting);
        waiting.clear();
        waitingBytes = 0;
        return taken;
    }

    private void storeRun() {
        List<Table> tables = takeWaiting();
        if (tables.stream().allMatch(table -> table.rowCount() == 0)) {
            tables.forEach(Table::close);
            return;
        }
        try (Table sorted = sorted(tables)) {
            append(newRun(), sorted);
        }
        if (runs.size() >= 2 * FAN_IN) {
            mergeSome();
        }
    }

    private int newRun() {
        runs.add(nextRun);
        return nextRun++;
    }

    private void append(int run, Table sorted) {
        long chunkBytes = Math.max(1, grantBytes / CHUNKS_OF_A_SHARE);
        long fitting = (long) (chunkBytes * (sorted.rowCount() / (double) byteSize(sorted)));
        long chunkRows = Math.min(MAX_CHUNK_ROWS, Math.max(1, fitting));
        for (long row = 0; row < sorted.rowCount(); row += chunkRows) {
            try (Batch chunk = new Batch(sorted.slice(row, Math.min(chunkRows, sorted.rowCount() - row)), row)) {
                store.append(chunk, run);
            }
        }
    }

    /// The rows of all tables in order; closes the tables.
    private Table sorted(List<Table> tables) {
        try (var _ = context.phases().time(Phase.SORT);
                Table all = together(tables)) {
            List<Column> columns = IntStream.of(keys).mapToObj(all::column).toList();
            return Sorting.sort(all, columns, directions, context.pool());
        }
    }

    private Table together(List<Table> tables) {
        try {
            return Concat.tables(store.schema(), tables, context.pool());
        } finally {
            tables.forEach(Table::close);
        }
    }

    /// Merges the smallest runs into one.
    private void mergeSome() {
        runs.sort(Comparator.comparingLong(store::byteSize));
        List<Integer> smallest = runs.subList(0, FAN_IN);
        try (SortedMerge merge = merge(smallest)) {
            smallest.clear();
            int target = newRun();
            Table table;
            while ((table = merge.next()) != null) {
                try (Table rows = table) {
                    append(target, rows);
                }
            }
        }
    }

    private SortedMerge merge(List<Integer> parts) {
        List<Supplier<@Nullable Table>> sources = new ArrayList<>();
        parts.forEach(run -> sources.add(tables(run)));
        return new SortedMerge(store.schema(), keys, directions, sources, context.pool());
    }

    /// The tables of a run, which leave the store as they are read.
    private Supplier<@Nullable Table> tables(int run) {
        Iterator<StoredBatch> left = store.batches(run).iterator();
        return () -> left.hasNext() ? store.take(left.next()) : null;
    }

    /// The first columns of all rows, under the names of `result`, in order and as they are pulled. Closing the
    /// source closes this.
    public synchronized BatchSource merged(Schema result) {
        storeRun();
        context.decided(new Decision(
                "sort",
                "external: " + nextRun + " runs",
                "rows may take " + ByteSize.format(grantBytes) + " of the memory limit of "
                        + ByteSize.format(context.pool().limitBytes()),
                List.of("in memory: they take more")));
        while (runs.size() > FAN_IN) {
            mergeSome();
        }
        SortedMerge last = merge(runs);
        merging = last;
        return PulledTables.inOrder(result, () -> nextOf(last, result), this::close);
    }

    private synchronized @Nullable Table nextOf(SortedMerge merge, Schema result) {
        try (Table table = merge.next()) {
            if (table == null) {
                return null;
            }
            List<Column> columns = table.columns().subList(0, result.size());
            return new Table(result, columns.stream().map(Column::retain).toList(), table.rowCount());
        }
    }

    /// Removes all files.
    @Override
    public synchronized void close() {
        takeWaiting().forEach(Table::close);
        if (merging != null) {
            merging.close();
            merging = null;
        }
        runs.clear();
        store.close();
    }
}
