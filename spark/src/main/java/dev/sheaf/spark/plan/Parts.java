package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import dev.sheaf.spark.translate.SparkTypes;
import dev.sheaf.spark.translate.UntranslatableException;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.Average;
import org.apache.spark.sql.catalyst.expressions.aggregate.BitAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.aggregate.First;
import org.apache.spark.sql.catalyst.expressions.aggregate.Last;
import org.apache.spark.sql.catalyst.expressions.aggregate.Max;
import org.apache.spark.sql.catalyst.expressions.aggregate.Min;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import scala.Option;

/// Functions over all rows of a group, made of results over parts of them.
final class Parts {
    /// Sums of decimals have ten digits more than these, twice.
    private static final int MOST_DIGITS = 18;

    private final Function<AggregateFunction, Expression> part;

    private Parts(Function<AggregateFunction, Expression> part) {
        this.part = part;
    }

    /// The function over the parts.
    ///
    /// @param part asks for the result of a function over each part, and says what it is called
    /// @throws UntranslatableException if there is no such way
    static Expression merged(AggregateFunction function, Function<AggregateFunction, Expression> part) {
        return new Parts(part).of(function);
    }

    private Expression of(AggregateFunction function) {
        return switch (function) {
            case Count count -> count(count);
            case Sum sum when !isTry(sum.evalContext().evalMode()) -> sum(sum);
            case Average average when !isTry(average.evalMode()) -> average(average);
            case Min _, Max _, BitAggregate _ -> again(function);
            case First first when first.ignoreNulls() -> again(first);
            case Last last when last.ignoreNulls() -> again(last);
            default -> throw new UntranslatableException("function " + function.prettyName() + " over parts");
        };
    }

    /// An overflow of one part would be null, which sums pass over.
    private static boolean isTry(scala.Enumeration.Value mode) {
        return mode.equals(EvalMode.TRY());
    }

    private Expression again(AggregateFunction function) {
        return whole((AggregateFunction) function.withNewChildren(ScalaLists.seq(List.of(part.apply(function)))));
    }

    private static Expression whole(AggregateFunction function) {
        return function.toAggregateExpression(false, Option.empty());
    }

    /// Without keys there may be no part at all.
    private Expression count(AggregateFunction count) {
        return new Coalesce(
                ScalaLists.seq(List.of(whole(new Sum(part.apply(count))), Literal.create(0L, DataTypes.LongType))));
    }

    private Expression sum(Sum sum) {
        DataType type = sum.child().dataType();
        checkSum(type);
        Expression total = whole(new Sum(part.apply(sum), sum.evalContext()));
        return total.dataType().equals(sum.dataType()) ? total : cast(total, sum.dataType());
    }

    /// Intervals, which have sums as well, are not added up from parts.
    private static void checkSum(DataType type) {
        boolean isKnown = SparkTypes.isIntegral(type)
                || SparkTypes.isFloating(type)
                || (type instanceof DecimalType decimal && decimal.precision() <= MOST_DIGITS);
        if (!isKnown) {
            throw new UntranslatableException("sum of " + type.simpleString() + " over parts");
        }
    }

    /// Spark's own quotient, of the total and the count.
    private Expression average(Average average) {
        checkSum(average.child().dataType());
        Attribute total = average.aggBufferAttributes().apply(0);
        Attribute count = average.aggBufferAttributes().apply(1);
        Expression values = average.child().dataType() instanceof DecimalType
                ? average.child()
                : cast(average.child(), DataTypes.DoubleType);
        Expression mergedTotal = sum(new Sum(values));
        Expression mergedCount = count(new Count(ScalaLists.seq(List.of(average.child()))));
        return average.evaluateExpression().transformUp(new Substitution(expression -> {
            if (!(expression instanceof Attribute attribute)) {
                return null;
            }
            return attribute.exprId().equals(total.exprId()) ? mergedTotal : known(attribute, count, mergedCount);
        }));
    }

    private static Expression known(Attribute attribute, Attribute expected, Expression meaning) {
        if (!attribute.exprId().equals(expected.exprId())) {
            throw new UntranslatableException("an average of more than a sum and a count");
        }
        return meaning;
    }

    private static Expression cast(Expression value, DataType type) {
        return value.dataType().equals(type) ? value : new Cast(value, type, Option.empty(), EvalMode.LEGACY());
    }
}
