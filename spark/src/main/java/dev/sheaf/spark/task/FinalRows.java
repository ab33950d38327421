package dev.sheaf.spark.task;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.io.arrow.PartialStates;
import dev.sheaf.memory.Buffer;
import dev.sheaf.spark.column.RowWriter;
import dev.sheaf.spark.translate.AggregateSpec;
import dev.sheaf.spark.translate.Translation;
import dev.sheaf.spark.translate.Translator;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.immutable.Seq;

/// Merges the states of a partition when the first row is asked for, and hands out the rows of the result.
final class FinalRows implements Iterator<InternalRow> {
    private static final Path NAME = Path.of("state-of-the-exchange");
    private static final int STATE = 1;

    private final SQLMetric rowCount;
    private final Iterator<InternalRow> states;
    private final TaskContext running = TaskContext.get();
    private final TaskMemory memory = TaskMemory.open(running);
    private final Translation translation;
    private final UnsafeProjection projection;
    private final RowWriter writer;
    private final Queue<Table> tables = new ArrayDeque<>();
    private boolean merged;
    private long row;

    FinalRows(AggregateSpec spec, Seq<Expression> results, SQLMetric rowCount, Iterator<InternalRow> states) {
        this.rowCount = rowCount;
        this.states = states;
        this.translation = Translator.translate(spec);
        this.writer = new RowWriter(translation.slots());
        this.projection = UnsafeProjection.create(results);
        projection.initialize(running.partitionId());
        running.addTaskCompletionListener((TaskCompletionListener) _ -> tables.forEach(Table::close));
    }

    private void merge() {
        merged = true;
        try (Accumulator groups = Backends.accumulate(translation.request(), Long.MAX_VALUE, memory.context())) {
            while (states.hasNext()) {
                merge(groups, states.next().getBinary(STATE));
            }
            groups.forEachResult(table -> {
                if (table.rowCount() > 0) {
                    tables.add(table.retain());
                }
            });
        } catch (ArithmeticException overflow) {
            throw QueryExecutionErrors.arithmeticOverflowError(String.valueOf(overflow.getMessage()), "try_sum", null);
        }
    }

    private void merge(Accumulator groups, byte[] bytes) {
        try (Buffer copy = memory.pool().allocate(bytes.length, "state of the exchange")) {
            MemorySegment segment = copy.segment().asSlice(0, bytes.length);
            segment.copyFrom(MemorySegment.ofArray(bytes));
            try (PartialState state = PartialStates.read(segment, NAME, translation.request(), memory.context())) {
                groups.merge(state.table(), state.rows());
            }
        }
    }

    @Override
    public boolean hasNext() {
        if (!merged) {
            merge();
        }
        while (!tables.isEmpty() && row == tables.element().rowCount()) {
            tables.remove().close();
            row = 0;
        }
        return !tables.isEmpty();
    }

    @Override
    public InternalRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        rowCount.add(1);
        return projection.apply(writer.row(tables.element(), row++));
    }
}
