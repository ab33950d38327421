package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.topK;
import static dev.sheaf.expr.Expressions.variance;
import static dev.sheaf.testing.groupby.ContractCases.NAN;

import dev.sheaf.groupby.Overflow;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Sums and products: types, overflow, nulls.
interface SumCases extends ContractCases {
    @ParameterizedTest
    @MethodSource("variants")
    default void aGroupWithoutAValidValueIsNullAndCountsZero(Variant variant, MemoryPool pool) {
        ask(variant, pool, Tables.of("k:int32", "v:float64").row(1, null).row(1, null))
                .by("k")
                .compute(
                        count("v").as("n"),
                        sum("v").as("s"),
                        product("v").as("p"),
                        min("v").as("least"),
                        mean("v").as("m"),
                        median("v").as("mid"),
                        argMin("v").as("at"),
                        nunique("v").as("u"),
                        topK("v", 1).as("top"))
                .gives(Tables.of(
                                "k:int32",
                                "n:int64",
                                "s:float64",
                                "p:float64",
                                "least:float64",
                                "m:float64",
                                "mid:float64",
                                "at:int64",
                                "u:int64",
                                "top:list<float64>")
                        .row(1, 0, null, null, null, null, null, null, 0, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void sumsOfIntegersAreInt64AndOfUint64Uint64(Variant variant, MemoryPool pool) {
        BigInteger half = BigInteger.ONE.shiftLeft(63);
        ask(
                        variant,
                        pool,
                        Tables.of("a:int8", "b:uint32", "c:uint64", "d:int64")
                                .row(-128, 4294967295L, half, Long.MAX_VALUE)
                                .row(-128, 4294967295L, half.subtract(BigInteger.ONE), Long.MIN_VALUE))
                .compute(sum("a").as("a"), sum("b").as("b"), sum("c").as("c"), sum("d").as("d"))
                .gives(Tables.of("a:int64", "b:int64", "c:uint64", "d:int64")
                        .row(-256, 8589934590L, half.shiftLeft(1).subtract(BigInteger.ONE), -1));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void sumsOfDecimalsHaveThirtyEightDigitsAndTheSameScale(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:string", "v:decimal(9, 2)", "w:decimal(38, 10)")
                                .row("a", new BigDecimal("9999999.99"), new BigDecimal("0.0000000001"))
                                .row("a", new BigDecimal("0.01"), new BigDecimal("-9999999999999999999999999999.0")))
                .by("k")
                .compute(sum("v").as("v"), sum("w").as("w"), mean("v").as("m"))
                .gives(Tables.of("k:string", "v:decimal(38, 2)", "w:decimal(38, 10)", "m:float64")
                        .row(
                                "a",
                                new BigDecimal("10000000.00"),
                                new BigDecimal("-9999999999999999999999999998.9999999999"),
                                5000000.0));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void sumsOfFloatsAreFloat64AndNanIsContagious(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:string", "v:float32", "w:float64")
                                .row("a", 16777216f, 0.5)
                                .row("a", 1f, 0.25)
                                .row("b", Float.NaN, Double.POSITIVE_INFINITY)
                                .row("b", 1f, Double.NEGATIVE_INFINITY)
                                .row("c", 1f, Double.POSITIVE_INFINITY)
                                .row("c", 1f, 1.0))
                .by("k")
                .compute(sum("v").as("v"), sum("w").as("w"), mean("w").as("m"))
                .gives(Tables.of("k:string", "v:float64", "w:float64", "m:float64")
                        .row("a", 16777217.0, 0.75, 0.375)
                        .row("b", NAN, NAN, NAN)
                        .row("c", 2.0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void overflowRaisesAnErrorThatNamesTheColumnAndTheGroup(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:string", "units:int64")
                                .row("fine", 1)
                                .row("loud", Long.MAX_VALUE)
                                .row("loud", 1))
                .by("k")
                .compute(sum("units"))
                .fails(ArithmeticException.class)
                .hasMessageContaining("units")
                .hasMessageContaining("loud");
        BigDecimal most = BigDecimal.TEN.pow(38).subtract(BigDecimal.ONE);
        ask(variant, pool, Tables.of("units:decimal(38, 0)").row(most).row(BigDecimal.ONE))
                .compute(sum("units"))
                .fails(ArithmeticException.class)
                .hasMessageContaining("units");
        ask(
                        variant,
                        pool,
                        Tables.of("units:uint64")
                                .row(BigInteger.ONE.shiftLeft(63))
                                .row(BigInteger.ONE.shiftLeft(63)))
                .compute(sum("units"))
                .fails(ArithmeticException.class);
        ask(
                        variant,
                        pool,
                        Tables.of("units:int32")
                                .row(Integer.MAX_VALUE)
                                .row(Integer.MAX_VALUE)
                                .row(4))
                .compute(product("units"))
                .fails(ArithmeticException.class)
                .hasMessageContaining("units");
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void overflowWithinASumOrProductThatFitsInTheEndIsNone(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("v:int64", "w:int64")
                                .row(Long.MAX_VALUE, Long.MAX_VALUE)
                                .row(Long.MAX_VALUE, 2)
                                .row(Long.MIN_VALUE, 0)
                                .row(Long.MIN_VALUE, 3))
                .compute(sum("v").as("s"), product("w").as("p"))
                .gives(Tables.of("s:int64", "p:int64").row(-2, 0));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void overflowWrapsAroundIfAsked(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("v:int64", "w:uint64")
                                .row(
                                        Long.MAX_VALUE,
                                        BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE))
                                .row(2, 3))
                .compute(sum("v").as("s"), product("v").as("p"), sum("w").as("u"))
                .with(Overflow.WRAP)
                .gives(Tables.of("s:int64", "p:int64", "u:uint64").row(Long.MIN_VALUE + 1, -2, 2));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void durationsKeepTheirTypeInSumAndMean(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("v:duration[ms]")
                                .row(Duration.ofMillis(1_500))
                                .row(Duration.ofMillis(-500))
                                .row((Object) null))
                .compute(sum("v").as("s"), mean("v").as("m"), max("v").as("most"))
                .gives(Tables.of("s:duration[ms]", "m:duration[ms]", "most:duration[ms]")
                        .row(Duration.ofMillis(1_000), Duration.ofMillis(500), Duration.ofMillis(1_500)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void squaresTooLargeForADoubleAreInfinite(Variant variant, MemoryPool pool) {
        ask(variant, pool, Tables.of("v:float64").row(1e200).row(2e200).row(5e200))
                .compute(variance("v").as("v"))
                .givesAbout(Tables.of("v:float64").row(Double.POSITIVE_INFINITY));
    }
}
