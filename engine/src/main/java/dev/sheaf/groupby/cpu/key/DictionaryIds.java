package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The numbers that the entries of a dictionary have in a [TextTable], kept as long as batches bring the same
/// dictionary.
final class DictionaryIds implements AutoCloseable {
    private static final byte UNKNOWN = -1;

    private final MemoryPool pool;
    private @Nullable VarColumn dictionary;
    private @Nullable Buffer numbers;

    DictionaryIds(MemoryPool pool) {
        this.pool = pool;
    }

    /// An int for each entry of `values`, -1 until it is set.
    MemorySegment of(VarColumn values) {
        if (numbers == null || dictionary == null || !isSame(dictionary, values)) {
            clear();
            Buffer fresh = pool.allocate(values.length() * Integer.BYTES, "dictionary codes");
            fresh.segment().fill(UNKNOWN);
            numbers = fresh;
            dictionary = values.slice(0, values.length());
        }
        return numbers.segment();
    }

    /// Views on the same bytes; the dictionary is kept open meanwhile, so its memory cannot hold other text.
    private static boolean isSame(VarColumn a, VarColumn b) {
        return a.length() == b.length()
                && a.bytes().address() == b.bytes().address()
                && a.offsets().buffer().address() == b.offsets().buffer().address();
    }

    void clear() {
        if (numbers != null) {
            numbers.close();
            numbers = null;
        }
        if (dictionary != null) {
            dictionary.close();
            dictionary = null;
        }
    }

    @Override
    public void close() {
        clear();
    }
}
