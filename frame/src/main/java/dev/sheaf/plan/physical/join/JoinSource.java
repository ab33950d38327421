package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Schema;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The rows of a join, some ten thousand pairs at a time.
///
/// ```
///   next() on each thread:   a left batch that is not done, or the next one of the input
///                            -> the pairs of its next rows, tested -> gathered
///                            -> back to those that are not done, or closed
///        at the end of a full join, once no thread has a left batch: the right rows that nobody matched
/// ```
/// A batch is numbered by its first left row; a left row's pairs are never cut. So whoever needs them in order
/// gets them, and numbers them anew.
public final class JoinSource implements BatchSource {
    /// Pairs a batch, about.
    private static final int BATCH_PAIRS = 1 << 16;

    private final BatchSource input;
    private final BuildTable build;
    private final JoinSteps steps;
    private final Deque<ProbeCursor> idle = new ArrayDeque<>();
    private final List<ProbeCursor> busy = new ArrayList<>();
    /// Room for pairs, of as many threads as have pulled: arrays that were touched are not made anew.
    private final Deque<RowPairs> rooms = new ArrayDeque<>();

    private final List<Long> pulls = new ArrayList<>();
    private final @Nullable AtomicIntegerArray matched;
    private long rowsEnd;
    private boolean inputEnded;
    private int nextUnmatched;

    public JoinSource(BatchSource input, BuildTable build, JoinSteps steps) {
        this.input = input;
        this.build = build;
        this.steps = steps;
        int words = Math.toIntExact(Math.ceilDiv(build.rows().rowCount(), Integer.SIZE));
        this.matched = steps.kind() == JoinKind.FULL ? new AtomicIntegerArray(words) : null;
    }

    @Override
    public Schema schema() {
        return steps.schema();
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        ProbeCursor cursor = claim();
        if (cursor == null) {
            cursor = pull(context);
        }
        if (cursor == null && isQuiet()) {
            // What the input kept for a pull that was under way is there now, if anything is.
            cursor = pull(context);
        }
        return cursor != null ? probed(cursor, context) : unmatched(context);
    }

    /// Whether a full join has only its unmatched right rows left, as far as this thread can see.
    private synchronized boolean isQuiet() {
        return matched != null && inputEnded && busy.isEmpty() && idle.isEmpty() && pulls.isEmpty();
    }

    private synchronized @Nullable ProbeCursor claim() {
        ProbeCursor cursor = idle.pollFirst();
        if (cursor != null) {
            busy.add(cursor);
        }
        return cursor;
    }

    /// The next left batch, ready to be probed, or null if there is none.
    private @Nullable ProbeCursor pull(QueryContext context) {
        Long lowest = startPull();
        ProbeCursor cursor = null;
        boolean ended = false;
        try {
            Batch batch = input.next(context);
            ended = batch == null;
            if (batch != null) {
                try (batch;
                        var _ = context.phases().time(Phase.GROUP)) {
                    cursor = new ProbeCursor(steps.withKeys(batch.table(), context), batch.firstRow(), build, steps);
                }
            }
            return cursor;
        } finally {
            endPull(lowest, cursor, ended);
        }
    }

    private synchronized Long startPull() {
        Long lowest = input.lowestNextRow();
        pulls.add(lowest);
        return lowest;
    }

    private synchronized void endPull(Long lowest, @Nullable ProbeCursor cursor, boolean ended) {
        pulls.remove(lowest);
        inputEnded |= ended;
        if (cursor != null) {
            busy.add(cursor);
            rowsEnd = Math.max(rowsEnd, cursor.endRow());
        }
    }

    private Batch probed(ProbeCursor cursor, QueryContext context) {
        boolean goesOn = false;
        RowPairs room = room();
        try {
            Batch batch = cursor.next(BATCH_PAIRS, room, matched, context);
            goesOn = !cursor.isDone();
            return batch;
        } finally {
            giveBack(cursor, goesOn, room);
        }
    }

    private synchronized RowPairs room() {
        RowPairs room = rooms.pollFirst();
        return room == null ? new RowPairs() : room;
    }

    private void giveBack(ProbeCursor cursor, boolean goesOn, RowPairs room) {
        synchronized (this) {
            if (room.count() <= 2 * BATCH_PAIRS) {
                rooms.addFirst(room);
            }
            busy.remove(cursor);
            if (goesOn) {
                idle.addLast(cursor);
            }
        }
        if (!goesOn) {
            cursor.close();
        }
    }

    /// The next right rows of a full join that no left row matches, once all left rows are through. A thread
    /// that comes before that ends: the last one at work finds them.
    private @Nullable Batch unmatched(QueryContext context) {
        RowPairs rows = new RowPairs();
        long firstRow;
        synchronized (this) {
            if (matched == null || !isQuiet()) {
                return null;
            }
            int from = nextUnmatched;
            int end = Math.toIntExact(build.rows().rowCount());
            for (; nextUnmatched < end && rows.count() < BATCH_PAIRS; nextUnmatched++) {
                if ((matched.get(nextUnmatched / Integer.SIZE) >>> nextUnmatched % Integer.SIZE & 1) == 0) {
                    rows.add(RowPairs.NONE, nextUnmatched);
                }
            }
            firstRow = rowsEnd + from;
        }
        return rows.count() == 0 ? null : new Batch(steps.unmatched(build.rows(), rows, context), firstRow);
    }

    @Override
    public synchronized long lowestNextRow() {
        long end = matched == null ? Long.MAX_VALUE : rowsEnd + nextUnmatched;
        return LongStream.of(
                        Math.min(isQuiet() ? Long.MAX_VALUE : input.lowestNextRow(), end),
                        pulls.stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE),
                        busy.stream().mapToLong(ProbeCursor::nextRow).min().orElse(Long.MAX_VALUE),
                        idle.stream().mapToLong(ProbeCursor::nextRow).min().orElse(Long.MAX_VALUE))
                .min()
                .orElseThrow();
    }

    @Override
    public void close() {
        idle.forEach(ProbeCursor::close);
        idle.clear();
        input.close();
        build.close();
    }
}
