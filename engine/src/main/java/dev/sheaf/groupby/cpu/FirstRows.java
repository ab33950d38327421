package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.GroupPlaces;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;

/// The first row of each group of a grouper, told while its ids are in the first-level cache.
///
/// From these come the places of groups by first appearance ([GroupPlaces]).
final class FirstRows implements AutoCloseable {
    private static final String PURPOSE = "first rows";

    private final MemoryPool pool;
    private final StateColumn rows;
    private int known;

    FirstRows(MemoryPool pool) {
        this.pool = pool;
        this.rows = new StateColumn(pool, PURPOSE, Integer.BYTES, -1L);
    }

    /// Looks at a chunk of ids from row `from` on, after which there are `groups`. Chunks come in the order of rows;
    /// ids that are new in one may come in any.
    void look(int[] ids, int size, int from, int groups) {
        if (groups == known) {
            return;
        }
        rows.ensure(groups);
        enter(ids, size, from, known, rows.ints());
        known = groups;
    }

    private static void enter(int[] ids, int size, int from, int known, IntBuffer first) {
        for (int i = 0; i < size; i++) {
            int at = StateColumn.FRONT_INTS + ids[i];
            if (ids[i] >= known && first.get(at) < 0) {
                first.put(at, from + i);
            }
        }
    }

    /// Takes the rows of another grouper's groups, which have the ids of `map` here.
    void absorb(FirstRows other, MemorySegment map, int groups) {
        rows.ensure(groups);
        absorb(other.rows.ints(), other.known, Ints.of(map), rows.ints());
        known = groups;
    }

    private static void absorb(IntBuffer theirs, int count, Ints map, IntBuffer own) {
        for (int group = 0; group < count; group++) {
            int at = StateColumn.FRONT_INTS + map.get(group);
            int row = theirs.get(StateColumn.FRONT_INTS + group);
            // -1, of a group that was not here, is the largest of all
            if (Integer.compareUnsigned(row, own.get(at)) < 0) {
                own.put(at, row);
            }
        }
    }

    /// Whether ids rise with first rows.
    boolean areInOrder() {
        IntBuffer first = rows.ints();
        boolean inOrder = true;
        for (int group = 1; inOrder && group < known; group++) {
            int at = StateColumn.FRONT_INTS + group;
            inOrder = first.get(at - 1) < first.get(at);
        }
        return inOrder;
    }

    /// The place of each group, int32, in the order of first rows, which are below `rowCount`.
    Buffer places(int rowCount, Tasks tasks) {
        MemorySegment firsts = rows.segment().asSlice(StateColumn.FRONT);
        return GroupPlaces.byFirstRow(firsts, known, rowCount, pool, tasks);
    }

    @Override
    public void close() {
        rows.close();
    }
}
