package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Abs;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Greatest;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.KnownNotNull;
import org.apache.spark.sql.catalyst.expressions.Least;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NaNvl;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import scala.Tuple2;

/// Scalar expressions of Spark as expressions of Sheaf. Only what means the same in both, for each value, null and
/// error, is translated. Both compute the branches of a choice, and the later parts of AND and OR, only for the rows
/// that get there, so an error shows in both or in neither.
final class Formulas {
    private final java.util.function.Function<BoundReference, Expr> columns;
    private final Conditions conditions = new Conditions(this::of);
    private final Temporals temporals = new Temporals(this::of);
    private final Texts texts = new Texts(this::of);

    /// @param columns gives a column of the input its name
    Formulas(java.util.function.Function<BoundReference, Expr> columns) {
        this.columns = columns;
    }

    /// The expression in Sheaf.
    ///
    /// @throws UntranslatableException if Sheaf has none that means the same
    Expr of(Expression expression) {
        SparkTypes.of(expression.dataType());
        return switch (expression) {
            case BoundReference column -> columns.apply(column);
            case Literal literal -> Literals.of(literal);
            case BinaryArithmetic arithmetic -> arithmetic(arithmetic);
            case UnaryMinus minus -> Numbers.signed(Function.NEGATE, minus, minus.failOnError(), of(minus.child()));
            case Abs abs -> Numbers.signed(Function.ABS, abs, abs.failOnError(), of(abs.child()));
            case Cast cast -> Conversions.cast(of(cast.child()), cast);
            case If choice ->
                new Expr.Case(
                        List.of(new Expr.When(of(choice.predicate()), of(choice.trueValue()))),
                        of(choice.falseValue()));
            case CaseWhen choice -> choice(choice);
            case Coalesce first -> coalesce(all(first.children()).toArray());
            case KnownNotNull known -> of(known.child());
            case Greatest greatest ->
                call(Function.GREATEST, all(greatest.children()).toArray());
            case Least least -> call(Function.LEAST, all(least.children()).toArray());
            case NaNvl choice -> notNaN(of(choice.left()), of(choice.right()));
            default ->
                temporals.of(expression).or(() -> texts.of(expression)).orElseGet(() -> conditions.of(expression));
        };
    }

    private List<Expr> all(scala.collection.Seq<Expression> expressions) {
        return ScalaLists.<Expression>list(expressions).stream().map(this::of).toList();
    }

    private Expr arithmetic(BinaryArithmetic arithmetic) {
        Expr left = of(arithmetic.left());
        Expr right = of(arithmetic.right());
        Expr result = switch (arithmetic.symbol()) {
            case "+" -> Numbers.combined(Function.ADD, arithmetic, left, right);
            case "-" -> Numbers.combined(Function.SUBTRACT, arithmetic, left, right);
            case "*" -> Numbers.combined(Function.MULTIPLY, arithmetic, left, right);
            case "/" -> Numbers.quotient(arithmetic, left, right);
            case "div" -> Numbers.divided(Function.INT_DIVIDE, arithmetic, left, right);
            case "%" -> Numbers.divided(Function.MODULO, arithmetic, left, right);
            case "pmod" -> Numbers.modulus(arithmetic, left, right);
            case "&" -> call(Function.BIT_AND, left, right);
            case "|" -> call(Function.BIT_OR, left, right);
            case "^" -> call(Function.BIT_XOR, left, right);
            default -> throw UntranslatableException.of(arithmetic);
        };
        return Guards.guarded(arithmetic.left(), left, arithmetic.right(), result);
    }

    private Expr choice(CaseWhen choice) {
        List<Expr.When> branches = new ArrayList<>();
        for (Tuple2<Expression, Expression> branch :
                ScalaLists.<Tuple2<Expression, Expression>>list(choice.branches())) {
            branches.add(new Expr.When(of(branch._1()), of(branch._2())));
        }
        Expression otherwise =
                choice.elseValue().isDefined() ? choice.elseValue().get() : Literal.create(null, choice.dataType());
        return new Expr.Case(branches, of(otherwise));
    }

    private static Expr notNaN(Expr value, Expr otherwise) {
        Expr isNaN = coalesce(call(Function.IS_NAN, value), lit(false));
        return new Expr.Case(List.of(new Expr.When(isNaN, otherwise)), value);
    }
}
