package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.column.Validity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds the least and the most number of a limb among some rows. Cost: one pass over them on all threads.
record LimbRange(MemorySegment rows, int count, Tasks tasks) {
    private static final int BLOCK = 512;

    /// The limb of the numbers that `read` gives; those of null rows do not count.
    Limb of(Limb.Read read, Validity validity, boolean descending) {
        Bounds all = new Bounds();
        GroupPlaces.inChunks(count, tasks, (from, to) -> all.add(scan(read, validity, from, to)));
        boolean any = all.low <= all.high;
        long least = any ? all.low ^ Long.MIN_VALUE : 0;
        return new Limb(read, validity, descending, least, any ? all.high ^ Long.MIN_VALUE : 0);
    }

    /// The least and the most of unsigned numbers, as signed ones in the same order.
    private static final class Bounds {
        private long low = Long.MAX_VALUE;
        private long high = Long.MIN_VALUE;

        synchronized void add(Bounds other) {
            low = Math.min(low, other.low);
            high = Math.max(high, other.high);
        }

        void add(long[] numbers, int count) {
            for (int i = 0; i < count; i++) {
                low = Math.min(low, numbers[i] ^ Long.MIN_VALUE);
                high = Math.max(high, numbers[i] ^ Long.MIN_VALUE);
            }
        }
    }

    private Bounds scan(Limb.Read read, Validity validity, int from, int to) {
        Bounds bounds = new Bounds();
        long[] block = new long[BLOCK];
        int[] numbers = new int[BLOCK];
        for (int start = from; start < to; start += BLOCK) {
            int size = Math.min(BLOCK, to - start);
            read(start, numbers, size);
            read.read(numbers, 0, size, block);
            bounds.add(block, validity.allValid() ? size : keepValid(validity, numbers, size, block));
        }
        return bounds;
    }

    /// Reads the numbers of `size` rows from place `start` on.
    void read(int start, int[] numbers, int size) {
        MemorySegment.copy(rows, ValueLayout.JAVA_INT, (long) start << 2, numbers, 0, size);
    }

    private static int keepValid(Validity validity, int[] numbers, int size, long[] block) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            block[kept] = block[i];
            kept += validity.isValid(numbers[i]) ? 1 : 0;
        }
        return kept;
    }
}
