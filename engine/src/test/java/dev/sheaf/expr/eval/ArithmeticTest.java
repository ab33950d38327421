package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.eval.Answers.failure;
import static dev.sheaf.expr.eval.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Arithmetic and mathematical functions, by what DuckDB gives.
class ArithmeticTest {
    private static final Expr A = col("a");
    private static final Expr B = col("b");

    private static @Nullable Object ints(Expr expr, @Nullable Object a, @Nullable Object b) {
        return value(expr, "a:int32", a, "b:int32", b);
    }

    private static @Nullable Object doubles(Expr expr, double a, double b) {
        return value(expr, "a:float64", a, "b:float64", b);
    }

    private static @Nullable Object decimals(Expr expr, String a, String b) {
        return value(expr, "a:decimal(4, 2)", new BigDecimal(a), "b:decimal(15, 2)", new BigDecimal(b));
    }

    @Test
    void integersKeepTheWiderType() {
        assertThat(ints(A.plus(B), 2, 3)).isEqualTo(5);
        assertThat(value(A.times(B), "a:int32", 3, "b:int64", 4L)).isEqualTo(12L);
        assertThat(value(A.minus(B), "a:uint8", 3, "b:int8", 4)).isEqualTo((short) -1);
        assertThat(value(A.plus(B), "a:uint32", 4_000_000_000L, "b:int32", -1)).isEqualTo(3_999_999_999L);
        assertThat(value(A.plus(B), "a:uint64", new BigInteger("18446744073709551615"), "b:int64", 1L))
                .isEqualTo(new BigDecimal("18446744073709551616"));
    }

    @Test
    void aLiteralTakesTheTypeBesideIt() {
        assertThat(value(A.plus(1), "a:int8", 2)).isEqualTo((byte) 3);
        assertThat(value(A.plus(1_000), "a:int8", 2)).isEqualTo(1_002);
        assertThat(value(A.plus(lit(1L).cast(dev.sheaf.column.DataType.INT64)), "a:int8", 2))
                .isEqualTo(3L);
    }

    @Test
    void bitsAreCombinedAndShifted() {
        assertThat(ints(call(Function.BIT_AND, A, B), 12, 10)).isEqualTo(8);
        assertThat(ints(call(Function.BIT_OR, A, B), 12, 10)).isEqualTo(14);
        assertThat(ints(call(Function.BIT_XOR, A, B), 12, -1)).isEqualTo(-13);
        assertThat(ints(call(Function.SHIFT_LEFT, A, B), 3, 4)).isEqualTo(48);
        assertThat(ints(call(Function.SHIFT_RIGHT, A, B), -5, 1)).isEqualTo(-3);
        assertThat(ints(call(Function.SHIFT_RIGHT, A, B), -5, 32)).isEqualTo(0);
        assertThat(ints(call(Function.SHIFT_LEFT, A, B), 0, 99)).isEqualTo(0);
        assertThat(value(call(Function.SHIFT_RIGHT, A, B), "a:uint8", 200, "b:uint8", 3))
                .isEqualTo((short) 25);
        assertThat(value(
                        call(Function.BIT_AND, A, B),
                        "a:uint64",
                        new BigInteger("18446744073709551615"),
                        "b:uint64",
                        BigInteger.TWO))
                .isEqualTo(BigInteger.TWO);
    }

    @Test
    void bitsThatAreShiftedOutAreAnError() {
        Expr shifted = call(Function.SHIFT_LEFT, A, B);
        assertThat(failure(shifted, "a:int8", 5, "b:int8", 5)).contains("bits are lost in 5 << 5");
        assertThat(failure(shifted, "a:int32", -1, "b:int32", 1)).contains("negative");
        assertThat(failure(shifted, "a:uint8", 2, "b:uint8", 7)).contains("bits are lost in 2 << 7");
        assertThat(value(shifted, "a:uint8", 1, "b:uint8", 7)).isEqualTo((short) 128);
    }

    @Test
    void nullMakesNull() {
        assertThat(ints(A.plus(B), 2, null)).isNull();
        assertThat(ints(A.mod(B), null, 0)).isNull();
        assertThat(value(A.plus(null), "a:int32", 2)).isNull();
    }

    @Test
    void overflowNamesTheExpressionAndTheValues() {
        assertThat(failure(A.plus(B), "a:int32", Integer.MAX_VALUE, "b:int32", 1))
                .isEqualTo("overflow in (a + b): 2147483647 + 1 does not fit int32; cast to a larger type first");
        assertThat(failure(A.times(B), "a:int64", Long.MIN_VALUE, "b:int64", -1L))
                .contains("does not fit int64");
        assertThat(failure(A.minus(B), "a:uint8", 5, "b:uint8", 6)).contains("5 - 6 does not fit uint8");
        assertThat(failure(A.minus(B), "a:uint64", BigInteger.ONE, "b:uint64", BigInteger.TWO))
                .contains("1 - 2 does not fit uint64");
        assertThat(failure(call(Function.INT_DIVIDE, A, B), "a:int64", Long.MIN_VALUE, "b:int64", -1L))
                .contains("overflow");
        assertThat(failure(A.negate(), "a:int8", -128)).contains("128 does not fit int8");
        assertThat(failure(call(Function.ABS, A), "a:int64", Long.MIN_VALUE)).contains("9223372036854775808");
    }

    /// Quotients just below a whole number, which doubles must not round to it, and numbers that doubles do not hold.
    @Test
    void quotientsAndRemaindersOfLongNumbersAreExact() {
        long most = 1L << 52;
        long[] dividends = {0, 1, 7, most - 1, most, most + 1, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE};
        long[] divisors = {1, 2, 3, 7, (1 << 26) - 1, (1 << 26) + 1, most - 2, most - 1, most, most + 1, 1L << 60};
        for (long dividend : dividends) {
            for (long divisor : divisors) {
                for (long a : new long[] {dividend, -dividend, dividend / divisor * divisor - 1}) {
                    for (long b : new long[] {divisor, -divisor}) {
                        if (a == Long.MIN_VALUE && b == -1) {
                            continue;
                        }
                        assertThat(value(call(Function.INT_DIVIDE, A, B), "a:int64", a, "b:int64", b))
                                .isEqualTo(a / b);
                        assertThat(value(A.mod(B), "a:int64", a, "b:int64", b)).isEqualTo(a % b);
                    }
                }
            }
        }
        assertThat(ints(A.mod(B), -7, 0)).isNull();
        assertThat(ints(call(Function.INT_DIVIDE, A, B), -7, 0)).isNull();
    }

    @Test
    void wholeDecimalsDivideToWholeOnes() {
        Expr quotient = call(Function.INT_DIVIDE, A, B);
        assertThat(value(quotient, "a:decimal(38, 0)", new BigDecimal("-45"), "b:int32", 2))
                .isEqualTo(new BigDecimal("-22"));
        assertThat(value(
                        quotient,
                        "a:decimal(38, 0)",
                        new BigDecimal("9".repeat(38)),
                        "b:decimal(38, 0)",
                        new BigDecimal(-7)))
                .isEqualTo(new BigDecimal("-14285714285714285714285714285714285714"));
        assertThat(value(quotient, "a:decimal(38, 0)", new BigDecimal(Long.MIN_VALUE), "b:int32", -1))
                .isEqualTo(new BigDecimal("9223372036854775808"));
        assertThat(value(quotient, "a:decimal(9, 0)", new BigDecimal(7), "b:decimal(4, 0)", new BigDecimal(2)))
                .isEqualTo(new BigDecimal(3));
        assertThat(value(quotient, "a:decimal(38, 0)", new BigDecimal(7), "b:int32", 0))
                .isNull();
        assertThat(value(A.mod(B), "a:decimal(38, 0)", new BigDecimal("9".repeat(38)), "b:int32", -7))
                .isEqualTo(BigDecimal.ONE);
    }

    @Test
    void extremesThatFitAreExact() {
        assertThat(value(A.times(B), "a:int64", Long.MIN_VALUE, "b:int64", 1L)).isEqualTo(Long.MIN_VALUE);
        assertThat(value(A.minus(B), "a:int64", Long.MIN_VALUE, "b:int64", Long.MIN_VALUE))
                .isEqualTo(0L);
        assertThat(value(A.times(B), "a:int64", 3_037_000_499L, "b:int64", 3_037_000_499L))
                .isEqualTo(9_223_372_030_926_249_001L);
        assertThat(value(A.mod(B), "a:int64", Long.MIN_VALUE, "b:int64", -1L)).isEqualTo(0L);
    }

    @Test
    void divisionGivesFloats() {
        assertThat(ints(A.dividedBy(B), 5, 2)).isEqualTo(2.5);
        assertThat(ints(A.dividedBy(B), 1, 0)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(value(A.dividedBy(B), "a:float32", 5, "b:int32", 2)).isEqualTo(2.5f);
        assertThat(decimals(A.dividedBy(B), "5.00", "2.00")).isEqualTo(2.5);
    }

    @Test
    void wholeDivisionCutsTowardsZeroAndRemaindersFollowTheDividend() {
        assertThat(ints(call(Function.INT_DIVIDE, A, B), -7, 2)).isEqualTo(-3);
        assertThat(ints(A.mod(B), -7, 3)).isEqualTo(-1);
        assertThat(ints(A.mod(B), 5, -3)).isEqualTo(2);
        assertThat(doubles(A.mod(B), -5.5, 2)).isEqualTo(-1.5);
        assertThat(doubles(call(Function.INT_DIVIDE, A, B), 5.5, 2)).isEqualTo(2.75);
    }

    @Test
    void wholeDivisionByZeroIsNull() {
        assertThat(ints(call(Function.INT_DIVIDE, A, B), 5, 0)).isNull();
        assertThat(ints(A.mod(B), 5, 0)).isNull();
        assertThat(decimals(A.mod(B), "5.00", "0.00")).isNull();
        assertThat(doubles(A.mod(B), 5, 0)).isEqualTo(Double.NaN);
    }

    @Test
    void decimalsKeepEveryDigit() {
        assertThat(decimals(A.plus(B), "1.05", "2.10")).isEqualTo(new BigDecimal("3.15"));
        assertThat(decimals(A.times(B), "1.05", "2.10")).isEqualTo(new BigDecimal("2.2050"));
        assertThat(decimals(A.mod(B), "5.55", "2.00")).isEqualTo(new BigDecimal("1.55"));
        assertThat(decimals(lit(1).minus(A), "0.05", "0.00")).isEqualTo(new BigDecimal("0.95"));
        assertThat(value(A.plus(B), "a:decimal(18, 0)", new BigDecimal("999999999999999999"), "b:decimal(18, 0)", 1))
                .isEqualTo(new BigDecimal("1000000000000000000"));
    }

    @Test
    void decimalsOfManyDigits() {
        BigDecimal big = new BigDecimal("12345678901234567890.12");
        assertThat(value(A.times(B), "a:decimal(22, 2)", big, "b:decimal(15, 2)", new BigDecimal("-1.50")))
                .isEqualTo(new BigDecimal("-18518518351851851835.1800"));
        assertThat(value(A.minus(B), "a:decimal(22, 2)", big.negate(), "b:decimal(22, 2)", big))
                .isEqualTo(new BigDecimal("-24691357802469135780.24"));
        assertThat(value(call(Function.ABS, A), "a:decimal(22, 2)", big.negate()))
                .isEqualTo(big);
    }

    @Test
    void decimalsBeyondTheirDigitsAreErrors() {
        BigDecimal nines = new BigDecimal("9".repeat(38));
        assertThat(failure(A.plus(B), "a:decimal(38, 0)", nines, "b:decimal(38, 0)", 1))
                .contains("does not fit decimal(38, 0)");
        assertThat(failure(A.times(B), "a:decimal(38, 0)", nines, "b:decimal(38, 0)", nines))
                .contains("overflow in (a * b)");
        assertThat(failure(
                        A.times(B), "a:decimal(18, 0)", new BigDecimal("999999999999999999"), "b:decimal(18, 0)", 10))
                .contains("does not fit decimal(18, 0)");
    }

    @Test
    void float32IsComputedInFloat32() {
        assertThat(value(A.plus(B), "a:float32", 0.1f, "b:float32", 0.2f)).isEqualTo(0.1f + 0.2f);
        assertThat(value(A.times(B), "a:float32", 16_777_217f, "b:int32", 3)).isEqualTo(16_777_217f * 3f);
    }

    @Test
    void roundsHalfAwayFromZero() {
        assertThat(doubles(call(Function.ROUND, A), 2.5, 0)).isEqualTo(3.0);
        assertThat(doubles(call(Function.ROUND, A), -2.5, 0)).isEqualTo(-3.0);
        assertThat(doubles(call(Function.ROUND, A), 0.49999999999999994, 0)).isEqualTo(0.0);
        assertThat(doubles(call(Function.ROUND, A, 2), 1234.5678, 0)).isEqualTo(1234.57);
        assertThat(doubles(call(Function.ROUND, A, -2), 1250.5678, 0)).isEqualTo(1300.0);
        assertThat(value(call(Function.ROUND, A, -2), "a:int32", 1_250)).isEqualTo(1_300);
        assertThat(value(call(Function.ROUND, A, -10), "a:int32", 12_345)).isEqualTo(0);
        assertThat(value(call(Function.ROUND, A, -1), "a:uint8", 255)).isEqualTo(260L);
        assertThat(failure(call(Function.ROUND, A, -1), "a:int8", 127)).contains("130 does not fit int8");
    }

    @Test
    void roundsDecimalsToTheScaleAskedFor() {
        assertThat(decimals(call(Function.ROUND, A, 1), "9.99", "0.00")).isEqualTo(new BigDecimal("10.0"));
        assertThat(decimals(call(Function.ROUND, A), "9.50", "0.00")).isEqualTo(new BigDecimal("10"));
        assertThat(decimals(call(Function.ROUND, A, -1), "-15.00", "0.00")).isEqualTo(new BigDecimal("-20"));
        assertThat(decimals(call(Function.ROUND, A, 5), "9.99", "0.00")).isEqualTo(new BigDecimal("9.99"));
        assertThat(decimals(call(Function.FLOOR, A), "-2.01", "0.00")).isEqualTo(new BigDecimal("-3"));
        assertThat(decimals(call(Function.CEIL, A), "2.01", "0.00")).isEqualTo(new BigDecimal("3"));
        assertThat(decimals(call(Function.TRUNC, A), "-2.99", "0.00")).isEqualTo(new BigDecimal("-2"));
    }

    @Test
    void roundsToWholeNumbers() {
        assertThat(doubles(call(Function.FLOOR, A), -2.5, 0)).isEqualTo(-3.0);
        assertThat(doubles(call(Function.CEIL, A), -0.5, 0)).isEqualTo(-0.0);
        assertThat(doubles(call(Function.TRUNC, A), -2.5, 0)).isEqualTo(-2.0);
        assertThat(value(call(Function.FLOOR, A), "a:int32", 5)).isEqualTo(5.0);
        assertThat(value(call(Function.TRUNC, A), "a:int32", 5)).isEqualTo(5);
    }

    @Test
    void signs() {
        assertThat(doubles(call(Function.SIGN, A), Double.NaN, 0)).isEqualTo((byte) 0);
        assertThat(decimals(call(Function.SIGN, A), "-0.01", "0.00")).isEqualTo((byte) -1);
        assertThat(value(call(Function.SIGN, A), "a:uint64", new BigInteger("18446744073709551615")))
                .isEqualTo((byte) 1);
        assertThat(value(A.negate(), "a:uint8", 0)).isEqualTo((short) 0);
        assertThat(doubles(A.negate(), 0.0, 0)).isEqualTo(-0.0);
    }

    @Test
    void floatingFunctions() {
        assertThat(value(call(Function.SQRT, A), "a:int32", 4)).isEqualTo(2.0);
        assertThat(doubles(call(Function.SQRT, A), -1, 0)).isEqualTo(Double.NaN);
        assertThat(value(A.pow(B), "a:int32", 2, "b:int32", 3)).isEqualTo(8.0);
        assertThat(doubles(call(Function.LN, A), 0, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(doubles(call(Function.LOG2, A), 8, 0)).isEqualTo(3.0);
        assertThat(doubles(call(Function.LOG2, A), Double.POSITIVE_INFINITY, 0)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(doubles(call(Function.LOG10, A), 1_000, 0)).isEqualTo(3.0);
        assertThat(doubles(call(Function.EXP, A), 0, 0)).isEqualTo(1.0);
        assertThat(doubles(call(Function.COS, A), 0, 0)).isEqualTo(1.0);
        assertThat(doubles(call(Function.IS_NAN, A), Double.NaN, 0)).isEqualTo(true);
    }
}
