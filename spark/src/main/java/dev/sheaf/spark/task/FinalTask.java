package dev.sheaf.spark.task;

import dev.sheaf.spark.translate.AggregateSpec;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.collection.immutable.Seq;

/// The reduce side of an aggregation, as it is sent to executors: from rows that hold partial states to rows of the
/// result.
///
/// @param results what Spark makes of the keys and buffers, by their places
/// @param rows counts the rows of the result
/// @param spilled counts the bytes that went to disk
/// @param mergeTime adds up the time in merging and finishing groups
public record FinalTask(
        AggregateSpec spec, Seq<Expression> results, SQLMetric rows, SQLMetric spilled, SQLMetric mergeTime)
        implements Serializable {
    /// Reads rows whose second field is a state.
    public Iterator<InternalRow> run(Iterator<InternalRow> states) {
        return new FinalRows(spec, results, new FinalRows.Counts(rows, spilled, mergeTime), states);
    }
}
