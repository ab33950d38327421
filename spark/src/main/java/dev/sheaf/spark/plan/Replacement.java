package dev.sheaf.spark.plan;

import dev.sheaf.spark.scan.SheafParquet;
import dev.sheaf.spark.task.Shuffle;
import dev.sheaf.spark.translate.AggregateSpec;
import dev.sheaf.spark.translate.Guards;
import dev.sheaf.spark.translate.LastStep;
import dev.sheaf.spark.translate.Measure;
import dev.sheaf.spark.translate.ScalaLists;
import dev.sheaf.spark.translate.Translator;
import dev.sheaf.spark.translate.UntranslatableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.DirectShufflePartitionID;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.First;
import org.apache.spark.sql.catalyst.expressions.aggregate.Last;
import org.apache.spark.sql.catalyst.expressions.aggregate.MaxMinBy;
import org.apache.spark.sql.catalyst.plans.physical.HashPartitioning;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.catalyst.plans.physical.ShufflePartitionIdPassThrough;
import org.apache.spark.sql.catalyst.plans.physical.SinglePartition$;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import scala.collection.immutable.Seq;

/// Makes of a pair of Spark's the pair of ours.
///
/// ```
/// SheafFinalAggregate <-- exchange of (partition, states) <-- SheafPartialAggregate <-- input
/// ```
final class Replacement {
    private final AggregatePair pair;
    private final Input input;
    private final SessionSettings settings;
    private final String source;
    private final String description;
    private final List<NamedExpression> keys;
    private final List<NamedExpression> results;

    private Replacement(AggregatePair pair, Input input, SessionSettings settings, String source) {
        this.pair = pair;
        this.input = input;
        this.settings = settings;
        this.source = source;
        this.description = Description.of(pair.first());
        this.keys = ScalaLists.list(pair.last().groupingExpressions());
        this.results = ScalaLists.list(pair.last().resultExpressions());
    }

    /// The plan that takes the place of the pair. What Sheaf cannot compute of the input, Spark computes.
    ///
    /// @throws UntranslatableException if Sheaf cannot do the rest
    static SparkPlan of(AggregatePair pair, SessionSettings settings) {
        String source = "rows of " + AbsorbedInput.source(pair.input()).nodeName();
        try {
            Optional<Input> absorbed = AbsorbedInput.below(pair.input());
            if (absorbed.isPresent()) {
                Input scan = absorbed.get();
                return new Replacement(pair, scan, settings, SheafParquet.source(scan.plan())).plan();
            }
        } catch (UntranslatableException refused) { // the other input has no expressions that this one had
            source = "computed by Spark: " + refused.reason();
        }
        return new Replacement(pair, new ComputedInput(pair.input()), settings, source).plan();
    }

    private SparkPlan plan() {
        AggregateSpec spec = spec();
        checkTranslates(spec);
        Shuffle shuffle = shuffle();
        Seq<Expression> finished = results();
        SheafFinalExec last = new SheafFinalExec(
                description,
                spec,
                finished,
                keyPlaces(shuffle),
                asPlan(pair.last()).output(),
                exchange(spec, shuffle));
        last.copyTagsFrom(asPlan(pair.last()));
        return inOrder(last);
    }

    private void checkTranslates(AggregateSpec spec) {
        try {
            Translator.translate(spec);
        } catch (UntranslatableException refused) {
            throw refused.over(ScalaLists.list(input.plan().output()));
        }
    }

    private AggregateSpec spec() {
        List<Expression> columns = ScalaLists.<NamedExpression>list(pair.first().groupingExpressions()).stream()
                .map(key -> input.column(Binding.unnamed((Expression) key)))
                .toList();
        List<Measure> measures = expressions(pair.first().aggregateExpressions()).stream()
                .map(this::measure)
                .toList();
        Binding binding = Binding.toPlaces(ScalaLists.list(input.plan().output()));
        Expression condition = input.condition();
        return new AggregateSpec(
                condition == null ? null : binding.bind(condition),
                new ArrayList<>(columns.stream().map(binding::bind).toList()),
                new ArrayList<>(measures.stream()
                        .map(measure -> bound(measure, binding))
                        .toList()),
                settings.sums());
    }

    private Measure measure(AggregateExpression expression) {
        AggregateFunction function = expression.aggregateFunction();
        checkComputedForAll(function);
        if (expression.filter().isEmpty()) {
            return new Measure(input.function(function), null);
        }
        Expression filter = expression.filter().get();
        return new Measure(input.function(Filtered.arguments(function, filter)), input.column(filter));
    }

    /// Spark computes what these functions choose from for some rows only; Sheaf, and a projection of Spark's, for all.
    private static void checkComputedForAll(AggregateFunction function) {
        boolean isChoice = function instanceof First || function instanceof Last || function instanceof MaxMinBy;
        if (isChoice
                && ScalaLists.<Expression>list(function.children()).stream().anyMatch(Guards::mayFail)) {
            throw new UntranslatableException(
                    "an argument of " + function.prettyName() + " that may fail in a row that Spark passes over");
        }
    }

    private static Measure bound(Measure measure, Binding binding) {
        Expression filter = measure.filter();
        return new Measure(
                (AggregateFunction) binding.bind(measure.function()), filter == null ? null : binding.bind(filter));
    }

    private static List<AggregateExpression> expressions(Seq<AggregateExpression> given) {
        return ScalaLists.list(given);
    }

    private Shuffle shuffle() {
        return switch (pair.exchange().outputPartitioning()) {
            case HashPartitioning hash -> new Shuffle(hashed(hash), hash.numPartitions());
            case Partitioning single when single.equals(SinglePartition$.MODULE$) -> new Shuffle(List.of(), 1);
            default -> throw new UntranslatableException("partitioning other than by hash");
        };
    }

    private List<Integer> hashed(HashPartitioning hash) {
        List<ExprId> ids = keys.stream().map(NamedExpression::exprId).toList();
        List<Integer> places = ScalaLists.<Expression>list(hash.expressions()).stream()
                .map(key -> key instanceof Attribute attribute ? ids.indexOf(attribute.exprId()) : -1)
                .toList();
        if (places.contains(-1)) {
            throw new UntranslatableException("partitioning by other than keys");
        }
        return places;
    }

    private ShuffleExchangeExec exchange(AggregateSpec spec, Shuffle shuffle) {
        Attribute partition = attribute("partition", DataTypes.IntegerType);
        Attribute state = attribute("state", DataTypes.BinaryType);
        SheafPartialExec first = SheafPartialExec.above(
                SheafParquet.over(input.plan()),
                description,
                spec,
                shuffle,
                settings.backend(),
                ScalaLists.seq(List.of(partition, state)));
        first.copyTagsFrom(asPlan(pair.first()));
        first.setTagValue(SheafPartialExec.INPUT, source);
        Partitioning given = pair.exchange().outputPartitioning();
        Partitioning partitioning = given.equals(SinglePartition$.MODULE$)
                ? given
                : new ShufflePartitionIdPassThrough(
                        new DirectShufflePartitionID((Expression) partition), shuffle.partitions());
        ShuffleExchangeExec exchange = new ShuffleExchangeExec(
                partitioning,
                first,
                pair.exchange().shuffleOrigin(),
                pair.exchange().advisoryPartitionSize());
        exchange.copyTagsFrom(pair.exchange());
        return exchange;
    }

    private static Attribute attribute(String name, DataType type) {
        return new AttributeReference(
                name, type, false, Metadata.empty(), NamedExpression.newExprId(), ScalaLists.seq(List.of()));
    }

    /// What Spark makes of keys and buffers: its last step of each function within its expressions of the result.
    private Seq<Expression> results() {
        List<Attribute> row = new ArrayList<>();
        keys.forEach(key -> row.add(key.toAttribute()));
        List<AggregateExpression> expressions = expressions(pair.last().aggregateExpressions());
        List<Attribute> attributes = ScalaLists.list(pair.last().aggregateAttributes());
        List<LastStep> steps = new ArrayList<>();
        for (int i = 0; i < expressions.size(); i++) {
            LastStep step = LastStep.of(expressions.get(i).aggregateFunction(), attributes.get(i));
            row.addAll(step.fields());
            steps.add(step);
        }
        Binding binding = Binding.toPlaces(row);
        for (int i = 0; i < steps.size(); i++) {
            binding.add(attributes.get(i), steps.get(i).result());
        }
        return ScalaLists.seq(results.stream().map(binding::bindNamed).toList());
    }

    private KeyPlaces keyPlaces(Shuffle shuffle) {
        List<Integer> places = new ArrayList<>();
        for (int key : shuffle.keys()) {
            int place = placeOf(keys.get(key).exprId());
            if (place < 0) {
                return new KeyPlaces(List.of());
            }
            places.add(place);
        }
        return new KeyPlaces(places);
    }

    private int placeOf(ExprId key) {
        for (int place = 0; place < results.size(); place++) {
            Object result = results.get(place) instanceof Alias alias ? alias.child() : results.get(place);
            if (result instanceof Attribute attribute && attribute.exprId().equals(key)) {
                return place;
            }
        }
        return -1;
    }

    /// Who stands above an aggregation by sorting may rely on its order.
    private SparkPlan inOrder(SparkPlan last) {
        var order = asPlan(pair.last()).outputOrdering();
        return order.isEmpty() ? last : new SortExec(order, false, last, 0);
    }

    private static SparkPlan asPlan(Object half) {
        return (SparkPlan) half;
    }
}
