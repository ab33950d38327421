package dev.sheaf.spark.plan;

import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.runtime.AbstractPartialFunction;

/// Puts other expressions in the place of some, as Spark's trees want to be told.
final class Substitution extends AbstractPartialFunction<Expression, Expression> {
    private final Function<Expression, @Nullable Expression> others;

    /// @param others gives what stands for an expression, or null if that stays
    Substitution(Function<Expression, @Nullable Expression> others) {
        this.others = others;
    }

    @Override
    public boolean isDefinedAt(Expression expression) {
        return true;
    }

    @Override
    public <A extends Expression, B> B applyOrElse(A expression, Function1<A, B> otherwise) {
        Expression other = others.apply(expression);
        return other == null ? otherwise.apply(expression) : cast(other);
    }

    /// Spark's partial functions of expressions give expressions.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <B> B cast(Expression other) {
        return (B) other;
    }
}
