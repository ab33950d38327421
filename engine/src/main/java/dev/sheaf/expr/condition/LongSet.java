package dev.sheaf.expr.condition;

/// A set of longs that never changes: one bit a value if they lie close together, each compared if they are few,
/// else open addressing at load factor one half or less.
final class LongSet {
    /// 8 KiB of bits, which stay in the first-level cache.
    private static final long MAX_SPAN = 1 << 16;

    /// So many are compared one after the other: that costs less than wrong guesses of which slots are free.
    private static final int FEW = 16;

    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final long[] values;
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
        this.values = values;
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

    private boolean isInSlots(long value) {
        return value == 0 ? hasZero : slots[slot(value)] == value;
    }

    /// For every value of which the bit in `wanted` is set whether it is in the set, into words of a bit per row.
    void test(long[] rows, long[] wanted, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = wanted[word] == 0 ? 0 : word(rows, word << 6);
        }
    }

    private long word(long[] rows, int base) {
        if (span >= 0) {
            return denseWord(rows, base);
        }
        return values.length <= FEW ? fewWord(rows, base) : sparseWord(rows, base);
    }

    private long fewWord(long[] rows, int base) {
        long found = 0;
        for (long value : values) {
            found |= equalWord(rows, base, value);
        }
        return found;
    }

    private static long equalWord(long[] rows, int base, long value) {
        long found = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            found |= (rows[base + bit] == value ? 1L : 0L) << bit;
        }
        return found;
    }

    private long denseWord(long[] rows, int base) {
        long found = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long offset = rows[base + bit] - least;
            boolean inside = Long.compareUnsigned(offset, span) <= 0;
            int at = inside ? (int) offset : 0;
            found |= (inside ? bits[at >>> 6] >>> at & 1 : 0) << bit;
        }
        return found;
    }

    private long sparseWord(long[] rows, int base) {
        long found = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            found |= (isInSlots(rows[base + bit]) ? 1L : 0L) << bit;
        }
        return found;
    }
}
