package dev.sheaf.spark.task;

import dev.sheaf.spark.translate.AggregateSpec;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import scala.collection.immutable.Seq;

/// The reduce side of an aggregation, as it is sent to executors: from rows that hold partial states to rows of the
/// result.
///
/// @param results what Spark makes of the keys and buffers, by their places
public record FinalTask(AggregateSpec spec, Seq<Expression> results, ReduceMetrics metrics) implements Serializable {
    /// Reads rows whose second field is a state.
    public Iterator<InternalRow> run(Iterator<InternalRow> states) {
        return new FinalRows(spec, results, metrics, states);
    }
}
