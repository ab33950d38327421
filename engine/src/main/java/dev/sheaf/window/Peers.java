package dev.sheaf.window;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.order.Neighbours;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// For each row, in the order of runs, where the rows that are equal to it in the order begin and end.
///
/// Each stretch of rows finds what changes from row to row and fills in what it sees; rows whose peers go on in
/// another stretch get theirs when all are done.
final class Peers implements AutoCloseable {
    /// Of functions that do not ask for them.
    static final Peers NONE = new Peers(Ints.of(MemorySegment.NULL), Ints.of(MemorySegment.NULL), List.of());

    private static final int OUTSIDE = -1;

    private final Ints starts;
    private final Ints ends;
    private final List<Buffer> buffers;

    private Peers(Ints starts, Ints ends, List<Buffer> buffers) {
        this.starts = starts;
        this.ends = ends;
        this.buffers = buffers;
    }

    /// Compares each row with the one before it in `order`.
    static Peers of(Runs runs, Neighbours order) {
        Buffer starts = runs.ints();
        Buffer ends;
        try {
            ends = runs.ints();
        } catch (RuntimeException | Error failure) {
            starts.close();
            throw failure;
        }
        Peers peers = new Peers(Ints.of(starts.segment()), Ints.of(ends.segment()), List.of(starts, ends));
        try {
            peers.find(runs, order);
            return peers;
        } catch (RuntimeException | Error failure) {
            peers.close();
            throw failure;
        }
    }

    private void find(Runs runs, Neighbours order) {
        int stretches = runs.stretches();
        int[] first = new int[stretches];
        int[] last = new int[stretches];
        runs.tasks().forEach(stretches, stretch -> {
            int from = runs.stretchStart(stretch);
            int to = runs.stretchEnd(stretch);
            boolean[] changes = changes(runs, order, from, to);
            last[stretch] = fillStarts(changes, from, to);
            first[stretch] = fillEnds(changes, from, to);
        });
        for (int i = 1; i < stretches; i++) {
            last[i] = last[i] == OUTSIDE ? last[i - 1] : last[i];
        }
        for (int i = stretches - 2; i >= 0; i--) {
            first[i] = first[i] == OUTSIDE ? first[i + 1] : first[i];
        }
        runs.tasks().forEach(stretches, stretch -> {
            int before = stretch == 0 ? 0 : last[stretch - 1];
            int behind =
                    stretch == stretches - 1 || first[stretch + 1] == OUTSIDE ? runs.rowCount() : first[stretch + 1];
            complete(before, behind, runs.stretchStart(stretch), runs.stretchEnd(stretch));
        });
    }

    private static boolean[] changes(Runs runs, Neighbours order, int from, int to) {
        boolean[] changes = new boolean[to - from];
        order.mark(runs.rows().segment(), from, to, changes);
        runs.forEachRows(from, to, (start, _, at, _) -> changes[at - from] |= at == start);
        return changes;
    }

    /// The last change, if there is one.
    private int fillStarts(boolean[] changes, int from, int to) {
        int start = OUTSIDE;
        for (int i = from; i < to; i++) {
            start = changes[i - from] ? i : start;
            starts.put(i, start);
        }
        return start;
    }

    /// The first change, if there is one.
    private int fillEnds(boolean[] changes, int from, int to) {
        int end = OUTSIDE;
        for (int i = to - 1; i >= from; i--) {
            ends.put(i, end);
            end = changes[i - from] ? i : end;
        }
        return end;
    }

    private void complete(int before, int behind, int from, int to) {
        for (int i = from; i < to && start(i) == OUTSIDE; i++) {
            starts.put(i, before);
        }
        for (int i = to - 1; i >= from && end(i) == OUTSIDE; i--) {
            ends.put(i, behind);
        }
    }

    int start(int row) {
        return starts.get(row);
    }

    int end(int row) {
        return ends.get(row);
    }

    @Override
    public void close() {
        buffers.forEach(Buffer::close);
    }
}
