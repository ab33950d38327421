package dev.sheaf.spill;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Sorts more rows than memory holds.
///
/// ```
/// tables --#add--> waiting --when memory is short--> sorted --> a run on disk
///                                                                runs --#merged--> sorted tables, as they are pulled
/// ```
/// If memory never gets short, all rows are waiting and can be sorted there ([#takeWaiting]). The sort keys have to
/// tell all rows apart (a row number as the last key does): rows that agree in all keys come in any order.
///
/// Of each run one chunk is in memory. A merge takes the least of the last rows of all chunks, before which nothing
/// more can come, and sorts what lies up to it: runs are merged at the speed of sorting in memory. When many runs
/// are there, some are merged into one first, so that few files are open. Cost: each row is written and read
/// once for every [#FAN_IN] times as many runs. Thread-safe.
public final class ExternalSort implements AutoCloseable {
    /// So many runs are merged at once: their chunks take half of the rows' share of the memory.
    static final int FAN_IN = 32;

    private static final int CHUNKS_OF_A_SHARE = 2 * FAN_IN;

    /// What sorting takes for a row beside its bytes: two row numbers and two prefixes.
    private static final int SORT_BYTES = 32;

    private static final int MAX_CHUNK_ROWS = 1 << 16;
    private static final int DEFAULT_PERCENT = 30;

    private final Schema schema;
    private final int[] keys;
    private final List<SortDirection> directions;
    private final QueryContext context;
    private final long grantBytes;
    private final List<SortedRun> runs = new ArrayList<>();
    private final List<Table> waiting = new ArrayList<>();
    private long waitingBytes;
    private @Nullable SpillFolder folder;
    private int runsWritten;

    /// A sort of tables of `schema` by the columns `keys`, the first counting most.
    ///
    /// Rows may take 30 % of the memory that is free now before they are to go to disk, or what the settings
    /// `sort.spill.percent` or `sort.spill.bytes` say.
    public ExternalSort(Schema schema, int[] keys, List<SortDirection> directions, QueryContext context) {
        this.schema = decoded(schema);
        this.keys = keys.clone();
        this.directions = List.copyOf(directions);
        this.context = context;
        long free = context.pool().limitBytes() - context.pool().usedBytes();
        int percent = context.settings().getInt("sort.spill.percent", DEFAULT_PERCENT);
        long bytes = context.settings().getLong("sort.spill.bytes", 0);
        this.grantBytes = bytes > 0 ? bytes : (long) (free * (percent / 100.0));
    }

    /// Dictionaries lie on disk as their values.
    private static Schema decoded(Schema schema) {
        return new Schema(schema.fields().stream()
                .map(field -> new Field(field.name(), field.type().decoded(), field.nullable()))
                .toList());
    }

    /// What a table counts for while it waits: its rows, and the room to sort them.
    public static long byteSize(Table table) {
        return TableBytes.of(table) + SORT_BYTES * table.rowCount();
    }

    /// Whether waiting tables of so many bytes in all have to leave memory.
    public boolean isShort(long waitingBytes) {
        return waitingBytes > grantBytes;
    }

    /// Whether anything has left memory.
    public synchronized boolean hasRuns() {
        return runsWritten > 0;
    }

    /// Takes over a table.
    ///
    /// @throws java.io.UncheckedIOException if the disk is full or fails
    public synchronized void add(Table table) {
        waiting.add(table);
        waitingBytes += byteSize(table);
        if (isShort(waitingBytes)) {
            writeRun();
        }
    }

    /// The tables that have not left memory, from now on the caller's.
    public synchronized List<Table> takeWaiting() {
        List<Table> taken = List.copyOf(waiting);
        waiting.clear();
        waitingBytes = 0;
        return taken;
    }

    private void writeRun() {
        List<Table> tables = takeWaiting();
        if (tables.stream().allMatch(table -> table.rowCount() == 0)) {
            tables.forEach(Table::close);
            return;
        }
        try (Table sorted = sorted(tables)) {
            write(newRun(), sorted);
            runsWritten++;
        }
        if (runs.size() >= 2 * FAN_IN) {
            mergeSome();
        }
    }

    private void write(SortedRun run, Table sorted) {
        long chunkBytes = Math.max(1, grantBytes / CHUNKS_OF_A_SHARE);
        long fitting = (long) (chunkBytes * (sorted.rowCount() / (double) byteSize(sorted)));
        long chunkRows = Math.min(MAX_CHUNK_ROWS, Math.max(1, fitting));
        try (var _ = context.phases().time(Phase.SPILL)) {
            for (long row = 0; row < sorted.rowCount(); row += chunkRows) {
                try (Table chunk = sorted.slice(row, Math.min(chunkRows, sorted.rowCount() - row))) {
                    run.write(chunk);
                }
            }
        }
    }

    private SortedRun newRun() {
        SpillFolder home = folder == null ? folder = SpillFolder.create(context.spillFolder()) : folder;
        SortedRun run = new SortedRun(home.newFile(), schema, context);
        runs.add(run);
        return run;
    }

    /// The rows of all tables in order; closes the tables.
    private Table sorted(List<Table> tables) {
        try (var _ = context.phases().time(Phase.SORT);
                Table all = together(tables)) {
            List<Column> columns = IntStream.of(keys).mapToObj(all::column).toList();
            try (Buffer order = Sorting.argsort(columns, directions, all.rowCount(), context.pool())) {
                return Take.rows(all, order.segment(), all.rowCount(), context.pool());
            }
        }
    }

    private Table together(List<Table> tables) {
        try {
            return Concat.tables(schema, tables, context.pool());
        } finally {
            tables.forEach(Table::close);
        }
    }

    /// Merges the smallest runs into one.
    private void mergeSome() {
        runs.sort(Comparator.comparingLong(SortedRun::byteSize));
        List<SortedRun> merged = new ArrayList<>(runs.subList(0, FAN_IN));
        SortedRun target = newRun();
        Table table;
        while ((table = next(merged)) != null) {
            try (Table rows = table) {
                write(target, rows);
            }
        }
    }

    /// The next rows of some runs in order, to be closed by the caller; null if there are no more. Runs that
    /// end are removed.
    private @Nullable Table next(List<SortedRun> merged) {
        merged.removeIf(this::isAtItsEnd);
        if (merged.isEmpty()) {
            return null;
        }
        SortedRun first = endsFirst(merged);
        List<Table> parts = new ArrayList<>();
        // Counted before any is taken: the row that bounds them is in a chunk of theirs.
        long[] counts = merged.stream()
                .mapToLong(run -> first == null ? run.rowCount() : run.rowsUpTo(first, keys, directions))
                .toArray();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                parts.add(merged.get(i).take(counts[i]));
            }
        }
        return parts.size() == 1 ? parts.getFirst() : sorted(parts);
    }

    private boolean isAtItsEnd(SortedRun run) {
        boolean ended;
        try (var _ = context.phases().time(Phase.SPILL)) {
            ended = !run.load();
        }
        if (ended) {
            runs.remove(run);
            run.close();
        }
        return ended;
    }

    /// Of the runs of which more than the present chunk is left, the one whose chunk ends first; null if there is
    /// none.
    private @Nullable SortedRun endsFirst(List<SortedRun> merged) {
        SortedRun first = null;
        for (SortedRun run : merged) {
            if (run.hasMore() && (first == null || run.compareLast(first, keys, directions) < 0)) {
                first = run;
            }
        }
        return first;
    }

    /// The first columns of all rows, under the names of `result`, in order and as they are pulled. Closing the
    /// source closes this.
    public synchronized BatchSource merged(Schema result) {
        writeRun();
        context.decided(new Decision(
                "sort",
                "external: " + runsWritten + " runs on disk",
                "rows may take " + ByteSize.format(grantBytes) + " of the memory limit of "
                        + ByteSize.format(context.pool().limitBytes()),
                List.of("in memory: they take more")));
        while (runs.size() > FAN_IN) {
            mergeSome();
        }
        List<SortedRun> last = new ArrayList<>(runs);
        return new MergedRuns(this, result, () -> nextOf(last));
    }

    private synchronized @Nullable Table nextOf(List<SortedRun> merged) {
        return next(merged);
    }

    /// Removes all files.
    @Override
    public synchronized void close() {
        takeWaiting().forEach(Table::close);
        runs.forEach(SortedRun::close);
        runs.clear();
        if (folder != null) {
            folder.close();
            folder = null;
        }
    }
}
