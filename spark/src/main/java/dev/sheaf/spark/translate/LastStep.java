package dev.sheaf.spark.translate;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.KnownNotNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.DeclarativeAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.PercentileBase;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;

/// How Spark makes the result of a function of what Sheaf gives for it.
///
/// @param fields what [Measures] gives: the buffer of a function that has its last step as an expression, the
/// percentiles of one that wants an array of them, and of any other its result
/// @param result the last step, over these fields
public record LastStep(List<Attribute> fields, Expression result) {
    public LastStep {
        fields = List.copyOf(fields);
    }

    /// @param result what Spark calls the result
    public static LastStep of(AggregateFunction function, Attribute result) {
        return switch (function) {
            case DeclarativeAggregate steps ->
                new LastStep(ScalaLists.list(steps.aggBufferAttributes()), steps.evaluateExpression());
            case PercentileBase percentiles when Percentiles.areSeveral(percentiles) -> array(percentiles);
            default -> new LastStep(List.of(result), (Expression) result);
        };
    }

    /// All percentiles of a group without values are null, and so is their array.
    private static LastStep array(PercentileBase percentiles) {
        List<Attribute> fields = new ArrayList<>();
        for (double _ : Percentiles.shares(percentiles)) {
            fields.add(new AttributeReference(
                    "percentile",
                    DataTypes.DoubleType,
                    true,
                    Metadata.empty(),
                    NamedExpression.newExprId(),
                    ScalaLists.seq(List.of())));
        }
        List<Expression> known = fields.stream()
                .<Expression>map(field -> new KnownNotNull((Expression) field))
                .toList();
        Expression whole = new CreateArray(ScalaLists.seq(known));
        return new LastStep(
                fields,
                new If(new IsNull((Expression) fields.getFirst()), Literal.create(null, whole.dataType()), whole));
    }
}
