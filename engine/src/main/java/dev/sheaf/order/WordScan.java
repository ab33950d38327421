package dev.sheaf.order;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// What a look at the words of a range tells: the bits in which they are not all alike, and whether none is less than
/// the one before it.
record WordScan(long differing, boolean rising) {
    /// Looks at the words at the indices `from` to `to` of a range that begins at `start`, the step to the first of
    /// them included.
    static WordScan of(MemorySegment words, int start, int from, int to) {
        long first = words.get(ValueLayout.JAVA_LONG, (long) start << 3);
        long before = words.get(ValueLayout.JAVA_LONG, (long) Math.max(start, from - 1) << 3) ^ Long.MIN_VALUE;
        long differing = 0;
        boolean rising = true;
        for (int i = from; i < to; i++) {
            long word = words.get(ValueLayout.JAVA_LONG, (long) i << 3);
            differing |= word ^ first;
            long signed = word ^ Long.MIN_VALUE;
            rising &= signed >= before;
            before = signed;
        }
        return new WordScan(differing, rising);
    }

    WordScan and(WordScan other) {
        return new WordScan(differing | other.differing, rising && other.rising);
    }
}
