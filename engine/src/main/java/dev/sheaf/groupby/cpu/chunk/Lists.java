package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Offsets of lists, one a group, from the group ids of their elements.
public final class Lists {
    private Lists() {}

    /// Counts `count` ids into `starts`, `groupCount + 1` ints that are zero before: where the elements of each
    /// group start when they lie together by id.
    static void count(MemorySegment ids, int count, MemorySegment starts, int groupCount) {
        countEach(ids, count, starts);
        addUp(starts, groupCount);
    }

    /// Adds how often each id occurs to the int behind its place.
    static void countEach(MemorySegment ids, int count, MemorySegment sizes) {
        for (int i = 0; i < count; i++) {
            long at = ((long) ids.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2) + 1) << 2;
            sizes.set(ValueLayout.JAVA_INT_UNALIGNED, at, sizes.get(ValueLayout.JAVA_INT_UNALIGNED, at) + 1);
        }
    }

    /// Turns sizes, each behind its place, into starts, and returns the sum.
    static int addUp(MemorySegment sizes, int groupCount) {
        int sum = 0;
        for (int id = 0; id <= groupCount; id++) {
            sum = Math.addExact(sum, sizes.getAtIndex(ValueLayout.JAVA_INT, id));
            sizes.setAtIndex(ValueLayout.JAVA_INT, id, sum);
        }
        return sum;
    }

    /// Groups with elements as valid, the others as null.
    public static Validity nonEmpty(MemorySegment starts, int groupCount, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(groupCount), "group members");
        for (int id = 0; id < groupCount; id++) {
            if (starts.getAtIndex(ValueLayout.JAVA_INT, id) < starts.getAtIndex(ValueLayout.JAVA_INT, id + 1L)) {
                Bits.set(bits.segment(), id);
            }
        }
        return Validity.of(bits, groupCount);
    }
}
