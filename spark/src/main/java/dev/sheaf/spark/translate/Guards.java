package dev.sheaf.spark.translate;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import org.apache.spark.sql.catalyst.expressions.Abs;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Concat;
import org.apache.spark.sql.catalyst.expressions.Contains;
import org.apache.spark.sql.catalyst.expressions.DateAdd;
import org.apache.spark.sql.catalyst.expressions.DateDiff;
import org.apache.spark.sql.catalyst.expressions.DateSub;
import org.apache.spark.sql.catalyst.expressions.DayOfMonth;
import org.apache.spark.sql.catalyst.expressions.DayOfWeek;
import org.apache.spark.sql.catalyst.expressions.DayOfYear;
import org.apache.spark.sql.catalyst.expressions.EndsWith;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Greatest;
import org.apache.spark.sql.catalyst.expressions.Hour;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.IsNaN;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.KnownFloatingPointNormalized;
import org.apache.spark.sql.catalyst.expressions.KnownNotNull;
import org.apache.spark.sql.catalyst.expressions.Least;
import org.apache.spark.sql.catalyst.expressions.Length;
import org.apache.spark.sql.catalyst.expressions.Like;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Lower;
import org.apache.spark.sql.catalyst.expressions.Minute;
import org.apache.spark.sql.catalyst.expressions.Month;
import org.apache.spark.sql.catalyst.expressions.NaNvl;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.OctetLength;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.Quarter;
import org.apache.spark.sql.catalyst.expressions.Second;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.catalyst.expressions.StringTrim;
import org.apache.spark.sql.catalyst.expressions.StringTrimLeft;
import org.apache.spark.sql.catalyst.expressions.StringTrimRight;
import org.apache.spark.sql.catalyst.expressions.Substring;
import org.apache.spark.sql.catalyst.expressions.TruncDate;
import org.apache.spark.sql.catalyst.expressions.TruncTimestamp;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.apache.spark.sql.catalyst.expressions.Upper;
import org.apache.spark.sql.catalyst.expressions.WeekDay;
import org.apache.spark.sql.catalyst.expressions.WeekOfYear;
import org.apache.spark.sql.catalyst.expressions.Year;
import org.apache.spark.sql.catalyst.optimizer.NormalizeNaNAndZero;

/// Keeps errors to the rows where Spark has them. Spark does not compute the second operand where the first is null;
/// Sheaf computes both.
public final class Guards {
    private Guards() {}

    /// The result of two operands, computed only where the first is not null if the second may fail.
    static Expr guarded(Expression first, Expr translated, Expression second, Expr result) {
        return first.nullable() && mayFail(second)
                ? Expressions.when(translated.isNotNull()).then(result).end()
                : result;
    }

    /// Whether a row may make the expression raise an error. True of all that is not known here.
    public static boolean mayFail(Expression expression) {
        return failsItself(expression)
                || ScalaLists.<Expression>list(expression.children()).stream().anyMatch(Guards::mayFail);
    }

    private static boolean failsItself(Expression expression) {
        return switch (expression) {
            case BinaryArithmetic arithmetic -> Numbers.mayFail(arithmetic);
            case UnaryMinus minus -> minus.failOnError() && SparkTypes.isIntegral(minus.dataType());
            case Abs abs -> abs.failOnError() && SparkTypes.isIntegral(abs.dataType());
            case Cast cast ->
                cast.evalMode().equals(EvalMode.ANSI())
                        && !Cast.canUpCast(cast.child().dataType(), cast.dataType());
            case Attribute _, BoundReference _, Literal _ -> false;
            case And _, Or _, Not _, BinaryComparison _, In _, InSet _, IsNull _, IsNotNull _, IsNaN _ -> false;
            case If _, CaseWhen _, Coalesce _ -> false;
            case StartsWith _, EndsWith _, Contains _, Upper _, Lower _, Length _, Substring _ -> false;
            case Year _, Quarter _, Month _, WeekOfYear _, DayOfMonth _, DayOfYear _, DayOfWeek _, WeekDay _ -> false;
            case Hour _, Minute _, Second _, TruncDate _, TruncTimestamp _ -> false;
            case DateAdd _, DateSub _, DateDiff _ -> false;
            case Concat _, OctetLength _, StringTrim _, StringTrimLeft _, StringTrimRight _ -> false;
            case Like like -> !(like.right() instanceof Literal);
            case Greatest _, Least _, NaNvl _ -> false;
            case KnownNotNull _, KnownFloatingPointNormalized _, NormalizeNaNAndZero _, UnscaledValue _ -> false;
            default -> true;
        };
    }
}
