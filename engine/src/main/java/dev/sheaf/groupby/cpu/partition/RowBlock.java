package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.key.KeyColumns;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.key.KeySource;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows that have not been grouped, in order of the partition of their key's hash: packed keys, and beside them the
/// arguments of the aggregates and the texts of which keys have hashes. Those of partition `p` are rows `starts[p]` to
/// `starts[p + 1]`.
public record RowBlock(KeyEncoding coding, Buffer words, Table beside, int[] starts) implements AutoCloseable {
    private static final String PURPOSE = "rows by partition";

    /// The columns beside the keys under a coding: arguments first.
    public static Schema schema(GroupByPlan plan, KeyEncoding coding) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < plan.arguments().size(); i++) {
            fields.add(new Field("argument." + i, plan.arguments().get(i).type()));
        }
        for (int column : coding.hashedColumns()) {
            fields.add(new Field("text." + column, plan.keyTypes().get(column).decoded()));
        }
        return new Schema(fields);
    }

    private int argumentCount() {
        return beside.columnCount() - coding.hashedColumns().size();
    }

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
                columns.add(keyColumn(i, from, keys, types.get(i), settings, pool));
            }
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private Column keyColumn(
            int column, int from, PackedKeys keys, DataType type, CpuSettings settings, MemoryPool pool) {
        int hashed = coding.hashedColumns().indexOf(column);
        if (hashed >= 0) {
            return beside.column(argumentCount() + hashed).slice(from, keys.count());
        }
        try (KeySource source =
                new KeySource(type, coding.texts().get(column), coding.streamsOf(column), settings, pool)) {
            return KeyColumns.of(source, coding.fieldsOf(column), keys, pool);
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
        try (Table part = beside.slice(start, count)) {
            table.update(keys, part.columns().subList(0, argumentCount()), count);
        } finally {
            keys.forEach(Column::close);
        }
    }

    /// The same rows under a coding, this block being taken over; null if it has no place for some key, and the
    /// block stays as it is.
    @SuppressWarnings("ReferenceEquality") // codings are replaced as a whole
    @Nullable
    public RowBlock recoded(KeyEncoding target, GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        if (target == coding) {
            return this;
        }
        int to = target.layout().words();
        try (Closer closer = new Closer()) {
            Buffer recoded = closer.add(pool.allocate((long) rows() * to * Long.BYTES, PURPOSE));
            if (!new KeyReencoder(coding, target, settings.chunkRows()).recode(keys(0, rows()), recoded.segment())) {
                return null;
            }
            Table moved = closer.add(besideUnder(target, plan, settings, pool));
            closer.release();
            close();
            return new RowBlock(target, recoded, moved, starts);
        }
    }

    /// The same columns, and texts that the other coding hashes and this one does not; to be closed by the caller.
    private Table besideUnder(KeyEncoding target, GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        try (Closer closer = new Closer()) {
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < argumentCount(); i++) {
                columns.add(closer.add(beside.column(i).retain()));
            }
            for (int column : target.hashedColumns()) {
                DataType type = plan.keyTypes().get(column);
                columns.add(closer.add(keyColumn(column, 0, keys(0, rows()), type, settings, pool)));
            }
            closer.release();
            return new Table(schema(plan, target), columns, rows());
        }
    }

    @Override
    public void close() {
        words.close();
        beside.close();
    }
}
