package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.FileReads;
import dev.sheaf.io.parquet.decode.PageStream;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.io.parquet.meta.RowGroupTask;
import dev.sheaf.io.parquet.meta.SchemaNode;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One row group being read: batch after batch, each column from its own pages.
///
/// ```
///   EarlyFilter  ->  steps of the condition  ->  BatchSteps: columns of a step  ->  rows left  ->  columns of the next
/// ```
/// One thread reads a batch at a time; others may help it with [#help].
final class RowGroupCursor implements AutoCloseable {
    /// Bytes of file windows that one row group may hold, shared between its columns.
    private static final long WINDOWS_BYTES = 16 << 20;

    /// A page of 1 MiB, as writers make them, with its header and what it has too much.
    private static final long MAX_WINDOW_BYTES = 5 << 18;

    private static final long MIN_WINDOW_BYTES = 1 << 16;

    private final RowGroupTask task;
    private final Schema schema;
    private final @Nullable FileChannel channel;
    private final List<ColumnReader> readers = new ArrayList<>();
    private final long rowCount;
    private final int batchRows;
    private final boolean trusts;
    private final @Nullable EarlyFilter filter;
    private final WantedRows wanted;
    private long nextRow;
    private long batchRow;
    private boolean isTested;
    private volatile BatchSteps batch;

    RowGroupCursor(
            RowGroupTask task,
            Schema schema,
            @Nullable RowCondition condition,
            int batchRows,
            boolean trusts,
            MemoryPool pool) {
        this.task = task;
        this.schema = schema;
        this.filter = condition == null ? null : condition.steps();
        this.batchRows = batchRows;
        this.trusts = trusts;
        this.rowCount = task.rowCount();
        this.batch = new BatchSteps(List.of(), List.of(), RowChoice.all(0), pool);
        this.channel = schema.size() == 0 ? null : task.file().openAgain();
        FileChannel open = channel;
        if (open == null) {
            this.wanted = WantedRows.all(rowCount);
            return;
        }
        try {
            WantedRows told =
                    condition == null ? WantedRows.all(rowCount) : WantedRows.of(condition.pruning(), task, open);
            for (String name : schema.names()) {
                readers.add(reader(task.file().column(name), open, !told.isAll(), pool));
            }
            boolean isNone = filter != null && !told.isNone() && filter.leavesNone(readers, rowCount, pool);
            this.wanted = isNone ? WantedRows.none(rowCount) : told;
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private ColumnReader reader(SchemaNode node, FileChannel open, boolean locates, MemoryPool pool) {
        FilePosition place = task.place().in("column \"" + node.name() + "\"");
        if (node instanceof SchemaNode.ValueNode && node.type() instanceof DataType.NullType) {
            return new NullReader();
        }
        if (node instanceof SchemaNode.ValueNode(var _, int _, Leaf leaf)) {
            long values = task.file().chunk(task.rowGroup(), leaf).getNum_values();
            if (values != rowCount) {
                throw place.corrupt("the chunk has " + values + " values, the row group " + rowCount + " rows");
            }
            PageStream pages = pages(open, leaf, node.type(), place, pool);
            if (locates) {
                pages.locate();
            }
            return new FlatReader(pages, leaf, node.type(), place, trusts);
        }
        List<LeafReader> leaves = new ArrayList<>();
        try {
            leafReaders(open, node, 0, leaves, place, pool);
        } catch (RuntimeException | Error failure) {
            leaves.forEach(LeafReader::close);
            throw failure;
        }
        return new NestedReader(node, leaves, place);
    }

    private void leafReaders(
            FileChannel open,
            SchemaNode node,
            int elementDefinition,
            List<LeafReader> leaves,
            FilePosition place,
            MemoryPool pool) {
        switch (node) {
            case SchemaNode.ValueNode(var field, int _, Leaf leaf) -> {
                DataType type = field.type() instanceof DataType.NullType ? physicalType(leaf) : field.type();
                PageStream pages = pages(open, leaf, type, place, pool);
                leaves.add(new LeafReader(pages, leaf, type, elementDefinition, place, trusts));
            }
            case SchemaNode.ListNode list ->
                leafReaders(open, list.element(), list.elementDefinition(), leaves, place, pool);
            case SchemaNode.StructNode struct -> {
                for (SchemaNode child : struct.children()) {
                    leafReaders(open, child, elementDefinition, leaves, place, pool);
                }
            }
            case SchemaNode.UnsupportedNode unsupported -> throw place.unsupported(unsupported.reason());
        }
    }

    /// A type to read the values of a column of nulls as, whose levels are needed all the same.
    private static DataType physicalType(Leaf leaf) {
        return switch (leaf.physical()) {
            case BOOLEAN -> DataType.BOOL;
            case INT32 -> DataType.INT32;
            case INT64 -> DataType.INT64;
            case INT96 -> DataType.TIMESTAMP;
            case FLOAT -> DataType.FLOAT32;
            case DOUBLE -> DataType.FLOAT64;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> DataType.BINARY;
        };
    }

    private PageStream pages(FileChannel open, Leaf leaf, DataType type, FilePosition place, MemoryPool pool) {
        long window = Math.clamp(WINDOWS_BYTES / Math.max(1, schema.size()), MIN_WINDOW_BYTES, MAX_WINDOW_BYTES);
        return new PageStream(task.file(), open, task.rowGroup(), leaf, type, window, place, pool);
    }

    boolean isFinished() {
        return nextRow >= rowCount;
    }

    /// Offers the next batch, of which there must be one, to [#finishBatch] and [#help]; of a batch whose
    /// rows are to be chosen, at first the columns that tell which.
    void startBatch(MemoryPool pool) {
        batchRow = nextRow;
        RowChoice choice = wanted.choice(nextRow, (int) Math.min(batchRows, rowCount - nextRow));
        List<ConditionStep> steps = filter == null || choice.count() == 0 ? List.of() : filter.nextSteps();
        batch = new BatchSteps(readers, steps, choice, pool);
        isTested = !steps.isEmpty();
    }

    /// Whether [#chooseRows] comes before [#finishBatch].
    boolean isChoosing() {
        return batch.isTesting();
    }

    /// Decodes the columns that tell which rows are wanted, and offers those rows of the next columns.
    void chooseRows(MemoryPool pool) {
        batch.test(pool);
    }

    /// The first row, over all files, of the batch that was started last.
    long batchRow() {
        return task.firstRow() + batchRow;
    }

    /// The first row, over all files, of the batch to start next, while none is being read.
    long nextRow() {
        return task.firstRow() + nextRow;
    }

    /// Decodes what others have not, and returns the batch.
    Batch finishBatch() {
        RowChoice choice = batch.choice();
        if (isTested && choice.isAll()) {
            Objects.requireNonNull(filter).wasInVain();
        }
        Batch read = new Batch(table(batch.finish(), choice.count()), task.firstRow() + nextRow);
        nextRow += choice.rows();
        return read;
    }

    private Table table(List<Column> columns, int rows) {
        try {
            return new Table(schema, columns, rows);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// Whether columns of the batch are left for others to decode.
    boolean wantsHelp() {
        return batch.work().hasUntaken();
    }

    /// Decodes a column of the batch that another thread is reading, if one is left.
    void help() {
        batch.work().decodeOne();
    }

    @Override
    public void close() {
        batch.close();
        readers.forEach(ColumnReader::close);
        if (channel != null) {
            FileReads.close(channel, task.file().path());
        }
    }
}
