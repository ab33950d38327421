package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import dev.sheaf.spark.translate.SparkTypes;
import dev.sheaf.spark.translate.UntranslatableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import scala.Option;

/// An aggregation with a DISTINCT beside other functions as two:
///
/// ```
/// SELECT k, count(DISTINCT d), sum(v) FROM t GROUP BY k
/// SELECT k, count(d), sum(s) FROM (SELECT k, d, sum(v) AS s FROM t GROUP BY k, d) GROUP BY k
/// ```
final class DistinctSplit {
    private final Aggregate whole;
    /// What is grouped by first: the keys, and the arguments of the DISTINCT, by their canonical forms.
    private final Map<Expression, NamedExpression> keys = new LinkedHashMap<>();
    private final List<NamedExpression> parts = new ArrayList<>();

    DistinctSplit(Aggregate whole) {
        this.whole = whole;
        ScalaLists.<Expression>list(whole.groupingExpressions()).forEach(this::addGrouping);
        functions(whole).stream()
                .filter(AggregateExpression::isDistinct)
                .flatMap(distinct -> arguments(distinct).stream())
                .forEach(this::addKey);
    }

    /// Whether an aggregation has functions with DISTINCT, all of the same arguments and without a FILTER, and others.
    static boolean isWanted(Aggregate aggregate) {
        List<AggregateExpression> functions = functions(aggregate);
        Set<Set<Expression>> distinct = new HashSet<>();
        for (AggregateExpression function : functions) {
            if (function.isDistinct()) {
                Set<Expression> arguments = new HashSet<>();
                arguments(function).forEach(argument -> arguments.add(argument.canonicalized()));
                distinct.add(arguments);
            }
        }
        return distinct.size() == 1
                && functions.stream().anyMatch(function -> !function.isDistinct())
                && functions.stream()
                        .allMatch(function -> function.deterministic()
                                && (!function.isDistinct() || function.filter().isEmpty()))
                && aggregate.hint().isEmpty()
                && !aggregate.isStreaming();
    }

    private static List<AggregateExpression> functions(Aggregate aggregate) {
        List<AggregateExpression> found = new ArrayList<>();
        ScalaLists.<NamedExpression>list(aggregate.aggregateExpressions())
                .forEach(output -> collect((Expression) output, found));
        return found;
    }

    private static void collect(Expression expression, List<AggregateExpression> found) {
        if (expression instanceof AggregateExpression function) {
            found.add(function);
        } else {
            ScalaLists.<Expression>list(expression.children()).forEach(child -> collect(child, found));
        }
    }

    private static List<Expression> arguments(AggregateExpression function) {
        return ScalaLists.list(function.aggregateFunction().children());
    }

    /// Spark has had expressions computed below by then.
    private void addGrouping(Expression key) {
        if (!(key instanceof Attribute)) {
            throw new UntranslatableException("a key that is no column");
        }
        addKey(key);
    }

    private void addKey(Expression key) {
        SparkTypes.of(key.dataType());
        if (key.foldable()) {
            throw new UntranslatableException("a constant as a key");
        }
        keys.computeIfAbsent(
                key.canonicalized(), _ -> key instanceof Attribute attribute ? attribute : ComputedInput.named(key));
    }

    /// @throws UntranslatableException if one of the functions has no parts that make it
    LogicalPlan plan() {
        List<NamedExpression> results = ScalaLists.<NamedExpression>list(whole.aggregateExpressions()).stream()
                .map(output -> (NamedExpression) ofParts((Expression) output))
                .toList();
        List<NamedExpression> outputs = new ArrayList<>(keys.values());
        outputs.addAll(parts);
        List<Expression> grouped = keys.values().stream()
                .map(key -> Binding.unnamed((Expression) key))
                .toList();
        Aggregate first =
                new Aggregate(ScalaLists.seq(grouped), ScalaLists.seq(outputs), whole.child(), Option.empty());
        return new Aggregate(whole.groupingExpressions(), ScalaLists.seq(results), first, Option.empty());
    }

    private Expression ofParts(Expression output) {
        if (output.containsPattern(TreePattern.PLAN_EXPRESSION())) {
            throw new UntranslatableException("a query within an expression");
        }
        return output.transformUp(new Substitution(
                expression -> expression instanceof AggregateExpression function ? merged(function) : null));
    }

    private Expression merged(AggregateExpression function) {
        return function.isDistinct()
                ? ofDistinctRows(function.aggregateFunction()).toAggregateExpression(false, Option.empty())
                : Parts.merged(function.aggregateFunction(), part -> part(part, function.filter()));
    }

    private AggregateFunction ofDistinctRows(AggregateFunction function) {
        List<Expression> arguments = ScalaLists.<Expression>list(function.children()).stream()
                .<Expression>map(argument -> (Expression) Objects.requireNonNull(keys.get(argument.canonicalized()))
                        .toAttribute())
                .toList();
        return (AggregateFunction) function.withNewChildren(ScalaLists.seq(arguments));
    }

    private Expression part(AggregateFunction function, Option<Expression> filter) {
        NamedExpression part = ComputedInput.named(function.toAggregateExpression(false, filter));
        parts.add(part);
        return (Expression) part.toAttribute();
    }
}
