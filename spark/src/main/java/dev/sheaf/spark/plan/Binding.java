package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.UntranslatableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import scala.Function1;
import scala.runtime.AbstractPartialFunction;

/// Puts for each attribute of an expression what it stands for.
final class Binding extends AbstractPartialFunction<Expression, Expression> {
    private final Map<ExprId, Expression> meanings = new HashMap<>();

    /// Attributes stand for their places in a row.
    static Binding toPlaces(List<? extends Attribute> row) {
        Binding binding = new Binding();
        for (int place = 0; place < row.size(); place++) {
            Attribute attribute = row.get(place);
            binding.meanings.putIfAbsent(
                    attribute.exprId(), new BoundReference(place, attribute.dataType(), attribute.nullable()));
        }
        return binding;
    }

    /// Attributes stand for themselves.
    static Binding toThemselves(List<? extends Attribute> row) {
        Binding binding = new Binding();
        row.forEach(attribute -> binding.meanings.put(attribute.exprId(), (Expression) attribute));
        return binding;
    }

    /// An attribute stands for an expression, of which attributes stand for what they stand for so far.
    void add(Attribute attribute, Expression meaning) {
        meanings.put(attribute.exprId(), bind(meaning));
    }

    /// The expression without attributes and names.
    ///
    /// @throws UntranslatableException if it asks a query of its own, which only Spark's operators run beforehand
    Expression bind(Expression expression) {
        if (expression.containsPattern(TreePattern.PLAN_EXPRESSION())) {
            throw new UntranslatableException("a query within an expression");
        }
        return unnamed(expression).transform(this);
    }

    /// The expression that a name is given to.
    static Expression unnamed(Expression expression) {
        return expression instanceof org.apache.spark.sql.catalyst.expressions.Alias alias ? alias.child() : expression;
    }

    /// As [#bind(Expression)].
    Expression bindNamed(NamedExpression expression) {
        return bind((Expression) expression);
    }

    @Override
    public boolean isDefinedAt(Expression expression) {
        return expression instanceof AttributeReference;
    }

    @Override
    public <A extends Expression, B> B applyOrElse(A expression, Function1<A, B> otherwise) {
        if (expression instanceof AttributeReference attribute) {
            Expression meaning = meanings.get(attribute.exprId());
            if (meaning == null) {
                throw new UntranslatableException("an attribute from elsewhere: " + attribute.name());
            }
            return cast(meaning);
        }
        return otherwise.apply(expression);
    }

    /// Spark's partial functions of expressions give expressions.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <B> B cast(Expression meaning) {
        return (B) meaning;
    }
}
