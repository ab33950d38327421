package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;

/// Functions with a FILTER, whose arguments are computed before the filter is looked at. So that what a left-out row
/// would make fail does not, an argument that has to be computed is null there.
final class Filtered {
    private Filtered() {}

    static AggregateFunction arguments(AggregateFunction function, Expression filter) {
        List<Expression> arguments = ScalaLists.<Expression>list(function.children()).stream()
                .map(argument -> isThere(argument) ? argument : orNull(argument, filter))
                .toList();
        return (AggregateFunction) function.withNewChildren(ScalaLists.seq(arguments));
    }

    /// Columns and constants, and the columns that Spark wraps by itself, cannot fail.
    private static boolean isThere(Expression argument) {
        return argument instanceof Literal || ComputedInput.isTaken(argument);
    }

    private static Expression orNull(Expression argument, Expression filter) {
        return new If(filter, argument, Literal.create(null, argument.dataType()));
    }
}
