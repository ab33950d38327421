package dev.sheaf.spark.plan;

import dev.sheaf.query.BackendPreference;
import dev.sheaf.spark.task.MapMetrics;
import dev.sheaf.spark.task.PartialTask;
import dev.sheaf.spark.task.Shuffle;
import dev.sheaf.spark.translate.AggregateSpec;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import org.apache.spark.sql.execution.ColumnarToRowTransition;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/// The map side of an aggregation on Sheaf: rows come in, and rows of a partition and partial states go out.
class SheafPartialExec extends UnaryPlan {
    /// Where the rows come from, and why, in words.
    static final TreeNodeTag<String> INPUT = new TreeNodeTag<>("sheaf.input");

    private final AggregateSpec spec;
    private final Shuffle shuffle;
    private final BackendPreference backend;
    private final MapMetrics metrics;

    SheafPartialExec(
            String description,
            AggregateSpec spec,
            Shuffle shuffle,
            BackendPreference backend,
            Seq<Attribute> output,
            SparkPlan child) {
        super(description, child, output);
        this.spec = spec;
        this.shuffle = shuffle;
        this.backend = backend;
        this.metrics = MapMetrics.of(child.session().sparkContext());
    }

    /// Above an operator that gives batches this is where columns become rows, and takes the batches as they are.
    /// Spark looks for no such place below, so only an operator without children may be there.
    static SheafPartialExec above(
            SparkPlan child,
            String description,
            AggregateSpec spec,
            Shuffle shuffle,
            BackendPreference backend,
            Seq<Attribute> output) {
        return takesBatches(child)
                ? new OfBatches(description, spec, shuffle, backend, output, child)
                : new SheafPartialExec(description, spec, shuffle, backend, output, child);
    }

    /// Whether an operator gives batches that can be taken as they are.
    static boolean takesBatches(SparkPlan child) {
        return child.supportsColumnar() && child.children().isEmpty();
    }

    AggregateSpec spec() {
        return spec;
    }

    SQLMetric groups() {
        return metrics.groups();
    }

    PartialTask work() {
        return new PartialTask(spec, shuffle, backend, metrics);
    }

    @Override
    Object task() {
        return List.of(spec, shuffle, backend);
    }

    @Override
    SparkPlan withChild(SparkPlan newChild) {
        return above(newChild, description(), spec, shuffle, backend, output());
    }

    @Override
    public Map<String, SQLMetric> metrics() {
        return metrics.byName();
    }

    @Override
    public String nodeName() {
        return "SheafPartialAggregate";
    }

    @Override
    public RDD<InternalRow> doExecute() {
        return child().execute().toJavaRDD().mapPartitions(work()::ofRows).rdd();
    }

    /// The map side above a scan that gives batches; no rows are made of them.
    private static final class OfBatches extends SheafPartialExec implements ColumnarToRowTransition {
        OfBatches(
                String description,
                AggregateSpec spec,
                Shuffle shuffle,
                BackendPreference backend,
                Seq<Attribute> output,
                SparkPlan child) {
            super(description, spec, shuffle, backend, output, child);
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
