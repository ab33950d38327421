package dev.sheaf.spark.task;

import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backends;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.spark.column.RowWriter;
import dev.sheaf.spark.translate.AggregateSpec;
import dev.sheaf.spark.translate.Translation;
import dev.sheaf.spark.translate.Translator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/// Merges the states of a partition when the first row is asked for, and hands out the rows of the result. Where the
/// groups have gone to disk they come back a part at a time, as rows are asked for.
final class FinalRows implements Iterator<InternalRow> {
    private static final int STATE = 1;

    private final ReduceMetrics metrics;
    private final Iterator<InternalRow> states;
    private final TaskContext running = TaskContext.get();
    private final TaskMemory memory = TaskMemory.open(running);
    private final Translation translation;
    private final UnsafeProjection projection;
    private final RowWriter writer;
    private @Nullable Accumulator groups;
    private @Nullable BatchSource results;
    private @Nullable Batch batch;
    private boolean ended;
    private long row;

    FinalRows(AggregateSpec spec, Seq<Expression> finished, ReduceMetrics metrics, Iterator<InternalRow> states) {
        this.metrics = metrics;
        this.states = states;
        this.translation = Translator.translate(spec);
        this.writer = new RowWriter(translation.slots());
        this.projection = UnsafeProjection.create(finished);
        projection.initialize(running.partitionId());
        running.addTaskCompletionListener((TaskCompletionListener) _ -> close());
    }

    private BatchSource results() {
        if (results == null) {
            Accumulator merged = Backends.accumulate(translation.request(), Long.MAX_VALUE, memory.context());
            groups = merged;
            while (states.hasNext()) {
                merge(merged, states.next().getBinary(STATE));
            }
            metrics.strategy().set(Strategy.bit(merged.decision()));
            results = merged.results();
        }
        return results;
    }

    private @Nullable Batch nextBatch() {
        BatchSource from = results();
        long start = System.nanoTime();
        try {
            return Overflows.get(() -> from.next(memory.context()));
        } finally {
            metrics.mergeTime().add(System.nanoTime() - start);
        }
    }

    private void merge(Accumulator groups, byte[] bytes) {
        long start = System.nanoTime();
        StateBytes.read(
                bytes,
                translation.request(),
                memory.context(),
                state -> Overflows.run(() -> groups.merge(state.table(), state.rows())));
        metrics.mergeTime().add(System.nanoTime() - start);
    }

    @Override
    public boolean hasNext() {
        while (!ended && (batch == null || row == batch.rowCount())) {
            closeBatch();
            batch = nextBatch();
            row = 0;
            if (batch == null) {
                close();
            }
        }
        return !ended;
    }

    @Override
    public InternalRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        metrics.rows().add(1);
        return projection.apply(writer.row(Objects.requireNonNull(batch).table(), row++));
    }

    private void closeBatch() {
        if (batch != null) {
            batch.close();
            batch = null;
        }
    }

    /// At the end of the rows or of the task, whichever comes first.
    private void close() {
        ended = true;
        closeBatch();
        if (results != null) {
            results.close();
            results = null;
        }
        if (groups != null) {
            metrics.spilled().add(memory.context().spill().bytesWritten());
            groups.close();
            groups = null;
        }
    }
}
