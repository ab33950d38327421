package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/// A left batch on its way through a join; one thread uses it at a time.
final class ProbeCursor implements AutoCloseable {
    /// The keys of so many rows lie in the first-level cache.
    private static final int CHUNK_ROWS = 1 << 10;

    private final Table left;
    private final long firstRow;
    private final BuildTable build;
    private final JoinSteps steps;
    private final List<Column> keys;
    private volatile int row;

    /// Takes over the batch, which has the columns of its keys.
    ProbeCursor(Table left, long firstRow, BuildTable build, JoinSteps steps) {
        this.left = left;
        this.firstRow = firstRow;
        this.build = build;
        this.steps = steps;
        this.keys = steps.leftKeys(left);
    }

    /// The number in the stream of the row that comes next.
    long nextRow() {
        return firstRow + row;
    }

    /// The number after that of the last row.
    long endRow() {
        return firstRow + left.rowCount();
    }

    boolean isDone() {
        return row == left.rowCount();
    }

    /// The result rows of the next left rows, at least one and so many that they have about `pairs` pairs, for which
    /// `found` is room. Marks the right rows that match in `matched`.
    Batch next(int pairs, RowPairs found, @Nullable AtomicIntegerArray matched, QueryContext context) {
        found.clear();
        int from = row;
        int to;
        try (var _ = context.phases().time(Phase.GROUP)) {
            to = find(found, from, pairs);
            steps.test(left, build, found, context);
        }
        if (matched != null) {
            mark(found, matched);
        }
        RowPairs result = switch (steps.kind()) {
            case INNER, RIGHT -> found;
            case LEFT, FULL -> found.withUnmatched(from, to);
            case FIRST -> found.firsts(from, to);
            case SINGLE -> found.only().firsts(from, to);
            case SEMI -> found.matched();
            case ANTI -> found.alone(from, to);
        };
        try (var _ = context.phases().time(Phase.FINALIZE)) {
            Batch batch = new Batch(steps.result(left, build, result, context), firstRow + from);
            row = to;
            return batch;
        }
    }

    /// Adds the pairs of rows from `from` on; gives the row after the last that was looked at.
    private int find(RowPairs pairs, int from, int most) {
        int end = Math.toIntExact(left.rowCount());
        int at = from;
        while (at < end && pairs.count() < most) {
            at += build.index().find(keys, at, Math.min(CHUNK_ROWS, end - at), most, pairs);
        }
        return at;
    }

    private static void mark(RowPairs pairs, AtomicIntegerArray matched) {
        for (int i = 0; i < pairs.count(); i++) {
            int match = pairs.right()[i];
            int word = match / Integer.SIZE;
            int bit = 1 << match % Integer.SIZE;
            if ((matched.get(word) & bit) == 0) {
                matched.getAndUpdate(word, bits -> bits | bit);
            }
        }
    }

    @Override
    public void close() {
        left.close();
    }
}
