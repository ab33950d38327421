package dev.sheaf.groupby.cpu.chunk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A binary heap of longs that lies somewhere in memory, its least value first.
///
/// A heap starts at byte `run` of a segment, with 8 bytes a value; its owner knows how many values it has.
public final class LongHeap {
    /// Up to so many values a loop is faster than a call that copies.
    private static final int FEW_VALUES = 16;

    private LongHeap() {}

    /// Adds a value to a heap of `count`, behind which there is room.
    public static void add(MemorySegment heap, long run, int count, long value) {
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
    public static void replaceLeast(MemorySegment heap, long run, int count, long value) {
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
    public static void sort(MemorySegment heap, long run, int count) {
        for (int left = count - 1; left > 0; left--) {
            long least = at(heap, run, 0);
            replaceLeast(heap, run, left, at(heap, run, left));
            set(heap, run, left, least);
        }
    }

    /// Copies a heap of `count` values to byte `to` of a target.
    public static void copy(MemorySegment heap, long run, MemorySegment target, long to, int count) {
        if (count > FEW_VALUES) {
            MemorySegment.copy(heap, run, target, to, (long) count * Long.BYTES);
            return;
        }
        for (int i = 0; i < count; i++) {
            set(target, to, i, at(heap, run, i));
        }
    }

    private static long at(MemorySegment heap, long run, int index) {
        return heap.get(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) index << 3));
    }

    private static void set(MemorySegment heap, long run, int index, long value) {
        heap.set(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) index << 3), value);
    }
}
