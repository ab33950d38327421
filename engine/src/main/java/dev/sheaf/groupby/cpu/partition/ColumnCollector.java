package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.hash.Recency;
import dev.sheaf.groupby.cpu.key.KeyHashes;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One thread's rows that are put out by partition before they are grouped, where keys cannot be packed into words
/// without a table: long text, lists, structs.
///
/// ```
/// keys ------> KeyHashes --partitions--> order --+
/// keys, arguments -------------------------------+--> ColumnBlock: a block of rows in order of partition
/// ```
/// Texts are copied as they lie in the block, once, while their bytes are still in the cache from being hashed.
/// A table of texts for all rows would miss the caches three times a row, and one that threads share has to be
/// locked.
public final class ColumnCollector implements AutoCloseable {
    /// Up to so many entries, dictionaries stay.
    private static final int KEPT_ENTRIES = 1024;

    private final GroupByPlan plan;
    private final MemoryPool pool;
    private final int blockRows;
    private final int partitionCount;
    private final Schema schema;
    private final boolean keepNulls;
    private final List<ColumnBlock> blocks = new ArrayList<>();
    private final List<Table> pending = new ArrayList<>();
    private final Recency recency = new Recency();
    private int[] partitions = new int[0];
    private int count;
    private long pendingRowBytes;

    public ColumnCollector(GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        this.plan = plan;
        this.pool = pool;
        this.blockRows = settings.blockRows();
        this.partitionCount = settings.rowPartitions();
        this.keepNulls = plan.options().nullKeys() == NullKeys.INCLUDE;
        this.schema = schema(plan);
    }

    private static Schema schema(GroupByPlan plan) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < plan.keys().size(); i++) {
            fields.add(new Field("key." + i, plan.keyTypes().get(i)));
        }
        for (int i = 0; i < plan.arguments().size(); i++) {
            fields.add(new Field("argument." + i, plan.arguments().get(i).type()));
        }
        return new Schema(fields);
    }

    /// What was put out so far.
    public List<ColumnBlock> blocks() {
        flush();
        return blocks;
    }

    public boolean hasRows() {
        return count > 0 || !blocks.isEmpty();
    }

    /// Whether so many of the last rows had a key of not long before that looking them up would pay.
    public boolean isRepetitive() {
        return recency.isRepetitive();
    }

    /// What putting the pending rows out will take.
    long pendingBytes() {
        return RowOrder.bytes(count, pendingRowBytes);
    }

    /// Takes the rows of a morsel.
    public void add(Morsel morsel) {
        int rows = (int) morsel.table().rowCount();
        List<Column> columns = new ArrayList<>();
        try {
            for (ColumnSource key : plan.keys()) {
                columns.add(keyColumn(key, morsel));
            }
            hash(columns, rows);
            for (ColumnSource argument : plan.arguments()) {
                columns.add(argument.column(morsel, pool));
            }
            Table taken = new Table(schema, columns, rows);
            pending.add(taken);
            pendingRowBytes += taken.byteSize();
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
        count += rows;
        if (count >= blockRows) {
            flush();
        }
    }

    /// Every partition would have to look up all of a large dictionary's entries that it has.
    private Column keyColumn(ColumnSource key, Morsel morsel) {
        Column column = key.column(morsel, pool);
        if (!(column instanceof DictionaryColumn codes) || codes.values().length() <= KEPT_ENTRIES) {
            return column;
        }
        try (column) {
            return Dictionaries.decode(column, pool);
        }
    }

    /// Finds the partitions of rows that come behind those that are pending.
    private void hash(List<Column> keys, int rows) {
        if (partitions.length < count + rows) {
            partitions = Arrays.copyOf(partitions, Math.max(count + rows, blockRows));
        }
        try (Buffer hashes = KeyHashes.of(keys, rows, pool)) {
            MemorySegment.copy(hashes.segment(), ValueLayout.JAVA_INT, 0, partitions, count, rows);
        }
        recency.look(partitions, count, rows);
        mask(partitions, count, rows, partitionCount - 1);
        for (Column key : keys) {
            if (!keepNulls && !key.validity().allValid()) {
                drop(key, rows);
            }
        }
    }

    private static void mask(int[] hashes, int from, int rows, int mask) {
        for (int i = from; i < from + rows; i++) {
            hashes[i] &= mask;
        }
    }

    private void drop(Column key, int rows) {
        for (int i = 0; i < rows; i++) {
            if (key.isNull(i)) {
                partitions[count + i] = -1;
            }
        }
    }

    private void flush() {
        if (count == 0) {
            return;
        }
        int[] starts = new int[partitionCount + 1];
        try (Closer closer = new Closer();
                Buffer order = RowOrder.of(partitions, count, starts, pool)) {
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < schema.size(); i++) {
                columns.add(closer.add(moved(i, starts, order.segment())));
            }
            closer.release();
            blocks.add(new ColumnBlock(
                    new Table(schema, columns, starts[partitionCount]),
                    plan.keys().size(),
                    starts));
        }
        pending.forEach(Table::close);
        pending.clear();
        pendingRowBytes = 0;
        count = 0;
    }

    /// A column of all pending rows in order of partition.
    private Column moved(int number, int[] starts, MemorySegment order) {
        int column = number;
        List<Column> parts = pending.stream().map(table -> table.column(column)).toList();
        DataType type = schema.field(number).type();
        Column texts = TextScatter.of(type, parts, partitions, starts, pool);
        if (texts != null) {
            return texts;
        }
        return RowOrder.moved(type, parts, order, starts[partitionCount], pool);
    }

    @Override
    public void close() {
        pending.forEach(Table::close);
        pending.clear();
        pendingRowBytes = 0;
        count = 0;
        blocks.forEach(ColumnBlock::close);
        blocks.clear();
    }
}
