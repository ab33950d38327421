package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FloatType;

/// Arithmetic of Spark in Sheaf, where both give the same numbers, nulls and errors.
///
/// - Floats follow IEEE 754 in both. A divisor of 0 gives null in Spark, and an error under ANSI rules.
/// - Whole numbers wrap in Spark, and overflow is an error under ANSI rules, as it always is in Sheaf. So they are
///   translated under ANSI rules only.
/// - Decimals are exact while Spark's result type has room for all digits. Where it may run out of them, Spark gives
///   null, and an error under ANSI rules as Sheaf does.
final class Numbers {
    /// Sheaf keeps products of decimals of up to 18 digits to 18 digits, whatever their types say.
    private static final int FAST_DIGITS = 18;

    private Numbers() {}

    /// Sum, difference or product of operands that are translated.
    static Expr combined(Function function, BinaryArithmetic arithmetic, Expr left, Expr right) {
        if (arithmetic.dataType() instanceof DecimalType type) {
            return decimals(function, arithmetic, type, left, right);
        }
        requireOneMeaning(arithmetic, isAnsi(arithmetic.evalMode()));
        return call(function, left, right);
    }

    /// Sign changed, or left out.
    static Expr signed(Function function, Expression unary, boolean failsOnOverflow, Expr operand) {
        if (!(unary.dataType() instanceof DecimalType)) {
            requireOneMeaning(unary, failsOnOverflow);
        }
        return call(function, operand);
    }

    private static void requireOneMeaning(Expression arithmetic, boolean failsOnOverflow) {
        boolean exact = failsOnOverflow && SparkTypes.isIntegral(arithmetic.dataType());
        if (!exact && !SparkTypes.isFloating(arithmetic.dataType())) {
            throw UntranslatableException.of(arithmetic);
        }
    }

    private static Expr decimals(
            Function function, BinaryArithmetic arithmetic, DecimalType type, Expr left, Expr right) {
        DecimalType a = (DecimalType) arithmetic.left().dataType();
        DecimalType b = (DecimalType) arithmetic.right().dataType();
        boolean product = function == Function.MULTIPLY;
        int scale = product ? a.scale() + b.scale() : Math.max(a.scale(), b.scale());
        if (type.scale() != scale || (mayOverflow(arithmetic) && !isAnsi(arithmetic.evalMode()))) {
            throw UntranslatableException.of(arithmetic);
        }
        boolean cut = product && a.precision() + b.precision() > FAST_DIGITS;
        return call(function, cut ? widened(left, a) : left, right);
    }

    /// Whether a row can make arithmetic raise an error.
    static boolean mayFail(BinaryArithmetic arithmetic) {
        return switch (arithmetic.symbol()) {
            case "+", "-", "*" -> isAnsi(arithmetic.evalMode()) && mayOverflow(arithmetic);
            case "&", "|", "^" -> false;
            default -> isAnsi(arithmetic.evalMode()) && !isHarmlessDivisor(arithmetic.right());
        };
    }

    /// Whether a sum, difference or product can have more digits than its type, under ANSI rules an error.
    private static boolean mayOverflow(BinaryArithmetic arithmetic) {
        if (!(arithmetic.left().dataType() instanceof DecimalType a
                && arithmetic.right().dataType() instanceof DecimalType b)) {
            return !SparkTypes.isFloating(arithmetic.dataType());
        }
        int whole = Math.max(a.precision() - a.scale(), b.precision() - b.scale());
        int digits = arithmetic.symbol().equals("*")
                ? a.precision() + b.precision() + 1
                : whole + Math.max(a.scale(), b.scale()) + 1;
        return digits > DecimalType.MAX_PRECISION();
    }

    /// The same value of a type of so many digits that no product of it is cut.
    private static Expr widened(Expr value, DecimalType type) {
        return value.cast(DataType.decimal(Math.max(type.precision(), FAST_DIGITS + 1), type.scale()));
    }

    /// Quotient of floats. Under ANSI rules the divisor has to be a constant other than 0, so that nothing fails.
    static Expr quotient(BinaryArithmetic division, Expr left, Expr right) {
        if (!SparkTypes.isFloating(division.dataType())) {
            throw UntranslatableException.of(division);
        }
        Expr quotient = left.dividedBy(right);
        if (division.right() instanceof Literal literal
                && literal.value() instanceof Number number
                && number.doubleValue() != 0) {
            return quotient;
        }
        if (isAnsi(division.evalMode())) {
            throw UntranslatableException.of(division);
        }
        Expr zero = division.dataType() instanceof FloatType ? lit(0.0f) : lit(0.0);
        return when(right.eq(zero)).then(null).otherwise(quotient);
    }

    /// Quotient or remainder of whole numbers by a constant that can neither be 0 nor make the quotient overflow.
    static Expr divided(Function function, BinaryArithmetic division, Expr left, Expr right) {
        if (!SparkTypes.isIntegral(division.left().dataType()) || !isHarmlessDivisor(division.right())) {
            throw UntranslatableException.of(division);
        }
        return call(function, left, right);
    }

    /// The remainder by a constant above 0, which is not negative. The divisor has the type of the result, in which
    /// nothing overflows since remainder and divisor have different signs.
    static Expr modulus(BinaryArithmetic division, Expr left, Expr right) {
        boolean isPositive = division.right() instanceof Literal literal
                && literal.value() instanceof Number number
                && number.longValue() > 0;
        if (!isPositive) {
            throw UntranslatableException.of(division);
        }
        Expr remainder = divided(Function.MODULO, division, left, right);
        return when(remainder.lt(lit(0))).then(remainder.plus(right)).otherwise(remainder);
    }

    private static boolean isHarmlessDivisor(Expression divisor) {
        return divisor instanceof Literal literal
                && literal.value() instanceof Number number
                && number.longValue() != 0
                && number.longValue() != -1;
    }

    static boolean isAnsi(scala.Enumeration.Value mode) {
        return mode.equals(EvalMode.ANSI());
    }
}
