package dev.sheaf.order;

import dev.sheaf.memory.Longs;

/// What a look at the words of a range tells: the bits in which they are not all alike, and whether none is less than
/// the one before it.
record WordScan(long differing, boolean rising) {
    /// Looks at the words at the indices `from` to `to` of a range that begins at `start`, the step to the first of
    /// them included.
    static WordScan of(Longs words, int start, int from, int to) {
        long first = words.get(start);
        long before = words.get(Math.max(start, from - 1)) ^ Long.MIN_VALUE;
        long differing = 0;
        boolean rising = true;
        for (int i = from; i < to; i++) {
            long word = words.get(i);
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
