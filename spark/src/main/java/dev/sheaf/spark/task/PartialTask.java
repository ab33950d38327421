package dev.sheaf.spark.task;

import dev.sheaf.query.BackendPreference;
import dev.sheaf.spark.column.BatchFiller;
import dev.sheaf.spark.translate.AggregateSpec;
import java.io.Serializable;
import java.util.Iterator;
import java.util.function.BiConsumer;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/// The map side of an aggregation, as it is sent to executors: from Spark's rows or batches to rows that hold partial
/// states.
///
/// @param backend what groups rows where the task has a GPU
public record PartialTask(AggregateSpec spec, Shuffle shuffle, BackendPreference backend, MapMetrics metrics)
        implements Serializable {
    /// Reads rows.
    public Iterator<InternalRow> ofRows(Iterator<InternalRow> rows) {
        return run(rows, BatchFiller::add);
    }

    /// Reads batches.
    public Iterator<InternalRow> ofBatches(Iterator<ColumnarBatch> batches) {
        return run(batches, BatchFiller::add);
    }

    private <T> Iterator<InternalRow> run(Iterator<T> input, BiConsumer<BatchFiller, T> add) {
        TaskDevice device = TaskDevice.of(backend, TaskContext.get().resourcesJMap());
        return new PartialRows<>(spec, shuffle, device, metrics, input, add);
    }
}
