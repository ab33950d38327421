package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.util.List;

/// Writes out the texts that stand in packed keys as the numbers of a [TextEncoding].
final class TextDecoder {
    private static final int CHUNK = 1024;

    private final DataType type;
    private final TextEncoding code;
    private final List<KeyField> fields;
    private final PackedKeys keys;
    private final Validity validity;
    private final long[] low = new long[CHUNK];
    private final long[] high = new long[CHUNK];
    private final long[] first = new long[CHUNK];
    private final long[] second = new long[CHUNK];
    private final byte[] valid = new byte[CHUNK];

    /// Of the texts in one or two fields of some keys. Takes over `validity`.
    TextDecoder(DataType type, TextEncoding code, List<KeyField> fields, PackedKeys keys, Validity validity) {
        this.type = type;
        this.code = code;
        this.fields = fields;
        this.keys = keys;
        this.validity = validity;
    }

    /// The texts as a column, to be closed by the caller.
    VarColumn column(MemoryPool pool) {
        try (WrittenTexts written = new WrittenTexts(pool, keys.count(), byteSize(), true, Views.MAX_BYTES)) {
            for (int from = 0; from < keys.count(); from += CHUNK) {
                int rows = Math.min(CHUNK, keys.count() - from);
                load(from, rows);
                write(first, second, rows, written);
            }
            return written.column(type, validity);
        }
    }

    private long byteSize() {
        if (code.commonSize() >= 0) {
            return code.commonSize() * (keys.count() - validity.nullCount());
        }
        long bytes = 0;
        for (int from = 0; from < keys.count(); from += CHUNK) {
            int rows = Math.min(CHUNK, keys.count() - from);
            load(from, rows);
            for (int i = 0; i < rows; i++) {
                bytes += TextWords.length(second[i]);
            }
        }
        return bytes;
    }

    /// Nulls get the words of the empty text.
    private void load(int from, int rows) {
        keys.values(fields.getFirst(), from, rows, low);
        if (fields.size() > 1) {
            keys.values(fields.getLast(), from, rows, high);
        }
        code.decode(low, high, rows, first, second);
        if (!validity.allValid()) {
            Widen.validity(validity, from, rows, valid);
            for (int i = 0; i < rows; i++) {
                second[i] &= -valid[i];
            }
        }
    }

    private static void write(long[] first, long[] second, int rows, WrittenTexts written) {
        for (int i = 0; i < rows; i++) {
            int size = (int) TextWords.length(second[i]);
            ByteBuffer room = written.room(size);
            room.putLong(written.at(), first[i]);
            room.putInt(written.at() + Long.BYTES, (int) second[i]);
            written.add(size);
        }
    }
}
