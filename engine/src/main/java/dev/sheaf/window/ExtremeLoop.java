package dev.sheaf.window;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;

/// Finds for each row the row of its frame with the least or greatest value; -1 for none. Frames only move on, so
/// that a queue of the rows that may still be the best does; where rows are excluded, a tree.
record ExtremeLoop(ColumnComparator values, boolean least, Validity validity, MemorySegment out) {

    /// Of frames that grow from the start of the run one row is enough: the best so far, at first `best`.
    void grow(FrameRows frames, int best, int from, int to) {
        int found = best;
        int next = from;
        for (int i = from; i < to; i++) {
            for (int high = frames.high(i); next < high; next++) {
                if (validity.isValid(next)) {
                    found = found < 0 || isBetter(next, found) ? next : found;
                }
            }
            Runs.set(out, i, found);
        }
    }

    void queue(FrameRows frames, Buffer queues, int from, int to) {
        MemorySegment queue = queues.segment();
        int head = from;
        int tail = from;
        int next = from;
        for (int i = from; i < to; i++) {
            for (int high = frames.high(i); next < high; next++) {
                if (validity.isValid(next)) {
                    while (tail > head && isBetter(next, Runs.get(queue, tail - 1))) {
                        tail--;
                    }
                    Runs.set(queue, tail++, next);
                }
            }
            while (head < tail && Runs.get(queue, head) < frames.low(i)) {
                head++;
            }
            Runs.set(out, i, head < tail && Runs.get(queue, head) < frames.high(i) ? Runs.get(queue, head) : -1);
        }
    }

    /// `nodes` has room for two ints a row.
    void tree(FrameRows frames, Buffer nodes, int from, int to) {
        Tree tree = new Tree(to - from);
        MemorySegment best = nodes.segment();
        int base = 2 * from;
        for (int i = from; i < to; i++) {
            Runs.set(best, base + tree.leaves() + i - from, validity.isValid(i) ? i : -1);
        }
        tree.build((target, left, right) ->
                Runs.set(best, base + target, better(Runs.get(best, base + left), Runs.get(best, base + right))));
        int[] pieces = new int[6];
        int[] found = new int[1];
        for (int i = from; i < to; i++) {
            frames.pieces(i, pieces);
            found[0] = -1;
            for (int piece = 0; piece < pieces.length; piece += 2) {
                tree.visit(
                        pieces[piece] - from,
                        pieces[piece + 1] - from,
                        node -> found[0] = better(found[0], Runs.get(best, base + node)));
            }
            Runs.set(out, i, found[0]);
        }
    }

    private int better(int a, int b) {
        return a < 0 || (b >= 0 && isBetter(b, a)) ? b : a;
    }

    private boolean isBetter(int a, int b) {
        int order = values.compare(a, b);
        return least ? order < 0 : order > 0;
    }
}
