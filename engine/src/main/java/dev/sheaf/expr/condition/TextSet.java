package dev.sheaf.expr.condition;

import dev.sheaf.expr.vector.TextOrder;
import dev.sheaf.expr.vector.Vector;
import java.nio.ByteBuffer;

/// A set of texts or binary values that never changes: open addressing at load factor one half or less, by a hash of
/// all bytes. Most texts that are not in the set are told by their size, first and last bytes: by a bit, of which few
/// are set.
final class TextSet {
    private static final int BITS_A_SLOT = 16;
    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final Vector.Texts[] slots;
    private final long[] hashes;
    private final int shift;
    private final long[] bits;
    private final int bitShift;

    /// Of constants, each of which fills its vector.
    TextSet(Vector.Texts[] constants) {
        int capacity = Integer.highestOneBit(Math.max(1, constants.length)) << 2;
        this.slots = new Vector.Texts[capacity];
        this.hashes = new long[capacity];
        this.shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        this.bits = new long[capacity * BITS_A_SLOT / Long.SIZE];
        this.bitShift = shift - Integer.numberOfTrailingZeros(BITS_A_SLOT);
        for (Vector.Texts constant : constants) {
            long ends = ends(constant, 0);
            long hash = hash(constant, 0, ends);
            int slot = slot(constant, 0, hash);
            slots[slot] = constant;
            hashes[slot] = hash;
            bits[(int) (ends >>> bitShift >>> 6)] |= 1L << (ends >>> bitShift);
        }
    }

    /// Where an equal text is, or the free slot where it would be.
    private int slot(Vector.Texts texts, int row, long hash) {
        int slot = (int) (hash >>> shift);
        while (slots[slot] != null && (hashes[slot] != hash || !TextOrder.equal(slots[slot], 0, texts, row))) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private static long ends(Vector.Texts texts, int row) {
        return ends(texts.bytes(), texts.starts()[row], texts.sizes()[row]);
    }

    private static long ends(ByteBuffer bytes, int start, int size) {
        long ends = 0;
        if (size >= Long.BYTES) {
            ends = bytes.getLong(start) * MULTIPLIER ^ bytes.getLong(start + size - Long.BYTES);
        } else {
            for (int i = 0; i < size; i++) {
                ends = (ends << Byte.SIZE) | (bytes.get(start + i) & 0xff);
            }
        }
        return (ends + size) * MULTIPLIER;
    }

    /// What the ends give, and the words between them.
    private static long hash(Vector.Texts texts, int row, long ends) {
        ByteBuffer bytes = texts.bytes();
        int start = texts.starts()[row];
        int last = start + texts.sizes()[row] - Long.BYTES;
        long hash = ends;
        for (int at = start + Long.BYTES; at < last; at += Long.BYTES) {
            hash = (Long.rotateLeft(hash, Integer.SIZE - 3) ^ bytes.getLong(at)) * MULTIPLIER;
        }
        return hash;
    }

    /// For every row of `wanted` whether its text is in the set.
    void test(Vector.Texts texts, long[] wanted, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            long found = 0;
            for (long left = wanted[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                found |= (contains(texts, row) ? 1L : 0L) << row;
            }
            out[word] = found;
        }
    }

    private boolean contains(Vector.Texts texts, int row) {
        long ends = ends(texts, row);
        boolean mayBe = (bits[(int) (ends >>> bitShift >>> 6)] >>> (ends >>> bitShift) & 1) != 0;
        return mayBe && slots[slot(texts, row, hash(texts, row, ends))] != null;
    }
}
