package dev.sheaf.window;

import dev.sheaf.window.RunFunction.Picked;
import dev.sheaf.window.RunFunction.Shifted;

/// Finds for each row from `from` to `to` of a run the row of the run that its value comes from.
record GatherLoop(ValidRows counted, GatherMap chosen) {

    /// The number of a value that was not found in the run is `outside`.
    void shifted(Shifted shift, int outside, int start, int end, int from, int to) {
        int first = counted.before(start);
        int last = counted.before(end);
        for (int i = from; i < to; i++) {
            chosen.set(i, shifted(i, shift.distance(), outside, first, last));
        }
    }

    /// The same by `sign` times the steps of each row.
    void shifted(int sign, RowSteps steps, int outside, int start, int end, int from, int to) {
        int first = counted.before(start);
        int last = counted.before(end);
        for (int i = from; i < to; i++) {
            chosen.set(i, steps.isNull(i) ? GatherMap.NONE : shifted(i, sign * steps.of(i), outside, first, last));
        }
    }

    /// Rows in front are counted from the row itself, rows behind from the one after it.
    private int shifted(int row, long distance, int outside, int first, int last) {
        long rank = distance >= 0 ? counted.before(row) - distance : counted.before(row + 1) - distance - 1;
        boolean isInside = rank >= first && rank < last;
        return distance == 0 ? row : isInside ? counted.row((int) rank) : outside;
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
            chosen.set(i, rank >= first && rank < last ? counted.row(rank) : GatherMap.NONE);
        }
    }

    void picked(Picked picked, FrameRows frames, int from, int to) {
        int[] pieces = new int[FrameRows.PIECES];
        for (int i = from; i < to; i++) {
            int size = counted(frames, i, pieces);
            pick(i, picked.n() > 0 ? picked.n() - 1 : size + picked.n(), pieces, size);
        }
    }

    /// The row of the place in its frame that each row says.
    void picked(RowSteps places, FrameRows frames, int from, int to) {
        int[] pieces = new int[FrameRows.PIECES];
        for (int i = from; i < to; i++) {
            int size = counted(frames, i, pieces);
            pick(i, places.isNull(i) ? -1 : places.of(i) - 1, pieces, size);
        }
    }

    /// Writes the pieces of a row's frame as numbers of counted rows; returns how many these are.
    private int counted(FrameRows frames, int row, int[] pieces) {
        int count = frames.pieces(row, pieces);
        int size = 0;
        for (int piece = 0; piece < count; piece += 2) {
            pieces[piece] = counted.before(pieces[piece]);
            pieces[piece + 1] = counted.before(pieces[piece + 1]);
            size += pieces[piece + 1] - pieces[piece];
        }
        return size;
    }

    private void pick(int row, long index, int[] pieces, int size) {
        chosen.set(row, index < 0 || index >= size ? GatherMap.NONE : counted.row(at(pieces, (int) index)));
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
