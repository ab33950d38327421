package dev.sheaf.window;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Finds one end of the frames of a run: the first row inside, or the first behind.
record FrameEnds(
        Peers peers, @Nullable RangeEdges range, @Nullable GroupSteps groups, Frame.Unit unit) {

    void write(Frame.Bound bound, boolean upper, int from, int to, MemorySegment out) {
        switch (bound) {
            case Frame.Unbounded() -> fill(upper ? to : from, from, to, out);
            case Frame.Current() -> current(upper, from, to, out);
            case Frame.Edge(boolean open) -> Objects.requireNonNull(range).write(upper, open, from, to, out);
            case Frame.Distance(long rows) -> {
                if (unit == Frame.Unit.GROUPS) {
                    Objects.requireNonNull(groups).write(rows, upper, from, to, out);
                } else {
                    step(rows, upper, from, to, out);
                }
            }
        }
    }

    private static void fill(int value, int from, int to, MemorySegment out) {
        for (int i = from; i < to; i++) {
            Runs.set(out, i, value);
        }
    }

    private void current(boolean upper, int from, int to, MemorySegment out) {
        for (int i = from; i < to; i++) {
            if (unit == Frame.Unit.ROWS) {
                Runs.set(out, i, upper ? i + 1 : i);
            } else {
                Runs.set(out, i, upper ? peers.end(i) : peers.start(i));
            }
        }
    }

    private static void step(long rows, boolean upper, int from, int to, MemorySegment out) {
        long near = Math.clamp(rows, -1L << 32, 1L << 32) + (upper ? 1 : 0);
        for (int i = from; i < to; i++) {
            Runs.set(out, i, Math.clamp(i + near, from, to));
        }
    }
}
