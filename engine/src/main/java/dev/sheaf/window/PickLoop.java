package dev.sheaf.window;

import dev.sheaf.window.RunFunction.Picked;
import dev.sheaf.window.RunFunction.Shifted;

/// Chooses for each row from `from` to `to` of a run the row of the run that its value comes from.
record PickLoop(ValidRows counted, Chosen chosen) {

    /// The number of a value that was not found in the run is `outside`.
    void shifted(Shifted shift, int outside, int start, int end, int from, int to) {
        int first = counted.before(start);
        int last = counted.before(end);
        for (int i = from; i < to; i++) {
            // Rows in front are counted from the row itself, rows behind from the one after it.
            long rank = shift.distance() >= 0
                    ? counted.before(i) - shift.distance()
                    : counted.before(i + 1) - shift.distance() - 1;
            boolean isHere = shift.distance() == 0;
            boolean isInside = rank >= first && rank < last;
            chosen.set(i, isHere ? i : isInside ? counted.row((int) rank) : outside);
        }
    }

    /// Chooses one row for all.
    void same(int row, int from, int to) {
        for (int i = from; i < to; i++) {
            chosen.set(i, row);
        }
    }

    void filled(boolean preceding, int start, int end, int from, int to) {
        int first = counted.before(start);
        int last = counted.before(end);
        for (int i = from; i < to; i++) {
            int rank = preceding ? counted.before(i + 1) - 1 : counted.before(i);
            chosen.set(i, rank >= first && rank < last ? counted.row(rank) : Chosen.NONE);
        }
    }

    void picked(Picked picked, FrameRows frames, int from, int to) {
        int[] pieces = new int[FrameRows.PIECES];
        for (int i = from; i < to; i++) {
            int count = frames.pieces(i, pieces);
            int size = 0;
            for (int piece = 0; piece < count; piece += 2) {
                pieces[piece] = counted.before(pieces[piece]);
                pieces[piece + 1] = counted.before(pieces[piece + 1]);
                size += pieces[piece + 1] - pieces[piece];
            }
            long index = picked.n() > 0 ? picked.n() - 1 : size + picked.n();
            chosen.set(i, index < 0 || index >= size ? Chosen.NONE : counted.row(at(pieces, (int) index)));
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
