package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Offsets;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Members put together by group: member numbers in the order of their groups' ids, within a group in their own
/// order (a counting sort), and where each group starts.
public record GroupedOrder(Buffer members, Buffer starts, int groupCount) implements AutoCloseable {
    private static final int CHUNK = 2048;

    /// Sorts `count` members whose group ids are the ints of `ids`.
    public static GroupedOrder of(MemorySegment ids, int count, int groupCount, MemoryPool pool) {
        try (Closer closer = new Closer();
                Buffer next = pool.allocate((groupCount + 1L) * Integer.BYTES, "group members")) {
            Buffer starts = closer.add(pool.allocateZeroed((groupCount + 1L) * Integer.BYTES, "group members"));
            Buffer members = closer.add(pool.allocate((long) count * Integer.BYTES, "group members"));
            Lists.count(ids, count, Ints.of(starts.segment()), groupCount);
            MemorySegment.copy(starts.segment(), 0, next.segment(), 0, (groupCount + 1L) * Integer.BYTES);
            place(ids, count, Ints.of(next.segment()), Ints.of(members.segment()));
            closer.release();
            return new GroupedOrder(members, starts, groupCount);
        }
    }

    private static void place(MemorySegment ids, int count, Ints next, Ints members) {
        int[] chunk = new int[Math.min(CHUNK, count)];
        for (int from = 0; from < count; from += CHUNK) {
            int rows = Math.min(CHUNK, count - from);
            MemorySegment.copy(ids, ValueLayout.JAVA_INT, (long) from << 2, chunk, 0, rows);
            place(chunk, from, rows, next, members);
        }
    }

    private static void place(int[] ids, int first, int rows, Ints next, Ints members) {
        for (int i = 0; i < rows; i++) {
            int place = next.get(ids[i]);
            next.put(ids[i], place + 1);
            members.put(place, first + i);
        }
    }

    /// The starts of the first `groups` groups as offsets of a list column.
    public Offsets offsets(int groups) {
        return new Offsets(starts.slice(0, (groups + 1L) * Integer.BYTES), false, groups);
    }

    /// Where the members of a group start.
    public int start(int group) {
        return starts.segment().getAtIndex(ValueLayout.JAVA_INT, group);
    }

    @Override
    public void close() {
        members.close();
        starts.close();
    }
}
