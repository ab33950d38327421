package dev.sheaf.groupby.cuda.stride;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.transfer.ColumnSink;
import dev.sheaf.groupby.cuda.transfer.RowParts;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.TextSink;
import dev.sheaf.groupby.cuda.transfer.UploadBuffer;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The inputs of a plan on the device, to which batches are appended.
final class InputSinks implements AutoCloseable {
    /// Bits of rows are sent by words.
    static final int LEAST_ROWS = Long.SIZE;

    private final List<GeneralPlan.Input> inputs;
    private final boolean decodes;
    private final Staging staging;
    private final MemoryPool pool;
    private final long capacityRows;
    private final List<ColumnSink> sinks = new ArrayList<>();
    private final @Nullable UploadBuffer ordinals;
    private long rows;

    /// @param decodes whether texts that come with a dictionary go up without it
    /// @param capacityRows how many rows to make room for at first
    InputSinks(
            List<GeneralPlan.Input> inputs,
            boolean needsOrdinals,
            boolean decodes,
            Staging staging,
            MemoryPool pool,
            long capacityRows) {
        this.inputs = inputs;
        this.decodes = decodes;
        this.staging = staging;
        this.pool = pool;
        this.capacityRows = capacityRows;
        this.ordinals = needsOrdinals ? new UploadBuffer(staging, capacityRows * Long.BYTES, "ordinals") : null;
    }

    /// The columns that were sent, to be closed once they are done with, or null if the texts of a column would be
    /// more than 2 GiB; then nothing was appended, and fewer rows may fit. The rows before are a multiple of 64.
    ///
    /// @throws IllegalArgumentException if 64 rows are too many by themselves
    @Nullable
    List<Column> append(List<Batch> batches) {
        List<Column> open = new ArrayList<>();
        try {
            List<RowParts> parts = new ArrayList<>();
            for (int i = 0; i < inputs.size(); i++) {
                parts.add(parts(i, batches, open));
            }
            boolean canWait = rows > 0 || rowCount(batches) > LEAST_ROWS;
            if (canWait && !hasRoom(parts)) {
                open.forEach(Column::close);
                return null;
            }
            append(parts, batches);
            return open;
        } catch (RuntimeException | Error failure) {
            staging.abandon();
            open.forEach(Column::close);
            throw failure;
        }
    }

    private RowParts parts(int input, List<Batch> batches, List<Column> open) {
        List<Column> columns = new ArrayList<>();
        for (Batch batch : batches) {
            Column part = part(inputs.get(input), batch);
            open.add(part);
            columns.add(part);
        }
        if (sinks.size() == input) {
            sinks.add(ColumnSink.like(columns.getFirst(), staging, capacityRows));
        }
        if (sinks.get(input) instanceof TextSink) {
            columns.replaceAll(part -> part instanceof DictionaryColumn ? decoded(part, open) : part);
        }
        return new RowParts(columns);
    }

    private Column decoded(Column part, List<Column> open) {
        Column plain = Dictionaries.decode(part, pool);
        open.add(plain);
        return plain;
    }

    private Column part(GeneralPlan.Input input, Batch batch) {
        return switch (input) {
            case GeneralPlan.Input.Plain(int column, var type) -> {
                Column plain = batch.table().column(column);
                yield type.layout() == Layout.VARIABLE && !decodes ? plain.retain() : Dictionaries.decode(plain, pool);
            }
            case GeneralPlan.Input.Computed(var evaluator) -> evaluator.evaluate(batch.table(), pool);
        };
    }

    private boolean hasRoom(List<RowParts> parts) {
        for (int i = 0; i < sinks.size(); i++) {
            if (!sinks.get(i).hasRoom(parts.get(i))) {
                return false;
            }
        }
        return true;
    }

    private void append(List<RowParts> parts, List<Batch> batches) {
        for (int i = 0; i < sinks.size(); i++) {
            sinks.get(i).append(parts.get(i));
        }
        long more = rowCount(batches);
        if (ordinals != null) {
            Buffer target = ordinals.reserve(rows * Long.BYTES, (rows + more) * Long.BYTES);
            long[] ends = ends(batches);
            staging.fill(
                    target,
                    rows * Long.BYTES,
                    more * Long.BYTES,
                    (slab, from, bytes) -> fillOrdinals(batches, ends, slab, from / Long.BYTES, bytes / Long.BYTES));
        }
        rows += more;
    }

    private static long rowCount(List<Batch> batches) {
        return batches.stream().mapToLong(Batch::rowCount).sum();
    }

    private static long[] ends(List<Batch> batches) {
        long[] ends = new long[batches.size()];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += batches.get(i).rowCount();
            ends[i] = end;
        }
        return ends;
    }

    private static void fillOrdinals(List<Batch> batches, long[] ends, MemorySegment slab, long first, long count) {
        int batch = 0;
        while (ends[batch] <= first) {
            batch++;
        }
        for (long i = 0; i < count; i++) {
            long row = first + i;
            while (row >= ends[batch]) {
                batch++;
            }
            Batch source = batches.get(batch);
            slab.setAtIndex(JAVA_LONG, i, source.firstRow() + row - (ends[batch] - source.rowCount()));
        }
    }

    /// How many rows were appended.
    long rows() {
        return rows;
    }

    /// The columns of all rows, to be closed by the caller. Nothing may be appended any more.
    List<DeviceColumn> finish() {
        for (int missing = sinks.size(); missing < inputs.size(); missing++) {
            sinks.add(ColumnSink.of(inputs.get(missing).type(), staging, 0));
        }
        List<DeviceColumn> columns = new ArrayList<>();
        try {
            sinks.forEach(sink -> columns.add(sink.finish()));
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(DeviceColumn::close);
            throw failure;
        }
    }

    /// The ordinals of the rows, int64, if they were asked for; to be closed by the caller.
    @Nullable
    Buffer ordinals() {
        return ordinals == null ? null : ordinals.first(rows * Long.BYTES);
    }

    @Override
    public void close() {
        sinks.forEach(ColumnSink::close);
        if (ordinals != null) {
            ordinals.close();
        }
    }
}
