package dev.sheaf.spark.translate;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import org.apache.spark.sql.catalyst.expressions.Abs;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;

/// Keeps errors to the rows where Spark has them. Spark does not compute the second operand where the first is null;
/// Sheaf computes both.
final class Guards {
    private Guards() {}

    /// The result of two operands, computed only where the first is not null if the second may fail.
    static Expr guarded(Expression first, Expr translated, Expression second, Expr result) {
        return first.nullable() && mayFail(second)
                ? Expressions.when(translated.isNotNull()).then(result).end()
                : result;
    }

    private static boolean mayFail(Expression expression) {
        boolean itself = switch (expression) {
            case BinaryArithmetic arithmetic -> Numbers.mayOverflow(arithmetic);
            case UnaryMinus minus -> SparkTypes.isIntegral(minus.dataType());
            case Abs abs -> SparkTypes.isIntegral(abs.dataType());
            default -> false;
        };
        return itself
                || ScalaLists.<Expression>list(expression.children()).stream().anyMatch(Guards::mayFail);
    }
}
