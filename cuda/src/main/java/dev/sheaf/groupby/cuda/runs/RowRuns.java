package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.memory.Buffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The rows of a table run by run on a device. All numbers are of 32 bits.
final class RowRuns implements AutoCloseable {
    /// What finds runs and what rows get from them.
    static final Specialization KERNEL = Specialization.of(KernelFile.RUNS);

    /// As in `rows.cuh`: rows of a thread that has several.
    private static final int EACH = 4;

    /// The mark of a row that begins peers; that of one that begins a run is 1.
    static final int PEER_MARK = 2;

    private final int rows;
    private final GroupRowsSort sort;
    private final @Nullable Buffer groups;
    private final int leftOut;
    private final Supplier<Marked> mark;
    private final @Nullable Bounds peers;
    private @Nullable Marked marked;

    /// Where what belongs together begins and ends.
    record Bounds(Buffer starts, Buffer ends) implements AutoCloseable {
        @Override
        public void close() {
            starts.close();
            ends.close();
        }
    }

    /// Where runs begin and end.
    ///
    /// @param marks a byte a place: bit 0 where a run begins, bit 1 where peers do
    /// @param runs of each group, if it has rows
    record Marked(Buffer marks, Bounds runs) implements AutoCloseable {
        @Override
        public void close() {
            marks.close();
            runs.close();
        }
    }

    /// @param sort has the row of each place, and the place of each row
    /// @param groups the group of each row, if there are several
    /// @param leftOut the group of rows that are in none; -1 if there are no such rows
    /// @param mark is asked when runs are, unless they are `marked`
    /// @param peers where the peers of each place begin, and where those that begin at one end; null if all rows of
    ///     a run are
    RowRuns(
            int rows,
            GroupRowsSort sort,
            @Nullable Buffer groups,
            int leftOut,
            Supplier<Marked> mark,
            @Nullable Marked marked,
            @Nullable Bounds peers) {
        this.rows = rows;
        this.sort = sort;
        this.groups = groups;
        this.leftOut = leftOut;
        this.mark = mark;
        this.marked = marked;
        this.peers = peers;
    }

    /// Threads for so many rows of which each takes several.
    static long threads(long rows) {
        return (rows + EACH - 1) / EACH;
    }

    int rows() {
        return rows;
    }

    GroupRowsSort sort() {
        return sort;
    }

    Buffer order() {
        return sort.order();
    }

    @Nullable
    Buffer groups() {
        return groups;
    }

    /// The group of each place; null if all rows are of one: rows of a table without groups were sorted by other keys.
    @Nullable
    Buffer groupsInOrder() {
        return groups == null ? null : sort.sortedKeys();
    }

    int leftOut() {
        return leftOut;
    }

    boolean mayLeaveOut() {
        return leftOut >= 0;
    }

    Buffer marks() {
        return marked().marks();
    }

    Bounds runs() {
        return marked().runs();
    }

    private Marked marked() {
        if (marked == null) {
            marked = mark.get();
        }
        return marked;
    }

    @Nullable
    Bounds peers() {
        return peers;
    }

    @Override
    public void close() {
        sort.close();
        if (groups != null) {
            groups.close();
        }
        if (marked != null) {
            marked.close();
        }
        if (peers != null) {
            peers.close();
        }
    }
}
