package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Hashes of rows of key columns that depend on nothing but the values: two tables that have met different rows
/// agree on them, however each packs its keys.
final class KeyHashes {
    private static final String PURPOSE = "key hashes";
    private static final int CHUNK = 1024;
    private static final long NULL = 0x5851F42D4C957F2DL;

    private final MemoryPool pool;
    private final long[] words = new long[CHUNK];
    private final byte[] valid = new byte[CHUNK];
    private final TextWords text = new TextWords(CHUNK);

    private KeyHashes(MemoryPool pool) {
        this.pool = pool;
    }

    /// An int for each of `rows` rows, to be closed by the caller.
    static Buffer of(List<Column> keys, int rows, MemoryPool pool) {
        try (Scope scope = new Scope();
                Buffer running = pool.allocateZeroed((long) rows * Long.BYTES, PURPOSE)) {
            KeyHashes hashes = new KeyHashes(pool);
            keys.forEach(key -> hashes.add(key, rows, running.segment()));
            Buffer result = scope.add(pool.allocate((long) rows * Integer.BYTES, PURPOSE));
            finish(running.segment(), rows, result.segment());
            scope.release();
            return result;
        }
    }

    private static void finish(MemorySegment running, int rows, MemorySegment hashes) {
        for (int i = 0; i < rows; i++) {
            int hash = Hashing.finish(running.getAtIndex(ValueLayout.JAVA_LONG, i));
            hashes.setAtIndex(ValueLayout.JAVA_INT, i, hash);
        }
    }

    private void add(Column key, int rows, MemorySegment running) {
        if (key instanceof DictionaryColumn codes && codes.values() instanceof VarColumn) {
            addCodes(codes, rows, running);
            return;
        }
        try (Column plain = Dictionaries.decode(key, pool)) {
            for (int from = 0; from < rows; from += CHUNK) {
                int size = Math.min(CHUNK, rows - from);
                load(plain, from, size);
                addWords(plain, from, size, running);
            }
        }
    }

    /// Hashes each entry of the dictionary once.
    private void addCodes(DictionaryColumn codes, int rows, MemorySegment running) {
        int entries = (int) codes.values().length();
        try (Buffer hashes = pool.allocate((long) entries * Long.BYTES, PURPOSE)) {
            for (int from = 0; from < entries; from += CHUNK) {
                int size = Math.min(CHUNK, entries - from);
                load(codes.values(), from, size);
                MemorySegment.copy(words, 0, hashes.segment(), ValueLayout.JAVA_LONG, (long) from * Long.BYTES, size);
            }
            for (int from = 0; from < rows; from += CHUNK) {
                int size = Math.min(CHUNK, rows - from);
                gather(codes, from, size, hashes.segment());
                addWords(codes, from, size, running);
            }
        }
    }

    private void gather(DictionaryColumn codes, int from, int size, MemorySegment hashes) {
        boolean nulls = codes.nullCount() > 0;
        for (int i = 0; i < size; i++) {
            int code = nulls && codes.isNull(from + i) ? 0 : codes.code(from + i);
            words[i] = hashes.byteSize() == 0 ? 0 : hashes.getAtIndex(ValueLayout.JAVA_LONG, code);
        }
    }

    private void load(Column column, long from, int size) {
        switch (column) {
            case VarColumn var -> loadText(var, from, size);
            case ListColumn _, StructColumn _ -> {
                try (VarColumn bytes = RowBytes.of(column, from, size, pool)) {
                    loadText(bytes, 0, size);
                }
            }
            case FixedColumn fixed when fixed.type().layout().byteWidth() == 16 -> loadWide(fixed, from, size);
            default -> Widen.keys(column, from, size, words);
        }
    }

    private void loadText(VarColumn column, long from, int size) {
        text.load(column, from, size);
        text.hash(size);
        for (int i = 0; i < size; i++) {
            words[i] = text.hashes[i];
        }
    }

    private void loadWide(FixedColumn column, long from, int size) {
        Widen.words(column, true, from, size, words);
        long[] low = new long[size];
        Widen.words(column, false, from, size, low);
        for (int i = 0; i < size; i++) {
            words[i] = Hashing.add(words[i], low[i]);
        }
    }

    private void addWords(Column key, int from, int size, MemorySegment running) {
        boolean nulls = !key.validity().allValid();
        if (nulls) {
            Widen.validity(key.validity(), from, size, valid);
        }
        for (int i = 0; i < size; i++) {
            long word = nulls && valid[i] == 0 ? NULL : words[i];
            long before = running.getAtIndex(ValueLayout.JAVA_LONG, from + i);
            running.setAtIndex(ValueLayout.JAVA_LONG, from + i, Hashing.add(before, word));
        }
    }
}
