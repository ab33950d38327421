package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What was computed for each entry of a dictionary of texts, kept as long as batches bring the same dictionary.
public final class PerEntry implements AutoCloseable {
    private final Function<VarColumn, Buffer> compute;
    private @Nullable VarColumn dictionary;
    private @Nullable Buffer computed;
    private Object token = new Object();
    private long rows;

    /// Nothing yet. `compute` makes a buffer for entries, which this closes.
    public PerEntry(Function<VarColumn, Buffer> compute) {
        this.compute = compute;
    }

    /// What was computed for these entries; computes it if they are others than before.
    public MemorySegment of(VarColumn entries) {
        begin(entries);
        if (computed == null) {
            computed = compute.apply(entries);
        }
        return computed.segment();
    }

    /// The same once the dictionary came with as many rows as it has entries, these `more` among them; until then null,
    /// since a dictionary may have many entries for few rows.
    public @Nullable MemorySegment ofMany(VarColumn entries, int more) {
        begin(entries);
        rows += more;
        return rows < entries.length() ? null : of(entries);
    }

    /// Tells the dictionary that came last from others.
    public Object token() {
        return token;
    }

    private void begin(VarColumn entries) {
        if (dictionary == null || !isSame(dictionary, entries)) {
            clear();
            dictionary = entries.slice(0, entries.length());
            token = new Object();
        }
    }

    /// Views on the same bytes; the dictionary is kept open meanwhile, so its memory cannot hold other text.
    private static boolean isSame(VarColumn a, VarColumn b) {
        return a.length() == b.length()
                && a.bytes().address() == b.bytes().address()
                && a.offsets().buffer().address() == b.offsets().buffer().address();
    }

    /// Forgets the dictionary.
    public void clear() {
        rows = 0;
        if (computed != null) {
            computed.close();
            computed = null;
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
