package dev.sheaf.spark.translate;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import scala.Function1;
import scala.runtime.AbstractPartialFunction;

/// Puts for each place of an expression the column that is there, for people.
final class Names extends AbstractPartialFunction<Expression, Expression> {
    private final List<Attribute> columns;

    Names(List<Attribute> columns) {
        this.columns = columns;
    }

    @Override
    public boolean isDefinedAt(Expression expression) {
        return expression instanceof BoundReference;
    }

    @Override
    public <A extends Expression, B> B applyOrElse(A expression, Function1<A, B> otherwise) {
        return expression instanceof BoundReference place
                ? cast((Expression) columns.get(place.ordinal()))
                : otherwise.apply(expression);
    }

    /// Spark's partial functions of expressions give expressions.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <B> B cast(Expression column) {
        return (B) column;
    }
}
