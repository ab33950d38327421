package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.key.KeyColumns;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.key.KeySource;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows that have not been grouped, in order of the partition of their key's hash: packed keys, and the arguments
/// of the aggregates. Those of partition `p` are rows `starts[p]` to `starts[p + 1]`.
public record RowBlock(KeyEncoding coding, Buffer words, Table arguments, int[] starts) implements AutoCloseable {
    private static final String PURPOSE = "rows by partition";

    int rows() {
        return starts[starts.length - 1];
    }

    /// Rows `from` to `from + count` as packed keys.
    public PackedKeys keys(int from, int count) {
        int stride = coding.layout().words();
        return new PackedKeys(words.segment(), (long) from * stride * Long.BYTES, stride, count);
    }

    /// The key columns of some rows, to be closed by the caller.
    public List<Column> keyColumns(int from, int count, List<DataType> types, CpuSettings settings, MemoryPool pool) {
        PackedKeys keys = keys(from, count);
        List<Column> columns = new ArrayList<>();
        try {
            for (int i = 0; i < types.size(); i++) {
                try (KeySource source =
                        new KeySource(types.get(i), coding.texts().get(i), coding.lanesOf(i), settings, pool)) {
                    columns.add(KeyColumns.of(source, coding.fieldsOf(i), keys, pool));
                }
            }
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// Adds the rows of some partitions to a table that packs keys in a way of its own.
    public void addTo(
            GroupTable table, int from, int to, List<DataType> types, CpuSettings settings, QueryContext context) {
        context.checkCancelled();
        int start = starts[from];
        int count = starts[to] - start;
        if (count == 0) {
            return;
        }
        List<Column> keys = keyColumns(start, count, types, settings, context.pool());
        try (Table part = arguments.slice(start, count)) {
            table.update(keys, part.columns(), count);
        } finally {
            keys.forEach(Column::close);
        }
    }

    /// The same rows under a coding, this block being taken over; null if it has no place for some key, and the
    /// block stays as it is.
    @SuppressWarnings("ReferenceEquality") // codings are replaced as a whole
    @Nullable
    public RowBlock recoded(KeyEncoding target, CpuSettings settings, MemoryPool pool) {
        if (target == coding) {
            return this;
        }
        int to = target.layout().words();
        try (Closer closer = new Closer()) {
            Buffer recoded = closer.add(pool.allocate((long) rows() * to * Long.BYTES, PURPOSE));
            if (!new KeyReencoder(coding, target, settings.chunkRows()).recode(keys(0, rows()), recoded.segment())) {
                return null;
            }
            closer.release();
            words.close();
            return new RowBlock(target, recoded, arguments, starts);
        }
    }

    @Override
    public void close() {
        words.close();
        arguments.close();
    }
}
