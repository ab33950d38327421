package dev.sheaf.window;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;

/// Finds for each row the row of its frame with the least or greatest value, the first of equal ones; -1 for
/// none. Frames only move on, so that a queue of the rows that may still be the best does; where rows are
/// excluded, a tree.
record ExtremeLoop(ColumnComparator values, boolean least, Present present, FrameRows frames, GatherMap chosen) {
    /// Which rows take part.
    interface Present {
        boolean isPresent(int row);
    }

    /// Of frames that grow from the start of the run one row is enough: the best so far, at first `best`.
    void grow(int best, int start, int end) {
        int found = best;
        int next = start;
        for (int i = start; i < end; i++) {
            int high = frames.high(i);
            found = best(found, next, high);
            next = high;
            chosen.set(i, found);
        }
    }

    /// Of frames that end with the run, from its end on.
    void shrink(int start, int end) {
        int found = GatherMap.NONE;
        int next = end;
        for (int i = end - 1; i >= start; i--) {
            int low = frames.low(i);
            found = better(best(GatherMap.NONE, low, next), found);
            next = Math.min(low, next);
            chosen.set(i, low < end ? found : GatherMap.NONE);
        }
    }

    /// The best of `found` and the rows from `from` to `to`.
    private int best(int found, int from, int to) {
        int best = found;
        for (int i = from; i < to; i++) {
            if (present.isPresent(i) && (best < 0 || isBetter(i, best))) {
                best = i;
            }
        }
        return best;
    }

    /// Rows from `from` to `to` of a run, whose first frame is looked at whole. `queue` has room for an int for each
    /// row that their frames span.
    void queue(Ints queue, int from, int to) {
        int head = 0;
        int tail = 0;
        int next = frames.low(from);
        for (int i = from; i < to; i++) {
            int low = frames.low(i);
            int high = frames.high(i);
            for (next = Math.max(next, low); next < high; next++) {
                if (present.isPresent(next)) {
                    while (tail > head && isBetter(next, queue.get(tail - 1))) {
                        tail--;
                    }
                    queue.put(tail++, next);
                }
            }
            while (head < tail && queue.get(head) < low) {
                head++;
            }
            chosen.set(i, head < tail ? queue.get(head) : GatherMap.NONE);
        }
    }

    /// `nodes` has room for two ints a row.
    void tree(Buffer nodes, int from, int to) {
        Tree tree = new Tree(to - from);
        Ints best = Ints.of(nodes.segment());
        int base = 2 * from;
        for (int i = from; i < to; i++) {
            best.put(base + tree.leaves() + i - from, present.isPresent(i) ? i : -1);
        }
        tree.build((target, left, right) ->
                best.put(base + target, better(best.get(base + left), best.get(base + right))));
        int[] pieces = new int[FrameRows.PIECES];
        int[] found = new int[1];
        for (int i = from; i < to; i++) {
            int count = frames.pieces(i, pieces);
            found[0] = -1;
            for (int piece = 0; piece < count; piece += 2) {
                tree.visit(
                        pieces[piece] - from,
                        pieces[piece + 1] - from,
                        node -> found[0] = better(found[0], best.get(base + node)));
            }
            chosen.set(i, found[0]);
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
