package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Collects strings and binary values. Offsets are kept as int64 until the end shows that int32 holds them.
final class TextWriter implements ColumnWriter {
    private static final String PURPOSE = "expression";

    private final DataType type;
    private final long rows;
    private final MemoryPool pool;
    private final Buffer ends;
    private final Buffer validity;
    private Buffer bytes;
    private final LongBuffer valid;
    private long size;
    private boolean finished;

    TextWriter(DataType type, long rows, MemoryPool pool) {
        this.type = type;
        this.rows = rows;
        this.pool = pool;
        Buffer[] buffers = Allocation.all(pool, (rows + 1) * Long.BYTES, Validity.byteSize(rows), 0);
        this.ends = buffers[0];
        this.validity = buffers[1];
        this.bytes = buffers[2];
        this.valid = Views.longs(validity.segment());
        ends.segment().set(ValueLayout.JAVA_LONG, 0, 0);
    }

    @Override
    public void accept(Chunk chunk, Vector vector) {
        Vector.Texts texts = (Vector.Texts) vector;
        long total = totalSize(texts, chunk.rows());
        chunk.checkBytes(total);
        ColumnWriter.store(texts.valid(), chunk, valid);
        reserve(total);
        ByteBuffer target = Views.bytes(bytes.segment(), size, total + ByteRuns.READABLE_PADDING);
        if (isPacked(texts, chunk.rows())) {
            target.put(0, texts.bytes(), texts.starts()[0], (int) total);
        } else {
            copyEach(texts, chunk.rows(), target);
        }
        putEnds(texts, chunk.rows(), size, Views.longs(ends.segment(), chunk.start() + 1, chunk.rows()));
        size += total;
    }

    /// Whether all rows are valid and lie one after another.
    private static boolean isPacked(Vector.Texts texts, int rows) {
        int[] starts = texts.starts();
        int[] sizes = texts.sizes();
        long gaps = 0;
        for (int row = 0; row < rows; row++) {
            gaps |= ~texts.valid()[row >>> 6] >>> row & 1;
        }
        for (int row = 1; row < rows; row++) {
            gaps |= starts[row - 1] + sizes[row - 1] ^ starts[row];
        }
        return gaps == 0;
    }

    private static void copyEach(Vector.Texts texts, int rows, ByteBuffer target) {
        ByteBuffer source = texts.bytes();
        int limit = target.limit();
        int end = 0;
        for (int row = 0; row < rows; row++) {
            if (Bitmaps.isSet(texts.valid(), row)) {
                int count = texts.sizes()[row];
                ByteRuns.copy(source, texts.starts()[row], count, target, end, limit);
                end += count;
            }
        }
    }

    private static void putEnds(Vector.Texts texts, int rows, long start, LongBuffer ends) {
        long end = start;
        for (int row = 0; row < rows; row++) {
            end += Bitmaps.isSet(texts.valid(), row) ? texts.sizes()[row] : 0;
            ends.put(row, end);
        }
    }

    private static long totalSize(Vector.Texts texts, int rows) {
        long total = 0;
        for (int row = 0; row < rows; row++) {
            total += Bitmaps.isSet(texts.valid(), row) ? texts.sizes()[row] : 0;
        }
        return total;
    }

    private void reserve(long count) {
        long needed = size + count + ByteRuns.READABLE_PADDING;
        if (needed > bytes.byteSize()) {
            grow(needed);
        }
    }

    private void grow(long needed) {
        Buffer larger = pool.allocate(Math.max(2 * bytes.byteSize(), needed), PURPOSE);
        MemorySegment.copy(bytes.segment(), 0, larger.segment(), 0, size);
        bytes.close();
        bytes = larger;
    }

    @Override
    public Column finish() {
        Offsets offsets = size <= Integer.MAX_VALUE ? narrowed() : new Offsets(ends.retain(), true, rows);
        finished = true;
        ends.close();
        return new VarColumn(type, offsets, bytes, Validity.of(validity, rows));
    }

    private Offsets narrowed() {
        Buffer narrow = pool.allocate((rows + 1) * Integer.BYTES, PURPOSE);
        for (long row = 0; row <= rows; row += Chunk.ROWS) {
            int count = (int) Math.min(Chunk.ROWS, rows + 1 - row);
            narrow(Views.longs(ends.segment(), row, count), Views.ints(narrow.segment(), row, count), count);
        }
        return new Offsets(narrow, false, rows);
    }

    private static void narrow(LongBuffer from, IntBuffer to, int count) {
        for (int i = 0; i < count; i++) {
            to.put(i, (int) from.get(i));
        }
    }

    @Override
    public void close() {
        if (!finished) {
            ends.close();
            validity.close();
            bytes.close();
        }
    }
}
