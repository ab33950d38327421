package dev.sheaf.spill;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rows on disk in the order of an [ExternalSort], read from the first to the last, a chunk at a time.
final class SortedRun implements AutoCloseable {
    private final SpillFile file;
    private final Schema schema;
    private final QueryContext context;
    private final List<SpillFile.Chunk> chunks = new ArrayList<>();
    private int next;
    private @Nullable Table chunk;
    private long from;

    /// An empty run, which takes over the file.
    SortedRun(SpillFile file, Schema schema, QueryContext context) {
        this.file = file;
        this.schema = schema;
        this.context = context;
    }

    /// Appends rows that follow those so far.
    void write(Table rows) {
        long before = file.byteSize();
        chunks.add(file.write(rows, context.pool()));
        context.spill().spilled(file.byteSize() - before);
    }

    long byteSize() {
        return file.byteSize();
    }

    /// Sees to it that there is a chunk with rows; false if there are no more.
    boolean load() {
        while (chunk == null || from == chunk.rowCount()) {
            closeChunk();
            if (next == chunks.size()) {
                return false;
            }
            context.checkCancelled();
            SpillFile.Chunk place = chunks.get(next++);
            chunk = file.read(place, schema, context.pool());
            context.spill().read(place.byteSize());
        }
        return true;
    }

    /// Whether more chunks follow the present one.
    boolean hasMore() {
        return next < chunks.size();
    }

    /// How many rows of the chunk are left.
    long rowCount() {
        return loaded().rowCount() - from;
    }

    /// The next rows of the chunk, to be closed by the caller.
    Table take(long rows) {
        Table taken = loaded().slice(from, rows);
        from += rows;
        return taken;
    }

    /// How the last row of this chunk compares with that of another run's.
    int compareLast(SortedRun other, int[] keys, List<SortDirection> directions) {
        return compare(loaded().rowCount() - 1, other, keys, directions);
    }

    /// How many of the rows left do not come behind the last row of another run's chunk.
    long rowsUpTo(SortedRun other, int[] keys, List<SortDirection> directions) {
        long low = from;
        long high = loaded().rowCount();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (compare(middle, other, keys, directions) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - from;
    }

    private int compare(long row, SortedRun other, int[] keys, List<SortDirection> directions) {
        long last = other.loaded().rowCount() - 1;
        for (int i = 0; i < keys.length; i++) {
            ColumnComparator order = ColumnComparator.between(
                    loaded().column(keys[i]), other.loaded().column(keys[i]), directions.get(i));
            int result = order.compare(row, last);
            if (result != 0) {
                return result;
            }
        }
        return 0;
    }

    private Table loaded() {
        return Objects.requireNonNull(chunk);
    }

    private void closeChunk() {
        if (chunk != null) {
            chunk.close();
            chunk = null;
        }
        from = 0;
    }

    @Override
    public void close() {
        closeChunk();
        file.close();
    }
}
