package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.memory.Buffer;
import org.jspecify.annotations.Nullable;

/// A sample of the keys and, as long as it is open, a row of each.
public final class KeySample implements AutoCloseable {
    private final KeyFindings findings;
    private final @Nullable Buffer memory;
    private final long tableAt;
    private final long listAt;

    KeySample(KeyFindings findings, @Nullable Buffer memory, long tableAt, long listAt) {
        this.findings = findings;
        this.memory = memory;
        this.tableAt = tableAt;
        this.listAt = listAt;
    }

    /// What is known without a look of keys that are all numbers below `groups`, none of them frequent: it has no
    /// keys.
    public static KeySample ofEven(long rows, long groups) {
        return new KeySample(
                new KeyFindings(rows, rows, true, new long[KeyFindings.WORDS], groups, 0, 0, 0, 0, 0), null, 0, 0);
    }

    public KeyFindings findings() {
        return findings;
    }

    /// The address of the slots of the keys, laid out as in `sample_keys.cu`.
    public long table() {
        return memory == null ? 0 : memory.address() + tableAt;
    }

    /// The address of the numbers of the taken slots, one for each different key.
    public long list() {
        return memory == null ? 0 : memory.address() + listAt;
    }

    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
    }
}
