package dev.sheaf.spark.plan;

import dev.sheaf.spark.task.FinalTask;
import dev.sheaf.spark.task.ReduceMetrics;
import dev.sheaf.spark.translate.AggregateSpec;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.Option;
import scala.PartialFunction;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/// The reduce side of an aggregation on Sheaf: rows of partial states come in, and rows of the result go out.
final class SheafFinalExec extends UnaryPlan {
    private final AggregateSpec spec;
    private final Seq<Expression> results;
    private final KeyPlaces keys;
    private final ReduceMetrics metrics;

    /// @param results what the rows of the result are made of, by the places of keys and buffers
    /// @param keys where the keys by which the groups are partitioned are in the output
    SheafFinalExec(
            String description,
            AggregateSpec spec,
            Seq<Expression> results,
            KeyPlaces keys,
            Seq<Attribute> output,
            SparkPlan child) {
        super(description, child, output);
        this.spec = spec;
        this.results = results;
        this.keys = keys;
        this.metrics = ReduceMetrics.of(child.session().sparkContext());
    }

    @Override
    Object task() {
        return List.of(spec, results);
    }

    @Override
    SparkPlan withChild(SparkPlan newChild) {
        return new SheafFinalExec(description(), spec, results, keys, output(), newChild);
    }

    @Override
    public Map<String, SQLMetric> metrics() {
        return metrics.byName();
    }

    @Override
    public String nodeName() {
        return "SheafFinalAggregate";
    }

    @Override
    public Partitioning outputPartitioning() {
        return keys.partitioning(child(), output());
    }

    /// Statistics of the exchange below come out with the number of groups in it.
    @Override
    public <B> Option<B> collectFirst(PartialFunction<SparkPlan, B> wanted) {
        return GroupCounts.corrected(super.collectFirst(wanted), child());
    }

    @Override
    public RDD<InternalRow> doExecute() {
        FinalTask work = new FinalTask(spec, results, metrics);
        return child().execute().toJavaRDD().mapPartitions(work::run).rdd();
    }
}
