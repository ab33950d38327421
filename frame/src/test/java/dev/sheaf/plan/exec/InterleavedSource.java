package dev.sheaf.plan.exec;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// A source that reads several groups of rows at once, as readers of files do: while calls overlap, batches come
/// in no order. Its column `row` counts from 0.
final class InterleavedSource implements BatchSource {
    static final Schema SCHEMA = Schema.of(new Field("row", DataType.INT64));

    private final boolean tells;
    private final long groupRows;
    private final int batchRows;
    private final SplittableRandom random;
    private final Deque<Long> unopened = new ArrayDeque<>();
    private final Deque<long[]> idle = new ArrayDeque<>();
    private final Deque<long[]> busy = new ArrayDeque<>();

    /// A source that `tells` what comes next or not.
    InterleavedSource(boolean tells, int groups, int groupRows, int batchRows, SplittableRandom random) {
        this.tells = tells;
        this.groupRows = groupRows;
        this.batchRows = batchRows;
        this.random = random;
        LongStream.range(0, groups).forEach(group -> unopened.add(group * groupRows));
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        long[] cursor = take();
        if (cursor == null) {
            return null;
        }
        long first = cursor[0];
        long rows = Math.min(batchRows, cursor[1] - first);
        try (TableBuilder builder = new TableBuilder(SCHEMA, context.pool())) {
            for (long row = 0; row < rows; row++) {
                builder.row(first + row);
            }
            Table table = builder.build();
            giveBack(cursor, first + rows);
            return new Batch(table, first);
        }
    }

    /// A cursor of next and end row; opens a group where another is being read, or, if it tells, now and then.
    private synchronized long @Nullable [] take() {
        boolean mayOpen = !unopened.isEmpty();
        long[] cursor = mayOpen && tells && random.nextBoolean() ? null : idle.pollFirst();
        if (cursor == null && mayOpen) {
            long first = unopened.pollFirst();
            cursor = new long[] {first, first + groupRows};
        }
        if (cursor == null) {
            cursor = idle.pollFirst();
        }
        if (cursor != null) {
            busy.add(cursor);
        }
        return cursor;
    }

    private synchronized void giveBack(long[] cursor, long next) {
        busy.remove(cursor);
        cursor[0] = next;
        if (next < cursor[1]) {
            idle.addLast(cursor);
        }
    }

    @Override
    public synchronized long lowestNextRow() {
        if (!tells) {
            return Long.MIN_VALUE;
        }
        long lowest = unopened.isEmpty() ? Long.MAX_VALUE : unopened.getFirst();
        for (long[] cursor : idle) {
            lowest = Math.min(lowest, cursor[0]);
        }
        for (long[] cursor : busy) {
            lowest = Math.min(lowest, cursor[0]);
        }
        return lowest;
    }

    @Override
    public void close() {}
}
