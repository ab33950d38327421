package dev.sheaf.window;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Longs;

/// Folds of float64 over frames that only move on, in a constant number of steps a row. A frame is cut in the middle:
/// of each row before it the fold up to the middle is kept, made backward in one go; the fold of those behind grows
/// with each row that comes in. When the first part has left, the middle moves to the end of the frame. Nothing is
/// taken off again, so that infinities and NaN leave with their rows.
record FloatQueue(FloatFold fold, FrameRows frames, Validity validity, Longs values, Output output) {

    /// Takes what the fold of a row's frame is.
    interface Output {
        void set(int row, double[] state);
    }

    /// Rows from `from` to `to` of a run. `states` has room for the states of as many rows as their frames span.
    void run(Longs states, int from, int to) {
        double[] behind = fold.empty();
        double[] state = fold.empty();
        int base = frames.low(from);
        int middle = base;
        int next = base;
        for (int i = from; i < to; i++) {
            int low = frames.low(i);
            int high = frames.high(i);
            for (next = Math.max(next, low); next < high; next++) {
                add(behind, next);
            }
            if (low > middle) {
                backward(states, base, low, next);
                middle = next;
                fold.clear(behind);
            }
            fold.clear(state);
            if (low < middle) {
                fold.add(state, states, low - base);
            }
            fold.add(state, behind);
            output.set(i, state);
        }
    }

    /// Keeps the folds from each of some rows to the last of them.
    private void backward(Longs states, int base, int from, int to) {
        double[] state = fold.empty();
        for (int i = to - 1; i >= from; i--) {
            add(state, i);
            fold.store(states, i - base, state);
        }
    }

    private void add(double[] state, int row) {
        if (validity.isValid(row)) {
            fold.add(state, FloatFold.get(values, row));
        }
    }
}
