package dev.sheaf.memory;

/// Size classes of slabs: four to each power of two, so that rounding wastes a fifth at most on large sizes, and one
/// cache line on top, so that a buffer of a round size has room for its padding.
final class SizeClasses {
    /// Alignment and smallest slab: one cache line.
    static final int MIN_BYTES = 64;

    private static final int MIN_SHIFT = 6;
    private static final int STEPS_SHIFT = 2;

    /// Enough for sizes up to 2^62.
    static final int COUNT = (62 - MIN_SHIFT) << STEPS_SHIFT;

    private SizeClasses() {}

    /// The smallest class whose size is at least `bytes`.
    static int classOf(long bytes) {
        int sizeClass = floorClass(Math.max(bytes - MIN_BYTES, MIN_BYTES));
        return sizeOf(sizeClass) >= bytes ? sizeClass : sizeClass + 1;
    }

    /// The slab size of a class, a multiple of 64.
    static long sizeOf(int sizeClass) {
        int shift = MIN_SHIFT + (sizeClass >> STEPS_SHIFT);
        long step = (1L << shift) >> STEPS_SHIFT;
        long size = (1L << shift) + (sizeClass & 3) * step;
        return ((size + MIN_BYTES - 1) & -MIN_BYTES) + MIN_BYTES;
    }

    private static int floorClass(long bytes) {
        int shift = 63 - Long.numberOfLeadingZeros(bytes);
        int step = (int) ((bytes >>> (shift - STEPS_SHIFT)) & 3);
        return ((shift - MIN_SHIFT) << STEPS_SHIFT) + step;
    }
}
