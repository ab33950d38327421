package dev.sheaf.window;

import dev.sheaf.memory.Ints;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Finds one end of the frames of rows `from` to `to` of a run: the first row inside, or the first behind.
record FrameEnds(
        Peers peers, @Nullable RangeEdges range, @Nullable GroupSteps groups, Frame.Unit unit) {

    void write(Frame.Bound bound, boolean upper, int start, int end, int from, int to, Ints out) {
        switch (bound) {
            case Frame.Unbounded() -> fill(upper ? end : start, from, to, out);
            case Frame.Current() -> current(upper, from, to, out);
            case Frame.Edge edge -> Objects.requireNonNull(range).write(upper, edge, start, end, from, to, out);
            case Frame.Steps() -> {
                RowSteps steps = Objects.requireNonNull(range).steps(upper);
                if (unit == Frame.Unit.GROUPS) {
                    Objects.requireNonNull(groups).write(steps, upper, start, end, from, to, out);
                } else {
                    steps.write(upper, start, end, from, to, out);
                }
            }
            case Frame.Distance(long rows) -> {
                if (unit == Frame.Unit.GROUPS) {
                    Objects.requireNonNull(groups).write(rows, upper, start, end, from, to, out);
                } else {
                    step(Math.clamp(rows, -1L << 32, 1L << 32) + (upper ? 1 : 0), start, end, from, to, out);
                }
            }
        }
    }

    private static void fill(int value, int from, int to, Ints out) {
        for (int i = from; i < to; i++) {
            out.put(i, value);
        }
    }

    private void current(boolean upper, int from, int to, Ints out) {
        if (unit == Frame.Unit.ROWS) {
            step(upper ? 1 : 0, 0, Integer.MAX_VALUE, from, to, out);
        } else if (upper) {
            for (int i = from; i < to; i++) {
                out.put(i, peers.end(i));
            }
        } else {
            for (int i = from; i < to; i++) {
                out.put(i, peers.start(i));
            }
        }
    }

    private static void step(long near, int start, int end, int from, int to, Ints out) {
        for (int i = from; i < to; i++) {
            out.put(i, Math.clamp(i + near, start, end));
        }
    }
}
