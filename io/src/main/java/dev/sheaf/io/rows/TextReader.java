package dev.sheaf.io.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads texts as they are; quotes that are doubled in escaped fields become single. Not thread-safe: it keeps the
/// bytes of a chunk.
final class TextReader extends FieldReader {
    private final byte quote;
    private byte[] texts = new byte[0];

    TextReader(int quote, Set<String> nullTexts) {
        super(DataType.STRING, nullTexts);
        this.quote = (byte) quote;
    }

    @Override
    public boolean accepts(byte[] bytes, int from, int to) {
        return true;
    }

    @Override
    public Column read(Chunk chunk, Fields fields, int column, MemoryPool pool, Misfits misfits) {
        int rows = fields.rowCount();
        if (texts.length < chunk.size()) {
            texts = new byte[chunk.size()];
        }
        List<Buffer> open = new ArrayList<>();
        try {
            Buffer offsets = pool.allocate((rows + 1L) * Integer.BYTES, "column of a text file");
            open.add(offsets);
            ColumnBits valid = new ColumnBits(rows, pool, "validity of a text file");
            open.add(valid.buffer());
            int size = gather(chunk, fields, column, Views.ints(offsets.segment()), valid);
            Buffer bytes = pool.allocate(size, "column of a text file");
            open.add(bytes);
            MemorySegment.copy(texts, 0, bytes.segment(), ValueLayout.JAVA_BYTE, 0, size);
            return new VarColumn(type(), new Offsets(offsets, false, rows), bytes, valid.finishValidity());
        } catch (RuntimeException | Error failure) {
            open.forEach(Buffer::close);
            throw failure;
        }
    }

    /// Puts the texts of all rows one behind the other; gives their size.
    private int gather(Chunk chunk, Fields fields, int column, IntBuffer offsets, ColumnBits valid) {
        int size = 0;
        offsets.put(0, 0);
        for (int row = 0; row < fields.rowCount(); row++) {
            boolean present = !isNull(chunk, fields, row, column);
            valid.add(present);
            if (present) {
                size = append(chunk.bytes(), fields, row, column, size);
            }
            offsets.put(row + 1, size);
        }
        return size;
    }

    private int append(byte[] bytes, Fields fields, int row, int column, int size) {
        int from = fields.start(row, column);
        int to = fields.end(row, column);
        if (!fields.isEscaped(row, column)) {
            System.arraycopy(bytes, from, texts, size, to - from);
            return size + to - from;
        }
        int end = size;
        for (int at = from; at < to; at++) {
            texts[end++] = bytes[at];
            at += bytes[at] == quote ? 1 : 0;
        }
        return end;
    }
}
