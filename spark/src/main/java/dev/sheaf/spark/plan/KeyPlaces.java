package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.physical.CoalescedBoundary;
import org.apache.spark.sql.catalyst.plans.physical.CoalescedHashPartitioning;
import org.apache.spark.sql.catalyst.plans.physical.HashPartitioning;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.catalyst.plans.physical.ShufflePartitionIdPassThrough;
import org.apache.spark.sql.catalyst.plans.physical.SinglePartition$;
import org.apache.spark.sql.catalyst.plans.physical.UnknownPartitioning;
import org.apache.spark.sql.execution.CoalescedPartitionSpec;
import org.apache.spark.sql.execution.ShufflePartitionSpec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AQEShuffleReadExec;
import scala.collection.immutable.Seq;

/// How the result is partitioned. The exchange carries partition numbers, of which Spark cannot know that they are the
/// hash of the keys; so this says it.
///
/// @param places where the keys that are hashed are in the output; empty if one of them is not there
record KeyPlaces(List<Integer> places) implements Serializable {
    KeyPlaces {
        places = List.copyOf(places);
    }

    /// What the output of an operator above `child` is partitioned by.
    Partitioning partitioning(SparkPlan child, Seq<Attribute> output) {
        Partitioning given = child.outputPartitioning();
        if (given.equals(SinglePartition$.MODULE$)) {
            return given;
        }
        if (!places.isEmpty() && given instanceof ShufflePartitionIdPassThrough numbers) {
            return byKeys(output, numbers.numPartitions());
        }
        if (!places.isEmpty() && child instanceof AQEShuffleReadExec read && read.isCoalescedRead()) {
            return coalesced(read, output);
        }
        return new UnknownPartitioning(given.numPartitions());
    }

    private HashPartitioning byKeys(Seq<Attribute> output, int partitions) {
        List<Expression> keys =
                places.stream().map(place -> (Expression) output.apply(place)).toList();
        return new HashPartitioning(ScalaLists.seq(keys), partitions);
    }

    private Partitioning coalesced(AQEShuffleReadExec read, Seq<Attribute> output) {
        List<CoalescedBoundary> bounds = new ArrayList<>();
        for (ShufflePartitionSpec part : ScalaLists.<ShufflePartitionSpec>list(read.partitionSpecs())) {
            if (part instanceof CoalescedPartitionSpec run) {
                bounds.add(new CoalescedBoundary(run.startReducerIndex(), run.endReducerIndex()));
            }
        }
        int partitions = read.child().outputPartitioning().numPartitions();
        return new CoalescedHashPartitioning(byKeys(output, partitions), ScalaLists.seq(bounds));
    }
}
