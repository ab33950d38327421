package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Writes out the texts that stand in packed keys as the numbers of a [TextEncoding].
final class TextDecoder {
    private static final String PURPOSE = "group keys";
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
        try (Closer closer = new Closer()) {
            long bytes = byteSize();
            boolean wide = bytes > Integer.MAX_VALUE;
            int width = wide ? Long.BYTES : Integer.BYTES;
            Buffer offsets = closer.add(pool.allocate((keys.count() + 1L) * width, PURPOSE));
            // Texts are written as whole words; the last word may end past the text.
            Buffer text = closer.add(pool.allocate(bytes + 2 * Long.BYTES, PURPOSE));
            long at = 0;
            for (int from = 0; from < keys.count(); from += CHUNK) {
                int rows = Math.min(CHUNK, keys.count() - from);
                load(from, rows);
                at = wide
                        ? writeWide(rows, from, at, offsets.segment(), text.segment())
                        : write(first, second, rows, from, (int) at, offsets.segment(), text.segment());
            }
            TextEntries.setOffset(offsets.segment(), wide, keys.count(), at);
            closer.release();
            return new VarColumn(type, new Offsets(offsets, wide, keys.count()), text, validity);
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

    private static int write(
            long[] first, long[] second, int rows, int from, int start, MemorySegment offsets, MemorySegment text) {
        int at = start;
        for (int i = 0; i < rows; i++) {
            offsets.set(ValueLayout.JAVA_INT_UNALIGNED, (from + (long) i) << 2, at);
            text.set(ValueLayout.JAVA_LONG_UNALIGNED, at, first[i]);
            text.set(ValueLayout.JAVA_INT_UNALIGNED, at + 8L, (int) second[i]);
            at += (int) (second[i] >>> 32);
        }
        return at;
    }

    private long writeWide(int rows, int from, long start, MemorySegment offsets, MemorySegment text) {
        long at = start;
        for (int i = 0; i < rows; i++) {
            offsets.set(ValueLayout.JAVA_LONG_UNALIGNED, (from + (long) i) << 3, at);
            text.set(ValueLayout.JAVA_LONG_UNALIGNED, at, first[i]);
            text.set(ValueLayout.JAVA_INT_UNALIGNED, at + 8, (int) second[i]);
            at += TextWords.length(second[i]);
        }
        return at;
    }
}
