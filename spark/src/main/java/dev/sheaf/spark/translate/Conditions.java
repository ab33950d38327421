package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.Contains;
import org.apache.spark.sql.catalyst.expressions.EndsWith;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.IsNaN;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import scala.jdk.javaapi.CollectionConverters;

/// Conditions of Spark as conditions of Sheaf: three truth values in both, NaN equal to NaN and above all numbers, and
/// texts in the order of their bytes.
final class Conditions {
    private final java.util.function.Function<Expression, Expr> formulas;

    /// @param formulas translates what conditions are about
    Conditions(java.util.function.Function<Expression, Expr> formulas) {
        this.formulas = formulas;
    }

    Expr of(Expression condition) {
        return switch (condition) {
            case And and -> formulas.apply(and.left()).and(formulas.apply(and.right()));
            case Or or -> formulas.apply(or.left()).or(formulas.apply(or.right()));
            case Not not -> formulas.apply(not.child()).not();
            case IsNull test -> formulas.apply(test.child()).isNull();
            case IsNotNull test -> formulas.apply(test.child()).isNotNull();
            case IsNaN test -> coalesce(call(Function.IS_NAN, formulas.apply(test.child())), lit(false));
            case BinaryComparison comparison -> comparison(comparison);
            case StartsWith test ->
                call(Function.STARTS_WITH, formulas.apply(test.left()), formulas.apply(test.right()));
            case EndsWith test -> call(Function.ENDS_WITH, formulas.apply(test.left()), formulas.apply(test.right()));
            case Contains test -> call(Function.CONTAINS, formulas.apply(test.left()), formulas.apply(test.right()));
            case In in
            when ScalaLists.<Expression>list(in.list()).stream().allMatch(Literal.class::isInstance) ->
                new Expr.In(formulas.apply(in.value()), constants(in));
            case InSet in -> new Expr.In(formulas.apply(in.child()), constants(in));
            default -> throw UntranslatableException.of(condition);
        };
    }

    private Expr comparison(BinaryComparison comparison) {
        Expr left = formulas.apply(comparison.left());
        Function function = function(comparison);
        Expr result = call(function, left, formulas.apply(comparison.right()));
        return function == Function.IS_NOT_DISTINCT_FROM
                ? result
                : Guards.guarded(comparison.left(), left, comparison.right(), result);
    }

    private static Function function(BinaryComparison comparison) {
        return switch (comparison.symbol()) {
            case "=" -> Function.EQUAL;
            case "<" -> Function.LESS;
            case "<=" -> Function.LESS_OR_EQUAL;
            case ">" -> Function.GREATER;
            case ">=" -> Function.GREATER_OR_EQUAL;
            case "<=>" -> Function.IS_NOT_DISTINCT_FROM;
            default -> throw UntranslatableException.of(comparison);
        };
    }

    private static List<Expr> constants(In in) {
        List<Expr> constants = new ArrayList<>();
        for (Expression constant : ScalaLists.<Expression>list(in.list())) {
            constants.add(Literals.of((Literal) constant));
        }
        return constants;
    }

    /// Spark looks values of a large list up by their hashes, where floats and decimals may be equal and differ.
    private static List<Expr> constants(InSet in) {
        DataType type = in.child().dataType();
        if (SparkTypes.isFloating(type) || type instanceof DecimalType) {
            throw UntranslatableException.of(in);
        }
        List<Expr> constants = new ArrayList<>();
        CollectionConverters.asJava(in.hset()).forEach(value -> constants.add(Literals.of(value, type)));
        return constants;
    }
}
