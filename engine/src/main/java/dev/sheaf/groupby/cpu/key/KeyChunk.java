package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.groupby.cpu.hash.Hashing;
import org.jspecify.annotations.Nullable;

/// A chunk of one key column: a long a row, a second one for values of 16 bytes, and which rows are null.
final class KeyChunk {
    private static final byte[] NO_NULLS = new byte[0];

    final long[] values;

    /// The upper halves of values of 16 bytes; empty for others.
    final long[] highValues;

    private final byte[] valid;
    private boolean hasNulls;

    KeyChunk(int rows, boolean isWide) {
        this.values = new long[rows];
        this.highValues = new long[isWide ? rows : 0];
        this.valid = new byte[rows];
    }

    boolean isWide() {
        return highValues.length > 0;
    }

    /// Takes which rows are null.
    void readNulls(Column column, long from, int rows) {
        hasNulls = !column.validity().allValid();
        if (hasNulls) {
            Widen.validity(column.validity(), from, rows, valid);
        }
    }

    boolean hasNulls() {
        return hasNulls;
    }

    /// Which rows are valid, if [#hasNulls()].
    byte[] valid() {
        return valid;
    }

    /// Which rows are valid; null if all are.
    byte @Nullable [] present() {
        return hasNulls ? valid : null;
    }

    void setValues(int[] numbers, int rows) {
        for (int i = 0; i < rows; i++) {
            values[i] = numbers[i];
        }
    }

    /// Adds hashes of the values to running ones, as [KeyHashes] does.
    void addHashes(int rows, long[] running) {
        addValues(values, highValues, rows, running, hasNulls ? valid : NO_NULLS);
    }

    /// The same with hashes that are there already.
    void addHashes(int[] hashes, int rows, long[] running) {
        addHashes(hashes, rows, running, hasNulls ? valid : NO_NULLS);
    }

    private static void addValues(long[] values, long[] highValues, int rows, long[] running, byte[] valid) {
        for (int i = 0; i < rows; i++) {
            long word = highValues.length == 0 ? values[i] : Hashing.add(highValues[i], values[i]);
            running[i] = Hashing.add(running[i], valid.length == 0 ? word : orNull(word, valid[i]));
        }
    }

    private static void addHashes(int[] hashes, int rows, long[] running, byte[] valid) {
        for (int i = 0; i < rows; i++) {
            running[i] = Hashing.add(running[i], valid.length == 0 ? hashes[i] : orNull(hashes[i], valid[i]));
        }
    }

    /// Without a branch, which would be wrong for each null.
    private static long orNull(long word, byte valid) {
        return KeyHashes.NULL ^ ((word ^ KeyHashes.NULL) & -(long) valid);
    }
}
