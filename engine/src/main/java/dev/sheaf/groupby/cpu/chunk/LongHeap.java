package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Longs;

/// A binary heap of longs that lies somewhere in memory, its least value first.
///
/// A heap starts at number `run` of them; its owner knows how many values it has.
public final class LongHeap {
    private LongHeap() {}

    /// Adds a value to a heap of `count`, behind which there is room.
    public static void add(Longs heap, int run, int count, long value) {
        int child = count;
        while (child > 0) {
            int parent = (child - 1) >>> 1;
            long above = at(heap, run, parent);
            if (above <= value) {
                break;
            }
            set(heap, run, child, above);
            child = parent;
        }
        set(heap, run, child, value);
    }

    /// Puts a value in the place of the least.
    public static void replaceLeast(Longs heap, int run, int count, long value) {
        int parent = 0;
        while (true) {
            int child = 2 * parent + 1;
            if (child >= count) {
                break;
            }
            long least = at(heap, run, child);
            if (child + 1 < count) {
                long other = at(heap, run, child + 1);
                if (other < least) {
                    least = other;
                    child++;
                }
            }
            if (value <= least) {
                break;
            }
            set(heap, run, parent, least);
            parent = child;
        }
        set(heap, run, parent, value);
    }

    /// Sorts a heap from its greatest value to its least, by taking the least off and writing from the end.
    public static void sort(Longs heap, int run, int count) {
        for (int left = count - 1; left > 0; left--) {
            long least = at(heap, run, 0);
            replaceLeast(heap, run, left, at(heap, run, left));
            set(heap, run, left, least);
        }
    }

    /// Copies a heap of `count` values to number `to` of a target.
    public static void copy(Longs heap, int run, Longs target, int to, int count) {
        for (int i = 0; i < count; i++) {
            set(target, to, i, at(heap, run, i));
        }
    }

    private static long at(Longs heap, int run, int index) {
        return heap.get(run + index);
    }

    private static void set(Longs heap, int run, int index, long value) {
        heap.put(run + index, value);
    }
}
