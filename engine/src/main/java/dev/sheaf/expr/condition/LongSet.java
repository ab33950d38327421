package dev.sheaf.expr.condition;

/// A set of longs that never changes: one bit a value if they lie close together, else open addressing at load
/// factor one half or less.
final class LongSet {
    /// 8 KiB of bits, which stay in the first-level cache.
    private static final long MAX_SPAN = 1 << 16;

    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final long least;
    private final long span;
    private final long[] bits;
    private final long[] slots;
    private final int shift;
    private final boolean hasZero;

    LongSet(long[] values) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        boolean zero = false;
        for (long value : values) {
            low = Math.min(low, value);
            high = Math.max(high, value);
            zero |= value == 0;
        }
        this.least = low;
        this.hasZero = zero;
        boolean dense = values.length > 0 && high - low >= 0 && high - low < MAX_SPAN;
        this.span = dense ? high - low : -1;
        this.bits = new long[dense ? (int) (span >>> 6) + 1 : 0];
        int capacity = dense ? 1 : Integer.highestOneBit(Math.max(1, values.length)) << 2;
        this.slots = new long[capacity];
        this.shift = Long.SIZE - Integer.numberOfTrailingZeros(Math.max(2, capacity));
        for (long value : values) {
            if (dense) {
                bits[(int) ((value - low) >>> 6)] |= 1L << (value - low);
            } else if (value != 0) {
                slots[slot(value)] = value;
            }
        }
    }

    /// Where the value is, or the free slot where it would be.
    private int slot(long value) {
        int slot = (int) ((value * MULTIPLIER) >>> shift);
        while (slots[slot] != 0 && slots[slot] != value) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    boolean contains(long value) {
        if (span >= 0) {
            long offset = value - least;
            return offset >= 0 && offset <= span && (bits[(int) (offset >>> 6)] >>> offset & 1) != 0;
        }
        return value == 0 ? hasZero : slots[slot(value)] == value;
    }

    /// For every value whether it is in the set, into words of a bit per row.
    void test(long[] values, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = span >= 0 ? denseWord(values, word << 6) : sparseWord(values, word << 6);
        }
    }

    private long denseWord(long[] values, int base) {
        long found = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long offset = values[base + bit] - least;
            boolean inside = Long.compareUnsigned(offset, span) <= 0;
            int at = inside ? (int) offset : 0;
            found |= (inside ? bits[at >>> 6] >>> at & 1 : 0) << bit;
        }
        return found;
    }

    private long sparseWord(long[] values, int base) {
        long found = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            found |= (contains(values[base + bit]) ? 1L : 0L) << bit;
        }
        return found;
    }
}
