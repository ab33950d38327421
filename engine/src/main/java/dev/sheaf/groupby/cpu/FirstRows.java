package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.GroupPlaces;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

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
        MemorySegment first = rows.segment();
        for (int i = 0; i < size; i++) {
            if (ids[i] >= known && first.get(ValueLayout.JAVA_INT, at(ids[i])) < 0) {
                first.set(ValueLayout.JAVA_INT, at(ids[i]), from + i);
            }
        }
        known = groups;
    }

    private static long at(int group) {
        return StateColumn.FRONT + ((long) group << 2);
    }

    /// Takes the rows of another grouper's groups, which have the ids of `map` here.
    void absorb(FirstRows other, MemorySegment map, int groups) {
        rows.ensure(groups);
        MemorySegment own = rows.segment();
        MemorySegment theirs = other.rows.segment();
        for (int group = 0; group < other.known; group++) {
            long at = at(map.get(ValueLayout.JAVA_INT, (long) group << 2));
            int row = theirs.get(ValueLayout.JAVA_INT, at(group));
            // -1, of a group that was not here, is the largest of all
            if (Integer.compareUnsigned(row, own.get(ValueLayout.JAVA_INT, at)) < 0) {
                own.set(ValueLayout.JAVA_INT, at, row);
            }
        }
        known = groups;
    }

    /// Whether ids rise with first rows.
    boolean areInOrder() {
        MemorySegment first = rows.segment();
        boolean inOrder = true;
        for (int group = 1; inOrder && group < known; group++) {
            inOrder = first.get(ValueLayout.JAVA_INT, at(group - 1)) < first.get(ValueLayout.JAVA_INT, at(group));
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
