package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Brings the rows of a part that share a word together: a hash table of the part's words numbers clusters, and a
/// counting sort puts their rows side by side. For one thread, part after part.
final class ClusterTable implements AutoCloseable {
    private static final String PURPOSE = "rows by key";

    private final RowParts parts;
    private final MemoryPool pool;
    private final Buffer scratch;
    private final MemorySegment slots;
    private final MemorySegment words;
    private final MemorySegment places;
    private final MemorySegment numbers;

    /// For parts from `from` to `to`.
    ClusterTable(RowParts parts, int from, int to, MemoryPool pool) {
        this.parts = parts;
        this.pool = pool;
        int most = 1;
        for (int part = from; part < to; part++) {
            most = Math.max(most, parts.start(part + 1) - parts.start(part));
        }
        long slotBytes = (long) slotCount(most) * Integer.BYTES;
        long wordBytes = (long) most * Long.BYTES;
        long numberBytes = (long) most * Integer.BYTES;
        this.scratch = pool.allocate(wordBytes + slotBytes + 2 * numberBytes, PURPOSE);
        this.words = scratch.segment().asSlice(0, wordBytes);
        this.slots = scratch.segment().asSlice(wordBytes, slotBytes);
        this.places = scratch.segment().asSlice(wordBytes + slotBytes, numberBytes);
        this.numbers = scratch.segment().asSlice(wordBytes + slotBytes + numberBytes, numberBytes);
    }

    /// Twice as many as rows, or four times.
    private static int slotCount(int rows) {
        return (int) Math.min(1L << 30, Long.highestOneBit(rows) << 2);
    }

    /// Writes the rows of a part by cluster where the part lies, rising inside each, and where clusters start from
    /// there on, both int32. Returns the number of clusters.
    int put(int part, MemorySegment rows, MemorySegment starts) {
        int start = parts.start(part);
        int size = parts.start(part + 1) - start;
        int slotCount = slotCount(Math.max(1, size));
        slots.asSlice(0, (long) slotCount * Integer.BYTES).fill((byte) 0);
        int clusters = number(start, size, slotCount - 1);
        toStarts(start, clusters, starts);
        place(start, size, rows);
        return clusters;
    }

    /// Numbers the rows of a part by cluster and counts those of each.
    private int number(int start, int size, int mask) {
        MemorySegment from = parts.words();
        int clusters = 0;
        for (int i = 0; i < size; i++) {
            long word = from.get(ValueLayout.JAVA_LONG_UNALIGNED, (start + (long) i) << 3);
            long slot = word & mask;
            int found = slots.get(ValueLayout.JAVA_INT_UNALIGNED, slot << 2) - 1;
            while (found >= 0 && words.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) found << 3) != word) {
                slot = slot + 1 & mask;
                found = slots.get(ValueLayout.JAVA_INT_UNALIGNED, slot << 2) - 1;
            }
            if (found < 0) {
                found = clusters++;
                slots.set(ValueLayout.JAVA_INT_UNALIGNED, slot << 2, clusters);
                words.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) found << 3, word);
                places.set(ValueLayout.JAVA_INT_UNALIGNED, (long) found << 2, 0);
            }
            numbers.set(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2, found);
            long at = (long) found << 2;
            places.set(ValueLayout.JAVA_INT_UNALIGNED, at, places.get(ValueLayout.JAVA_INT_UNALIGNED, at) + 1);
        }
        return clusters;
    }

    /// Replaces counts by where the first row of each cluster goes.
    private void toStarts(int start, int clusters, MemorySegment starts) {
        int next = start;
        for (int cluster = 0; cluster < clusters; cluster++) {
            long at = (long) cluster << 2;
            int size = places.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            places.set(ValueLayout.JAVA_INT_UNALIGNED, at, next);
            starts.set(ValueLayout.JAVA_INT_UNALIGNED, at + ((long) start << 2), next);
            next += size;
        }
    }

    private void place(int start, int size, MemorySegment rows) {
        MemorySegment from = parts.rows();
        for (int i = 0; i < size; i++) {
            long at = (long) numbers.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2) << 2;
            int place = places.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            places.set(ValueLayout.JAVA_INT_UNALIGNED, at, place + 1);
            int row = from.get(ValueLayout.JAVA_INT_UNALIGNED, (start + (long) i) << 2);
            rows.set(ValueLayout.JAVA_INT_UNALIGNED, (long) place << 2, row);
        }
    }

    /// Whether the rows of each cluster of the part that was put last have equal keys.
    boolean areEqual(List<Column> keys, int part, MemorySegment rows) {
        int start = parts.start(part);
        int size = parts.start(part + 1) - start;
        boolean[] isFirst = new boolean[size];
        try (Buffer some = pool.allocate(Math.max(1L, size) * Integer.BYTES, PURPOSE)) {
            int shared = shared(start, start + size, rows, some.segment(), isFirst);
            boolean[] changes = new boolean[shared];
            Neighbours.of(keys).mark(some.segment(), 0, shared, changes);
            boolean areEqual = true;
            for (int i = 0; i < shared; i++) {
                areEqual &= isFirst[i] || !changes[i];
            }
            return areEqual;
        }
    }

    /// Picks the rows of clusters that have several, and notes which are first in theirs. Each cluster's next place is
    /// its end by now.
    private int shared(int start, int end, MemorySegment rows, MemorySegment out, boolean[] isFirst) {
        int found = 0;
        int first = start;
        for (long cluster = 0; first < end; cluster++) {
            int next = places.get(ValueLayout.JAVA_INT_UNALIGNED, cluster << 2);
            for (int i = first; next - first > 1 && i < next; i++) {
                isFirst[found] = i == first;
                int row = rows.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2);
                out.set(ValueLayout.JAVA_INT_UNALIGNED, (long) found << 2, row);
                found++;
            }
            first = next;
        }
        return found;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
