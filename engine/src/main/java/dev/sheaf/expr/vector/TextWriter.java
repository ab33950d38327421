package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Collects strings and binary values. Offsets are kept as int64 until the end shows that int32 holds them.
final class TextWriter implements ColumnWriter {
    private static final String PURPOSE = "expression";

    private final DataType type;
    private final long rows;
    private final MemoryPool pool;
    private final Buffer ends;
    private final Buffer validity;
    private Buffer bytes;
    private MemorySegment target;
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
        ends.segment().set(ValueLayout.JAVA_LONG, 0, 0);
        this.target = bytes.segment();
    }

    @Override
    public void accept(Chunk chunk, Vector vector) {
        Vector.Texts texts = (Vector.Texts) vector;
        ColumnWriter.store(texts.valid(), chunk, validity.segment());
        reserve(totalSize(texts, chunk.rows()));
        if (isPacked(texts, chunk.rows())) {
            appendAll(texts, chunk);
        } else {
            appendEach(texts, chunk);
        }
    }

    /// Whether all rows are valid and lie one after another.
    private static boolean isPacked(Vector.Texts texts, int rows) {
        long gaps = 0;
        for (int row = 0; row < rows; row++) {
            gaps |= ~texts.valid()[row >>> 6] >>> row & 1;
        }
        for (int row = 1; row < rows; row++) {
            gaps |= texts.starts()[row - 1] + texts.sizes()[row - 1] - texts.starts()[row];
        }
        return gaps == 0;
    }

    private void appendAll(Vector.Texts texts, Chunk chunk) {
        MemorySegment offsets = ends.segment();
        long from = texts.starts()[0];
        long end = size;
        for (int row = 0; row < chunk.rows(); row++) {
            end += texts.sizes()[row];
            offsets.set(ValueLayout.JAVA_LONG, (chunk.start() + row + 1) * Long.BYTES, end);
        }
        MemorySegment.copy(texts.bytes(), from, target, size, end - size);
        size = end;
    }

    private void appendEach(Vector.Texts texts, Chunk chunk) {
        MemorySegment offsets = ends.segment();
        long end = size;
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(texts.valid(), row)) {
                int count = texts.sizes()[row];
                ByteRuns.copy(texts.bytes(), texts.starts()[row], count, target, end, target.byteSize());
                end += count;
            }
            offsets.set(ValueLayout.JAVA_LONG, (chunk.start() + row + 1) * Long.BYTES, end);
        }
        size = end;
    }

    private static long totalSize(Vector.Texts texts, int rows) {
        long total = 0;
        for (int row = 0; row < rows; row++) {
            total += Bitmaps.isSet(texts.valid(), row) ? texts.sizes()[row] : 0;
        }
        return total;
    }

    private void reserve(long count) {
        long needed = size + count + Long.BYTES;
        if (needed > bytes.byteSize()) {
            Buffer larger = pool.allocate(Math.max(2 * bytes.byteSize(), needed), PURPOSE);
            MemorySegment.copy(target, 0, larger.segment(), 0, size);
            bytes.close();
            bytes = larger;
            target = larger.segment();
        }
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
        MemorySegment from = ends.segment();
        MemorySegment to = narrow.segment();
        for (long row = 0; row <= rows; row++) {
            to.setAtIndex(ValueLayout.JAVA_INT, row, (int) from.getAtIndex(ValueLayout.JAVA_LONG, row));
        }
        return new Offsets(narrow, false, rows);
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
