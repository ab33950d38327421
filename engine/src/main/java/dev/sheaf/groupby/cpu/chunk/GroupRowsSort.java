package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// Puts rows together by group: a counting sort. Each share of the rows is counted, and then written,
/// on its own.
///
/// ```
/// share 0: ids --count--> sizes by group --+--> where each share's rows of each group start --> write rows
/// share 1: ids --count--> sizes by group --+                                                --> write rows
/// ```
/// Within a group rows keep the order of the pieces, and every value is moved once.
public final class GroupRowsSort implements AutoCloseable {
    private static final String PURPOSE = "group members";
    private static final int CHUNK = 2048;

    /// So many rows are a share: some milliseconds.
    private static final long ROWS_A_SHARE = 1 << 17;

    private static final int MOST_SHARES = 16;

    private final List<RowRun> pieces;
    private final int[] shareStarts;
    private final int groupCount;
    private final Tasks parallel;
    private final MemoryPool pool;
    private final Buffer next;
    private final Buffer starts;
    private final Ints[] places;
    private int members;

    /// Takes a share's rows to their places.
    @FunctionalInterface
    public interface Writer {
        /// Writes `count` rows of a piece from `start` on to `places`. Rows without a group have the place behind
        /// those of all members.
        void write(RowRun piece, int start, int count, int[] places);
    }

    /// Counts the rows of some pieces. The pieces stay the caller's.
    public GroupRowsSort(List<RowRun> pieces, int groupCount, Tasks parallel, MemoryPool pool) {
        this.pieces = pieces;
        this.groupCount = groupCount;
        this.parallel = parallel;
        this.pool = pool;
        long rows = pieces.stream().mapToLong(RowRun::rows).sum();
        this.shareStarts = shares(rows, groupCount, parallel);
        try (Closer closer = new Closer()) {
            this.starts = closer.add(pool.allocate((groupCount + 1L) * Integer.BYTES, PURPOSE));
            this.next = closer.add(pool.allocateZeroed(shareBytes() * (shareStarts.length - 1L), PURPOSE));
            this.places = new Ints[shareStarts.length - 1];
            Arrays.setAll(places, share -> Ints.of(next(share)));
            parallel.forEach(places.length, this::count);
            addUp(Ints.of(starts.segment()));
            closer.release();
        }
    }

    /// The first piece of each share, and the end. Shares of few rows for many groups would count more than move.
    @SuppressWarnings("ReferenceEquality") // the one that is not shared
    private int[] shares(long rows, int groups, Tasks tasks) {
        long most = Math.max(2, rows / (4L * (groups + 1)));
        int wanted = (int) Math.min(MOST_SHARES, Math.min(most, rows / ROWS_A_SHARE));
        int[] starting = new int[tasks == Tasks.SEQUENTIAL ? 2 : Math.max(1, wanted) + 1];
        long passed = 0;
        int share = 1;
        for (int piece = 0; piece < pieces.size(); piece++) {
            passed += pieces.get(piece).rows();
            while (share < starting.length - 1 && passed * (starting.length - 1) >= rows * share) {
                starting[share++] = piece + 1;
            }
        }
        starting[starting.length - 1] = pieces.size();
        return starting;
    }

    /// Places for no group and for all groups.
    private long shareBytes() {
        return (groupCount + 1L) * Integer.BYTES;
    }

    private MemorySegment next(int share) {
        return next.segment().asSlice(share * shareBytes(), shareBytes());
    }

    private void count(int share) {
        int[] ids = new int[CHUNK];
        Ints sizes = places[share];
        for (RowRun piece : pieces.subList(shareStarts[share], shareStarts[share + 1])) {
            Checkpoint.pass();
            for (int start = 0; start < piece.rows(); start += CHUNK) {
                int rows = Math.min(CHUNK, piece.rows() - start);
                piece.ids(start, rows, ids);
                if (areSame(ids, rows)) {
                    add(sizes, ids[0], rows);
                } else {
                    count(ids, rows, sizes);
                }
            }
        }
    }

    private static boolean areSame(int[] ids, int rows) {
        int differences = 0;
        for (int i = 0; i < rows; i++) {
            differences |= ids[i] ^ ids[0];
        }
        return differences == 0;
    }

    private static int add(Ints counters, int id, int more) {
        int before = counters.get(id + 1);
        counters.put(id + 1, before + more);
        return before;
    }

    private static void count(int[] ids, int rows, Ints sizes) {
        for (int i = 0; i < rows; i++) {
            add(sizes, ids[i], 1);
        }
    }

    /// Turns each share's sizes into the places where its rows go.
    private void addUp(Ints groupStarts) {
        long sum = 0;
        for (int id = 0; id < groupCount; id++) {
            groupStarts.put(id, (int) sum);
            for (Ints share : places) {
                int size = share.get(id + 1);
                share.put(id + 1, (int) sum);
                sum += size;
            }
        }
        members = Math.toIntExact(sum);
        groupStarts.put(groupCount, members);
        for (Ints share : places) {
            share.put(0, members);
        }
    }

    /// How many rows have a group.
    public int members() {
        return members;
    }

    /// Where each group starts, and the end.
    public MemorySegment starts() {
        return starts.segment();
    }

    /// The same, to be closed by the caller.
    public Buffer startsBuffer() {
        return starts.retain();
    }

    /// Writes all rows: each share has a writer of its own.
    public void write(Supplier<Writer> writers) {
        parallel.forEach(shareStarts.length - 1, share -> write(share, writers.get()));
    }

    private void write(int share, Writer writer) {
        try (Buffer own = pool.allocate(shareBytes(), PURPOSE)) {
            own.segment().copyFrom(next(share));
            write(share, Ints.of(own.segment()), writer);
        }
    }

    private void write(int share, Ints own, Writer writer) {
        int[] ids = new int[CHUNK];
        int[] targets = new int[CHUNK];
        for (RowRun piece : pieces.subList(shareStarts[share], shareStarts[share + 1])) {
            Checkpoint.pass();
            for (int start = 0; start < piece.rows(); start += CHUNK) {
                int rows = Math.min(CHUNK, piece.rows() - start);
                piece.ids(start, rows, ids);
                if (ids[0] >= 0 && areSame(ids, rows)) {
                    countUp(add(own, ids[0], rows), rows, targets);
                } else {
                    place(ids, rows, own, targets);
                }
                writer.write(piece, start, rows, targets);
            }
        }
    }

    private static void countUp(int first, int rows, int[] places) {
        for (int i = 0; i < rows; i++) {
            places[i] = first + i;
        }
    }

    private static void place(int[] ids, int rows, Ints next, int[] places) {
        for (int i = 0; i < rows; i++) {
            places[i] = add(next, ids[i], ~ids[i] >>> 31);
        }
    }

    @Override
    public void close() {
        next.close();
        starts.close();
    }
}
