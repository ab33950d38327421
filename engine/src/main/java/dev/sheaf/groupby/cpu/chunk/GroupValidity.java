package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Which groups have had a row that counts.
///
/// As long as every row counted, every group has, and nothing is kept. From the first chunk on in which a row
/// did not count, there is a byte a group; and once all groups have been seen, nobody looks any more until there
/// are new ones.
public final class GroupValidity implements AutoCloseable {
    private final MemoryPool pool;
    private @Nullable StateColumn marks;
    private int complete;
    private int allSeen;
    private long rowsMarked;

    public GroupValidity(MemoryPool pool) {
        this.pool = pool;
    }

    /// Takes note of a chunk after which there are `groupCount` groups.
    public void mark(ReductionInput input, int groupCount) {
        if (!isKnown(input.isComplete(), groupCount)) {
            mark(input.ids(), input.rows(), groupCount);
        }
    }

    private boolean isKnown(boolean everyRow, int groupCount) {
        if (marks == null && everyRow) {
            complete = Math.max(complete, groupCount);
            return true;
        }
        return groupCount <= allSeen;
    }

    private void mark(int[] ids, int rows, int groupCount) {
        StateColumn present = marks == null ? marks = newMarks() : marks;
        present.ensure(groupCount);
        mark(ids, rows, present.bytes());
        rowsMarked += rows;
        if (rowsMarked >= groupCount) {
            rowsMarked = 0;
            allSeen = unseen(present.bytes(), groupCount) == 0 ? groupCount : 0;
        }
    }

    private static int unseen(ByteBuffer marks, int groupCount) {
        int unseen = 0;
        for (int id = 0; id < groupCount; id++) {
            unseen |= marks.get(StateColumn.FRONT + id) - 1;
        }
        return unseen;
    }

    private StateColumn newMarks() {
        StateColumn fresh = new StateColumn(pool, "group states", 1, 0);
        fresh.ensure(complete);
        fresh.segment().asSlice(StateColumn.FRONT, complete).fill((byte) 1);
        return fresh;
    }

    private static void mark(int[] ids, int rows, ByteBuffer marks) {
        for (int i = 0; i < rows; i++) {
            marks.put(StateColumn.FRONT + ids[i], (byte) 1);
        }
    }

    /// Seen groups as valid, the others as null.
    public Validity validity(int groupCount) {
        if (marks == null) {
            return complete >= groupCount ? Validity.allValid(groupCount) : firstValid(groupCount);
        }
        marks.ensure(groupCount);
        MemorySegment seen = marks.segment().asSlice(StateColumn.FRONT, groupCount);
        return Validity.of(Bits.packed(seen, groupCount, pool), groupCount);
    }

    /// A group without rows (there is one without keys) is not seen.
    private Validity firstValid(int groupCount) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(groupCount), "group states");
        Validity.setBits(bits.segment(), 0, complete, true);
        return Validity.of(bits, groupCount);
    }

    public void clear() {
        close();
        complete = 0;
        allSeen = 0;
        rowsMarked = 0;
    }

    @Override
    public void close() {
        if (marks != null) {
            marks.close();
            marks = null;
        }
    }
}
