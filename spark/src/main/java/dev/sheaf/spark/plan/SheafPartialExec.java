package dev.sheaf.spark.plan;

import dev.sheaf.spark.task.PartialTask;
import dev.sheaf.spark.task.Shuffle;
import dev.sheaf.spark.translate.AggregateSpec;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.execution.ColumnarToRowTransition;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/// The map side of an aggregation on Sheaf: rows come in, and rows of a partition and partial states go out.
class SheafPartialExec extends UnaryPlan {
    static final String GROUPS = "numGroups";

    private final AggregateSpec spec;
    private final Shuffle shuffle;
    private final SQLMetric groups;

    SheafPartialExec(AggregateSpec spec, Shuffle shuffle, Seq<Attribute> output, SparkPlan child) {
        super(child, output);
        this.spec = spec;
        this.shuffle = shuffle;
        this.groups = SQLMetrics.createMetric(child.session().sparkContext(), "number of groups");
    }

    /// Above an operator that gives batches this is where columns become rows, and takes the batches as they are.
    /// Spark looks for no such place below, so only an operator without children may be there.
    static SheafPartialExec above(SparkPlan child, AggregateSpec spec, Shuffle shuffle, Seq<Attribute> output) {
        return child.supportsColumnar() && child.children().isEmpty()
                ? new OfBatches(spec, shuffle, output, child)
                : new SheafPartialExec(spec, shuffle, output, child);
    }

    AggregateSpec spec() {
        return spec;
    }

    SQLMetric groups() {
        return groups;
    }

    PartialTask work() {
        return new PartialTask(spec, shuffle, groups);
    }

    @Override
    Object task() {
        return List.of(spec, shuffle);
    }

    @Override
    SparkPlan withChild(SparkPlan newChild) {
        return above(newChild, spec, shuffle, output());
    }

    @Override
    public Map<String, SQLMetric> metrics() {
        return metrics(GROUPS, groups);
    }

    @Override
    public String nodeName() {
        return "SheafPartialAggregate";
    }

    @Override
    public RDD<InternalRow> doExecute() {
        return child().execute().toJavaRDD().mapPartitions(work()::ofRows).rdd();
    }

    /// The map side above a scan that gives batches, of which no rows are made.
    private static final class OfBatches extends SheafPartialExec implements ColumnarToRowTransition {
        OfBatches(AggregateSpec spec, Shuffle shuffle, Seq<Attribute> output, SparkPlan child) {
            super(spec, shuffle, output, child);
        }

        @Override
        public RDD<InternalRow> doExecute() {
            return child().executeColumnar()
                    .toJavaRDD()
                    .mapPartitions(work()::ofBatches)
                    .rdd();
        }
    }
}
