package dev.sheaf.window;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Longs;
import java.util.function.IntConsumer;

/// Folds of float64 over frames: with each row a step further where frames grow from the start of the run, or from its
/// end, and by a [FloatQueue] where both ends move. Frames that leave rows out take a tree of folds, as do those that
/// span far more rows than the stretches into which runs are cut.
final class FloatFolds {
    private final Aggregation aggregation;
    private final FloatFold fold;
    private final Frame frame;
    private final FrameRows frames;
    private final Validity validity;
    private final Longs value;
    private final RunResult result;

    /// As many values or fewer give no result.
    private final int least;

    FloatFolds(Aggregation aggregation, FixedColumn values, Frame frame, FrameRows frames, RunResult result) {
        this.aggregation = aggregation;
        this.fold = foldOf(aggregation);
        this.frame = frame;
        this.frames = frames;
        this.validity = values.validity();
        this.value = Longs.of(values.segment());
        this.result = result;
        this.least = switch (aggregation) {
            case Aggregation.Variance(int ddof) -> ddof;
            case Aggregation.Std(int ddof) -> ddof;
            default -> 0;
        };
    }

    private static FloatFold foldOf(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Product() -> FloatFold.PRODUCT;
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.M2() -> FloatFold.MOMENTS;
            case Aggregation.Sum(), Aggregation.Mean() -> FloatFold.SUM;
            default ->
                throw new IllegalArgumentException("no aggregation of floating numbers in frames: " + aggregation);
        };
    }

    /// Folds that go on from row to row take a run whole: cutting it would add up floats in another order.
    void run(Start start, Runs runs) {
        if (frame.grows()) {
            runs.forEach((from, to) -> grow(start.carry(), from, to));
        } else if (frame.shrinks()) {
            runs.forEach(this::shrink);
        } else if (frame.exclusion() == Frame.Exclusion.NOTHING && frames.spanLittle(runs)) {
            queue(runs);
        } else {
            tree(runs);
        }
    }

    private void queue(Runs runs) {
        FloatQueue queue = new FloatQueue(fold, frames, validity, value, this::set);
        frames.forEachQueue(runs, fold.width() * Double.BYTES, (room, from, to) -> queue.run(Longs.of(room), from, to));
    }

    private void tree(Runs runs) {
        try (Buffer states = runs.pool().allocate(2L * runs.rowCount() * fold.width() * Double.BYTES, Runs.PURPOSE)) {
            Longs nodes = Longs.of(states.segment());
            runs.forEach((from, to) -> build(nodes, from, to));
            runs.forEachRows((start, end, from, to) -> slide(nodes, start, end, from, to));
        }
    }

    private void grow(Carry carry, int from, int to) {
        double[] state = carry.state == null ? fold.empty() : carry.state;
        carry.state = state;
        int next = from;
        for (int i = from; i < to; i++) {
            for (int high = frames.high(i); next < high; next++) {
                add(state, next);
            }
            set(i, state);
        }
    }

    private void shrink(int from, int to) {
        double[] state = fold.empty();
        int next = to;
        for (int i = to - 1; i >= from; i--) {
            for (int low = frames.low(i); next > low; next--) {
                add(state, next - 1);
            }
            set(i, state);
        }
    }

    private void add(double[] state, int row) {
        if (validity.isValid(row)) {
            fold.add(state, FloatFold.get(value, row));
        }
    }

    private void build(Longs nodes, int from, int to) {
        long base = 2L * from;
        long leaves = base + to - from;
        for (int i = from; i < to; i++) {
            double leaf = FloatFold.get(value, i);
            fold.start(nodes, leaves + i - from, leaf, validity.isValid(i));
        }
        new Tree(to - from).build((target, left, right) -> fold.merge(nodes, base + target, base + left, base + right));
    }

    private void slide(Longs nodes, int start, int end, int from, int to) {
        Tree tree = new Tree(end - start);
        long base = 2L * start;
        double[] state = fold.empty();
        int[] pieces = new int[FrameRows.PIECES];
        IntConsumer adding = node -> fold.add(state, nodes, base + node);
        for (int i = from; i < to; i++) {
            int count = frames.pieces(i, pieces);
            fold.clear(state);
            for (int piece = 0; piece < count; piece += 2) {
                tree.visit(pieces[piece] - start, pieces[piece + 1] - start, adding);
            }
            set(i, state);
        }
    }

    private void set(int row, double[] state) {
        double count = state[0];
        if (!(count > least)) {
            result.setNull(row);
            return;
        }
        result.set(
                row,
                switch (aggregation) {
                    case Aggregation.Variance _ -> state[2] / (count - least);
                    case Aggregation.Std _ -> Math.sqrt(state[2] / (count - least));
                    case Aggregation.M2() -> state[2];
                    case Aggregation.Mean() -> state[1] / count;
                    default -> state[1];
                });
    }
}
