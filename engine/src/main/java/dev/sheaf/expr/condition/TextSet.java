package dev.sheaf.expr.condition;

import dev.sheaf.expr.vector.TextOrder;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A set of texts or binary values that never changes: open addressing at load factor one half or less, by a
/// hash of size, first and last bytes.
final class TextSet {
    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final Vector.Texts[] slots;
    private final long[] hashes;
    private final int shift;

    /// Of constants, each of which fills its vector.
    TextSet(Vector.Texts[] constants) {
        int capacity = Integer.highestOneBit(Math.max(1, constants.length)) << 2;
        this.slots = new Vector.Texts[capacity];
        this.hashes = new long[capacity];
        this.shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        for (Vector.Texts constant : constants) {
            int slot = slot(constant, 0);
            slots[slot] = constant;
            hashes[slot] = hash(constant, 0);
        }
    }

    /// Where an equal text is, or the free slot where it would be.
    private int slot(Vector.Texts texts, int row) {
        long hash = hash(texts, row);
        int slot = (int) (hash >>> shift);
        while (slots[slot] != null && (hashes[slot] != hash || !TextOrder.equal(slots[slot], 0, texts, row))) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private static long hash(Vector.Texts texts, int row) {
        return hash(texts.bytes(), texts.starts()[row], texts.sizes()[row]);
    }

    private static long hash(MemorySegment bytes, long start, int size) {
        long ends = 0;
        if (size >= Long.BYTES) {
            ends = bytes.get(Utf8.WORD, start) * MULTIPLIER ^ bytes.get(Utf8.WORD, start + size - Long.BYTES);
        } else {
            for (int i = 0; i < size; i++) {
                ends = (ends << Byte.SIZE) | (bytes.get(ValueLayout.JAVA_BYTE, start + i) & 0xff);
            }
        }
        return (ends + size) * MULTIPLIER;
    }

    /// For every row of `wanted` whether its text is in the set.
    void test(Vector.Texts texts, long[] wanted, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            long found = 0;
            for (long left = wanted[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                found |= (slots[slot(texts, row)] != null ? 1L : 0L) << row;
            }
            out[word] = found;
        }
    }
}
