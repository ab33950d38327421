package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;

/// Offsets of lists, one a group, from the group ids of their elements.
public final class Lists {
    private static final int CHUNK = 2048;

    private Lists() {}

    /// Counts `count` ids into `starts`, `groupCount + 1` ints that are zero before: where the elements of each
    /// group start when they lie together by id.
    static void count(MemorySegment ids, int count, Ints starts, int groupCount) {
        int[] chunk = new int[Math.min(CHUNK, count)];
        for (int from = 0; from < count; from += CHUNK) {
            int rows = Math.min(CHUNK, count - from);
            MemorySegment.copy(ids, ValueLayout.JAVA_INT, (long) from << 2, chunk, 0, rows);
            countEach(chunk, rows, starts);
        }
        addUp(starts, groupCount);
    }

    /// Adds how often each id occurs to the int behind its place.
    private static void countEach(int[] ids, int count, Ints sizes) {
        for (int i = 0; i < count; i++) {
            int at = ids[i] + 1;
            sizes.put(at, sizes.get(at) + 1);
        }
    }

    /// Turns sizes, each behind its place, into starts.
    private static void addUp(Ints sizes, int groupCount) {
        int sum = 0;
        for (int id = 0; id <= groupCount; id++) {
            sum = Math.addExact(sum, sizes.get(id));
            sizes.put(id, sum);
        }
    }

    /// Groups with elements as valid, the others as null.
    public static Validity nonEmpty(MemorySegment starts, int groupCount, MemoryPool pool) {
        Buffer bits = pool.allocate(Validity.byteSize(groupCount), "group members");
        long[] sizes = new long[Math.min(CHUNK, groupCount)];
        for (int from = 0; from < groupCount; from += CHUNK) {
            int groups = Math.min(CHUNK, groupCount - from);
            sizes(Views.ints(starts, from, groups + 1L), groups, sizes);
            Bits.above(sizes, 0, groups, bits.segment(), from);
        }
        return Validity.of(bits, groupCount);
    }

    private static void sizes(IntBuffer starts, int groups, long[] sizes) {
        for (int i = 0; i < groups; i++) {
            int size = starts.get(i + 1) - starts.get(i);
            sizes[i] = size;
        }
    }
}
