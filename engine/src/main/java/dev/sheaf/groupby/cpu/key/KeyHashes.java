package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.groupby.cpu.hash.Hashing;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hashes of rows of key columns that depend on nothing but the values: two tables that have met different rows
/// agree on them, however each packs its keys.
public final class KeyHashes {
    private static final String PURPOSE = "key hashes";
    private static final int CHUNK = 1024;
    static final long NULL = 0x5851F42D4C957F2DL;

    private final MemoryPool pool;
    private final long[] running = new long[CHUNK];
    private final long[] words = new long[CHUNK];
    private final byte[] valid = new byte[CHUNK];
    private final int[] hashes = new int[CHUNK];
    private final TextWords text = new TextWords(CHUNK);

    private KeyHashes(MemoryPool pool) {
        this.pool = pool;
    }

    /// An int for each of `rows` rows, to be closed by the caller.
    public static Buffer of(List<Column> keys, int rows, MemoryPool pool) {
        try (Closer closer = new Closer();
                Closer prepared = new Closer()) {
            KeyHashes hashes = new KeyHashes(pool);
            List<Key> sources = new ArrayList<>();
            for (Column key : keys) {
                sources.add(prepared.add(hashes.prepare(key)));
            }
            Buffer result = closer.add(pool.allocate((long) rows * Integer.BYTES, PURPOSE));
            for (int from = 0; from < rows; from += CHUNK) {
                hashes.chunk(sources, from, Math.min(CHUNK, rows - from), result.segment());
            }
            closer.release();
            return result;
        }
    }

    /// A key column without a dictionary, or with the hashes of the dictionary's entries.
    private record Key(Column column, @Nullable Buffer entryHashes) implements AutoCloseable {
        @Override
        public void close() {
            column.close();
            if (entryHashes != null) {
                entryHashes.close();
            }
        }
    }

    private Key prepare(Column key) {
        if (!(key instanceof DictionaryColumn codes && codes.values() instanceof VarColumn)) {
            return new Key(Dictionaries.decode(key, pool), null);
        }
        int entries = (int) codes.values().length();
        Buffer entryHashes = pool.allocate((long) entries * Long.BYTES, PURPOSE);
        for (int from = 0; from < entries; from += CHUNK) {
            int size = Math.min(CHUNK, entries - from);
            load(codes.values(), from, size);
            MemorySegment.copy(words, 0, entryHashes.segment(), ValueLayout.JAVA_LONG, (long) from * Long.BYTES, size);
        }
        return new Key(codes.retain(), entryHashes);
    }

    private void chunk(List<Key> keys, int from, int size, MemorySegment result) {
        Arrays.fill(running, 0, size, 0);
        for (Key key : keys) {
            if (key.entryHashes() != null) {
                gather(
                        (DictionaryColumn) key.column(),
                        from,
                        size,
                        key.entryHashes().segment());
            } else {
                load(key.column(), from, size);
            }
            if (!key.column().validity().allValid()) {
                Widen.validity(key.column().validity(), from, size, valid);
                replaceNulls(words, valid, size);
            }
            add(running, words, size);
        }
        finish(running, size, hashes);
        MemorySegment.copy(hashes, 0, result, ValueLayout.JAVA_INT, (long) from * Integer.BYTES, size);
    }

    private static void replaceNulls(long[] words, byte[] valid, int size) {
        for (int i = 0; i < size; i++) {
            words[i] = valid[i] == 0 ? NULL : words[i];
        }
    }

    private static void add(long[] running, long[] words, int size) {
        for (int i = 0; i < size; i++) {
            running[i] = Hashing.add(running[i], words[i]);
        }
    }

    private static void finish(long[] running, int size, int[] hashes) {
        for (int i = 0; i < size; i++) {
            hashes[i] = Hashing.finish(running[i]);
        }
    }

    private void gather(DictionaryColumn codes, int from, int size, MemorySegment hashes) {
        if (codes.values().length() == 0) {
            Arrays.fill(words, 0, size, 0);
            return;
        }
        if (codes.nullCount() > 0) {
            Widen.validity(codes.validity(), from, size, valid);
        } else {
            Arrays.fill(valid, 0, size, (byte) 1);
        }
        gather(codes.ints(from, size), size, valid, Longs.of(hashes), words);
    }

    /// Nulls may have any code; they get the hash of the first entry.
    private static void gather(IntBuffer codes, int size, byte[] valid, Longs hashes, long[] words) {
        for (int i = 0; i < size; i++) {
            words[i] = hashes.get(codes.get(i) & -valid[i]);
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
}
