package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec;

/// An aggregation in words, as Spark writes its own: keys and functions by the names that the query gives them.
final class Description {
    private Description() {}

    static String of(BaseAggregateExec half) {
        String keys = ScalaLists.<NamedExpression>list(half.groupingExpressions()).stream()
                .map(NamedExpression::name)
                .collect(Collectors.joining(", "));
        String functions = ScalaLists.<AggregateExpression>list(half.aggregateExpressions()).stream()
                .map(Description::text)
                .collect(Collectors.joining(", "));
        return "keys=[" + keys + "], functions=[" + functions + "]";
    }

    private static String text(AggregateExpression expression) {
        String function = expression.aggregateFunction().sql();
        return expression.filter().isDefined()
                ? function + " FILTER (WHERE " + expression.filter().get().sql() + ")"
                : function;
    }
}
