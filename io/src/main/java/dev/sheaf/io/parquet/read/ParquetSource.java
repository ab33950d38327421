package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.io.parquet.meta.RowGroupTask;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.bounds.Pruning;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Batches of the row groups of some files.
///
/// ```
///   next() on each thread:   an idle cursor  ->  read a batch  ->  idle again, or closed at the row group's end
///        no idle cursor:     open the next row group
///        none left:          help a busy cursor with the columns of its batch, or wait for one to be idle
/// ```
/// So one thread reads row group after row group, several read several at once, and when there are fewer row
/// groups than threads they share the columns of a batch.
final class ParquetSource implements BatchSource {
    /// How long a thread without work sleeps before it looks whether the query was cancelled.
    private static final long WAIT_NANOS = 50_000_000;

    private final Schema schema;
    private final Scan scan;
    private final Schema all;
    private final @Nullable RowCondition filter;
    private final SourceStats stats;
    private final int batchRows;
    private final Deque<RowGroupTask> tasks;
    private final boolean inOrder;
    private final Deque<RowGroupCursor> idle = new ArrayDeque<>();
    private final List<RowGroupCursor> busy = new ArrayList<>();
    private final List<RowGroupTask> opening = new ArrayList<>();
    private long changes;

    /// Of the columns `schema` of files that have all those of `all`.
    ParquetSource(Schema all, Schema schema, Scan scan, SourceStats stats, List<RowGroupTask> tasks, int batchRows) {
        this.all = all;
        this.schema = schema;
        this.scan = scan;
        this.filter = scan.filter()
                .map(condition -> RowCondition.of(condition, all, schema))
                .orElse(null);
        this.stats = stats;
        this.batchRows = batchRows;
        this.tasks = new ArrayDeque<>(tasks);
        this.inOrder = IntStream.range(1, tasks.size())
                .allMatch(i -> tasks.get(i - 1).firstRow() < tasks.get(i).firstRow());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return stats;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        while (true) {
            context.checkCancelled();
            switch (claim(context)) {
                case Claim.Read(RowGroupCursor cursor) -> {
                    return read(cursor, context);
                }
                case Claim.Open(RowGroupTask task) -> {
                    return read(open(task, context), context);
                }
                case Claim.Help(RowGroupCursor cursor) -> {
                    try (var _ = context.phases().time(Phase.READ)) {
                        cursor.help();
                    }
                }
                case Claim.Wait(long seen) -> sleepWhile(seen);
                case Claim.Done() -> {
                    return null;
                }
            }
        }
    }

    /// What a thread does next.
    private sealed interface Claim {
        record Read(RowGroupCursor cursor) implements Claim {}

        record Open(RowGroupTask task) implements Claim {}

        record Help(RowGroupCursor cursor) implements Claim {}

        /// Nothing, until something has changed since `changes` was this.
        record Wait(long changes) implements Claim {}

        record Done() implements Claim {}
    }

    private synchronized Claim claim(QueryContext context) {
        RowGroupCursor cursor = idle.pollFirst();
        if (cursor != null) {
            start(cursor, context);
            return new Claim.Read(cursor);
        }
        RowGroupTask task = nextTask();
        if (task != null) {
            opening.add(task);
            return new Claim.Open(task);
        }
        if (busy.isEmpty() && opening.isEmpty()) {
            return new Claim.Done();
        }
        for (RowGroupCursor other : busy) {
            if (other.wantsHelp()) {
                return new Claim.Help(other);
            }
        }
        return new Claim.Wait(changes);
    }

    private void start(RowGroupCursor cursor, QueryContext context) {
        cursor.startBatch(context.pool());
        busy.add(cursor);
        changed();
    }

    /// Sleeps until cursors have changed, for a while at most.
    private synchronized void sleepWhile(long seen) {
        long deadline = System.nanoTime() + WAIT_NANOS;
        try {
            long left;
            while (changes == seen && (left = deadline - System.nanoTime()) > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new QueryCancelledException("a thread reading " + schema + " was interrupted");
        }
    }

    /// Wakes the threads that wait: there is a batch to begin, or columns of one to help with.
    private synchronized void changed() {
        changes++;
        notifyAll();
    }

    /// A hook for tests of intact files, see `FilePosition.damage`.
    private static boolean trusts(QueryContext context) {
        return context.settings().get("parquet.trust").isPresent();
    }

    /// The next row group that may have rows that are wanted.
    private @Nullable RowGroupTask nextTask() {
        RowGroupTask task = tasks.pollFirst();
        while (task != null && !isWanted(task)) {
            task = tasks.pollFirst();
        }
        return task;
    }

    private boolean isWanted(RowGroupTask task) {
        Optional<Expr> wanted = wanted(task);
        return wanted.isEmpty()
                || Pruning.by(wanted.get(), task.file().schema()).mayMatch(task::bounds);
    }

    private Optional<Expr> wanted(RowGroupTask task) {
        return scan.lead().flatMap(lead -> lead.wanted().apply(task.firstRow()));
    }

    /// The condition of the rows of a row group: the filter, and what is wanted by now.
    private @Nullable RowCondition condition(RowGroupTask task) {
        Optional<Expr> wanted =
                wanted(task).filter(condition -> !ExprColumns.of(condition).isEmpty());
        if (wanted.isEmpty()) {
            return filter;
        }
        List<Expr> both = Stream.concat(wanted.stream(), scan.filter().stream()).toList();
        return RowCondition.of(Conjuncts.join(both).orElseThrow(), all, schema);
    }

    private RowGroupCursor open(RowGroupTask task, QueryContext context) {
        RowGroupCursor cursor = null;
        try (var _ = context.phases().time(Phase.READ)) {
            cursor = new RowGroupCursor(task, schema, condition(task), batchRows, trusts(context), context.pool());
            return cursor;
        } finally {
            opened(task, cursor, context);
        }
    }

    private synchronized void opened(RowGroupTask task, @Nullable RowGroupCursor cursor, QueryContext context) {
        opening.remove(task);
        if (cursor != null) {
            start(cursor, context);
        }
        changed();
    }

    private Batch read(RowGroupCursor cursor, QueryContext context) {
        boolean goesOn = false;
        try (var timer = context.phases().time(Phase.READ)) {
            while (cursor.isChoosing()) {
                cursor.chooseRows(context.pool());
                changed();
            }
            Batch batch = cursor.finishBatch();
            timer.rows(batch.rowCount());
            goesOn = !cursor.isFinished();
            return batch;
        } finally {
            giveBack(cursor, goesOn);
        }
    }

    private void giveBack(RowGroupCursor cursor, boolean goesOn) {
        synchronized (this) {
            busy.remove(cursor);
            if (goesOn) {
                idle.addLast(cursor);
            }
            changed();
        }
        if (!goesOn) {
            cursor.close();
        }
    }

    @Override
    public synchronized long lowestNextRow() {
        return Stream.of(
                        tasks.stream().limit(inOrder ? 1 : tasks.size()).mapToLong(RowGroupTask::firstRow),
                        opening.stream().mapToLong(RowGroupTask::firstRow),
                        busy.stream().mapToLong(RowGroupCursor::batchRow),
                        idle.stream().mapToLong(RowGroupCursor::nextRow))
                .flatMapToLong(rows -> rows)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    @Override
    public synchronized void close() {
        tasks.clear();
        idle.forEach(RowGroupCursor::close);
        idle.clear();
    }
}
