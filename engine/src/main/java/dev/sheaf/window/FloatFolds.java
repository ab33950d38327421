package dev.sheaf.window;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Folds of float64 over frames: with each row a step further where frames grow from the start of the run, from a
/// tree of folds where both ends move. Nothing is taken off again, so that infinities and NaN leave with their rows.
final class FloatFolds implements AutoCloseable {
    private final Aggregation aggregation;
    private final FloatFold fold;
    private final FixedColumn values;
    private final Buffer states;
    private final boolean grows;

    FloatFolds(Aggregation aggregation, FixedColumn values, boolean grows, Runs runs) {
        this.aggregation = aggregation;
        this.fold = foldOf(aggregation);
        this.values = values;
        this.grows = grows;
        this.states = runs.pool().allocate((grows ? 1L : 2L) * runs.rowCount() * fold.width() * Double.BYTES, "window");
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

    void write(Carry carry, FrameRows frames, RunResult result, int from, int to) {
        int base = grows ? from : 2 * from + (to - from);
        MemorySegment in = values.segment();
        for (int i = from; i < to; i++) {
            double value = in.get(ValueLayout.JAVA_DOUBLE, (long) i << 3);
            fold.start(
                    states.segment(),
                    (long) base + i - from,
                    value,
                    values.validity().isValid(i));
        }
        if (grows) {
            grow(carry, frames, result, from, to);
        } else {
            slide(frames, result, from, to);
        }
    }

    private void grow(Carry carry, FrameRows frames, RunResult result, int from, int to) {
        double[] state = carry.state;
        if (state == null) {
            state = new double[fold.width()];
            fold.clear(state);
            carry.state = state;
        }
        int next = from;
        for (int i = from; i < to; i++) {
            while (next < frames.high(i)) {
                fold.add(state, states.segment(), next++);
            }
            set(result, i, state);
        }
    }

    private void slide(FrameRows frames, RunResult result, int from, int to) {
        Tree tree = new Tree(to - from);
        long base = 2L * from;
        MemorySegment nodes = states.segment();
        tree.build((target, left, right) -> fold.merge(nodes, base + target, base + left, base + right));
        double[] state = new double[fold.width()];
        int[] pieces = new int[6];
        for (int i = from; i < to; i++) {
            frames.pieces(i, pieces);
            fold.clear(state);
            for (int piece = 0; piece < pieces.length; piece += 2) {
                tree.visit(pieces[piece] - from, pieces[piece + 1] - from, node -> fold.add(state, nodes, base + node));
            }
            set(result, i, state);
        }
    }

    private void set(RunResult result, int row, double[] state) {
        double count = state[0];
        switch (aggregation) {
            case Aggregation.Variance(int ddof) -> {
                if (count > ddof) {
                    result.set(row, state[2] / (count - ddof));
                }
            }
            case Aggregation.Std(int ddof) -> {
                if (count > ddof) {
                    result.set(row, Math.sqrt(state[2] / (count - ddof)));
                }
            }
            case Aggregation.M2() -> {
                if (count > 0) {
                    result.set(row, state[2]);
                }
            }
            case Aggregation.Mean() -> {
                if (count > 0) {
                    result.set(row, state[1] / count);
                }
            }
            default -> {
                if (count > 0) {
                    result.set(row, state[1]);
                }
            }
        }
    }

    @Override
    public void close() {
        states.close();
    }
}
