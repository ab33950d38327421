package dev.sheaf.window;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// For each row, in the order of runs, where the rows that are equal to it in the order begin and end.
final class Peers implements AutoCloseable {
    /// Of functions that do not ask for them.
    static final Peers NONE = new Peers(MemorySegment.NULL, MemorySegment.NULL, List.of());

    private final MemorySegment starts;
    private final MemorySegment ends;
    private final List<Buffer> buffers;

    private Peers(MemorySegment starts, MemorySegment ends, List<Buffer> buffers) {
        this.starts = starts;
        this.ends = ends;
        this.buffers = buffers;
    }

    /// Compares each row with the one before. `order` compares rows of the table.
    static Peers of(Runs runs, ColumnComparator order) {
        Buffer starts = runs.ints();
        Buffer ends;
        try {
            ends = runs.ints();
        } catch (RuntimeException | Error failure) {
            starts.close();
            throw failure;
        }
        Peers peers = new Peers(starts.segment(), ends.segment(), List.of(starts, ends));
        try {
            runs.forEach((from, to) -> find(runs.rows(), order, peers.starts, peers.ends, from, to));
            return peers;
        } catch (RuntimeException | Error failure) {
            peers.close();
            throw failure;
        }
    }

    private static void find(
            MemorySegment rows, ColumnComparator order, MemorySegment starts, MemorySegment ends, int from, int to) {
        int start = from;
        for (int i = from; i < to; i++) {
            if (i > start && order.compare(Runs.get(rows, i - 1), Runs.get(rows, i)) != 0) {
                fill(ends, start, i);
                start = i;
            }
            Runs.set(starts, i, start);
        }
        fill(ends, start, to);
    }

    private static void fill(MemorySegment ends, int start, int end) {
        for (int i = start; i < end; i++) {
            Runs.set(ends, i, end);
        }
    }

    int start(int row) {
        return Runs.get(starts, row);
    }

    int end(int row) {
        return Runs.get(ends, row);
    }

    @Override
    public void close() {
        buffers.forEach(Buffer::close);
    }
}
