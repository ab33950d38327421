package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.KnownFloatingPointNormalized;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.optimizer.NormalizeNaNAndZero;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.NumericType;
import org.jspecify.annotations.Nullable;
import scala.Option;

/// The input of an aggregation, with a column for each expression that is not one. Spark computes these in a projection
/// right below ours, so that they mean what they mean in Spark: casts, time zones, errors under ANSI rules.
final class ComputedInput implements Input {
    private final SparkPlan input;
    private final Map<ExprId, Attribute> taken = new LinkedHashMap<>();
    private final Map<Expression, Alias> computed = new LinkedHashMap<>();

    ComputedInput(SparkPlan input) {
        this.input = input;
    }

    /// A projection, unless all that was asked for is there already.
    @Override
    public SparkPlan plan() {
        if (computed.isEmpty()) {
            return input;
        }
        List<NamedExpression> columns = new ArrayList<>(taken.values());
        columns.addAll(computed.values());
        return new ProjectExec(ScalaLists.seq(columns), input);
    }

    @Override
    public Expression column(Expression expression) {
        if (expression instanceof Literal) {
            return expression;
        }
        if (isTaken(expression)) {
            ScalaLists.<Attribute>list(expression.references().toSeq())
                    .forEach(attribute -> taken.put(attribute.exprId(), attribute));
            return expression;
        }
        return (Expression) computed.computeIfAbsent(expression.canonicalized(), _ -> named(expression))
                .toAttribute();
    }

    @Override
    public @Nullable Expression condition() {
        return null;
    }

    /// The expression under a name of its own.
    static Alias named(Expression expression) {
        return new Alias(
                expression,
                "computed",
                NamedExpression.newExprId(),
                ScalaLists.seq(List.of()),
                Option.empty(),
                ScalaLists.seq(List.of()));
    }

    @Override
    public AggregateFunction function(AggregateFunction function) {
        if (function instanceof Count count && count.children().length() > 1) {
            return new Count(ScalaLists.seq(List.of(column(allPresent(count)))));
        }
        List<Expression> children = ScalaLists.<Expression>list(function.children()).stream()
                .map(this::column)
                .toList();
        return (AggregateFunction) function.withNewChildren(ScalaLists.seq(children));
    }

    /// A value in rows in which no argument is null.
    private static Expression allPresent(Count count) {
        Expression present = ScalaLists.<Expression>list(count.children()).stream()
                .<Expression>map(IsNotNull::new)
                .reduce(And::new)
                .orElseThrow();
        return new If(
                present, Literal.create(true, DataTypes.BooleanType), Literal.create(null, DataTypes.BooleanType));
    }

    /// What [dev.sheaf.spark.translate.Translator] makes of a column by itself.
    static boolean isTaken(Expression expression) {
        return switch (expression) {
            case AttributeReference _ -> true;
            case UnscaledValue digits -> digits.child() instanceof AttributeReference;
            case KnownFloatingPointNormalized known ->
                known.child() instanceof AttributeReference
                        || (known.child() instanceof NormalizeNaNAndZero zero
                                && zero.child() instanceof AttributeReference);
            case Cast cast -> isToDouble(cast);
            default -> false;
        };
    }

    private static boolean isToDouble(Cast cast) {
        return cast.dataType() instanceof DoubleType
                && cast.child() instanceof AttributeReference column
                && column.dataType() instanceof NumericType
                && !(column.dataType() instanceof DecimalType);
    }
}
