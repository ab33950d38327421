package dev.sheaf.window;

import dev.sheaf.window.RunFunction.Picked;
import dev.sheaf.window.RunFunction.Shifted;
import java.lang.foreign.MemorySegment;

/// Chooses for each row of a run the row that its value comes from; -1 for none.
record PickLoop(ValidRows counted, MemorySegment out) {
    /// Stands for the row behind the last, where the fill value is.
    static final int NONE = -1;

    /// The number of a value that was not found in the run is `outside`.
    void shifted(Shifted shift, int outside, int from, int to) {
        int first = counted.before(from);
        int last = counted.before(to);
        for (int i = from; i < to; i++) {
            // Rows in front are counted from the row itself, rows behind from the one after it.
            long rank = shift.distance() >= 0
                    ? counted.before(i) - shift.distance()
                    : counted.before(i + 1) - shift.distance() - 1;
            boolean isHere = shift.distance() == 0;
            boolean isInside = rank >= first && rank < last;
            Runs.set(out, i, isHere ? i : isInside ? counted.row((int) rank) : outside);
        }
    }

    /// Chooses one row for all.
    void same(int row, int from, int to) {
        for (int i = from; i < to; i++) {
            Runs.set(out, i, row);
        }
    }

    void filled(boolean preceding, int from, int to) {
        int first = counted.before(from);
        int last = counted.before(to);
        for (int i = from; i < to; i++) {
            int rank = preceding ? counted.before(i + 1) - 1 : counted.before(i);
            Runs.set(out, i, rank >= first && rank < last ? counted.row(rank) : NONE);
        }
    }

    void picked(Picked picked, FrameRows frames, int from, int to) {
        int[] pieces = new int[6];
        for (int i = from; i < to; i++) {
            frames.pieces(i, pieces);
            int size = 0;
            for (int piece = 0; piece < pieces.length; piece++) {
                pieces[piece] = counted.before(pieces[piece]);
            }
            for (int piece = 0; piece < pieces.length; piece += 2) {
                size += pieces[piece + 1] - pieces[piece];
            }
            long index = picked.n() > 0 ? picked.n() - 1 : size + picked.n();
            Runs.set(out, i, index < 0 || index >= size ? NONE : counted.row(at(pieces, (int) index)));
        }
    }

    private static int at(int[] pieces, int index) {
        int left = index;
        int piece = 0;
        while (left >= pieces[piece + 1] - pieces[piece]) {
            left -= pieces[piece + 1] - pieces[piece];
            piece += 2;
        }
        return pieces[piece] + left;
    }
}
