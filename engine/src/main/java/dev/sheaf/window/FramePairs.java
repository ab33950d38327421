package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Ints;
import java.util.ArrayList;
import java.util.List;

/// The rows of frames written out: a pair of row and frame's row for each row of each frame, so that any
/// aggregation can be computed of them. Costs 8 bytes a pair, for about [#MOST_PAIRS] of them at a time; a
/// frame is never cut.
public final class FramePairs {
    private static final long MOST_PAIRS = 1 << 20;

    /// Computes a column of one value for each of so many frames from pairs: the number of the frame, and a
    /// row of the table. Frames without a row have no pair.
    public interface Fold {
        Column of(int frames, Buffer numbers, Buffer rows, long pairs);
    }

    private final Runs runs;
    private final FrameRows frames;
    private final int[] pieces = new int[FrameRows.PIECES];

    FramePairs(Runs runs, FrameRows frames) {
        this.runs = runs;
        this.frames = frames;
    }

    /// The values of all frames, run by run.
    Column fold(DataType type, Fold fold) {
        List<Column> parts = new ArrayList<>();
        try {
            int size = runs.rowCount();
            for (int from = 0; from < size; ) {
                Checkpoint.pass();
                int to = from;
                long pairs = 0;
                do {
                    pairs += rowsOf(to++);
                } while (to < size && pairs + rowsOf(to) <= MOST_PAIRS);
                parts.add(folded(from, to, pairs, fold));
                from = to;
            }
            return Concat.columns(type, parts, runs.pool());
        } finally {
            parts.forEach(Column::close);
        }
    }

    private long rowsOf(int row) {
        int count = frames.pieces(row, pieces);
        long size = 0;
        for (int piece = 0; piece < count; piece += 2) {
            size += pieces[piece + 1] - pieces[piece];
        }
        return size;
    }

    private Column folded(int from, int to, long pairs, Fold fold) {
        try (Buffer numbers = runs.pool().allocate(pairs * Integer.BYTES, Runs.PURPOSE);
                Buffer rows = runs.pool().allocate(pairs * Integer.BYTES, Runs.PURPOSE)) {
            Ints number = Ints.of(numbers.segment());
            Ints target = Ints.of(rows.segment());
            long pair = 0;
            for (int row = from; row < to; row++) {
                int count = frames.pieces(row, pieces);
                for (int piece = 0; piece < count; piece += 2) {
                    pair = write(pieces[piece], pieces[piece + 1], row - from, number, target, pair);
                }
            }
            return fold.of(to - from, numbers, rows, pairs);
        }
    }

    private long write(int low, int high, int number, Ints numbers, Ints rows, long first) {
        long pair = first;
        for (int i = low; i < high; i++) {
            numbers.put(pair, number);
            rows.put(pair, runs.rows().get(i));
            pair++;
        }
        return pair;
    }
}
