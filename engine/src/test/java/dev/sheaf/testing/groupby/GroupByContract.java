package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.argMax;
import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.last;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.topK;
import static dev.sheaf.expr.Expressions.variance;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One meaning on every backend: the rules of the package documentation of `dev.sheaf.groupby`, case by case.
///
/// A backend's test extends this class and says which backend, and in which variants (forced strategies,
/// thread counts, tables so small that they overflow) all cases run. Each case also pins the reference that the
/// random requests are compared with.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(PoolCheck.class)
public abstract class GroupByContract {
    private static final double NAN = Double.NaN;

    /// The backend under test.
    protected abstract Backend backend();

    /// The ways in which every case runs.
    protected abstract List<Variant> variants();

    private Question ask(Variant variant, MemoryPool pool, Tables.Rows input) {
        return new Question(backend(), variant, pool, input);
    }

    private static Tables.Rows sales() {
        return Tables.of("k:string", "v:int64")
                .row("a", 1)
                .row("b", 2)
                .row(null, 4)
                .row("a", null)
                .row("b", 16)
                .row(null, 32);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void eachKeyIsOneGroup(Variant variant, MemoryPool pool) {
        ask(variant, pool, sales())
                .by("k")
                .compute(sum("v").as("s"), count("v").as("n"), count().as("rows"))
                .gives(Tables.of("k:string", "s:int64", "n:int64", "rows:int64")
                        .row("a", 1, 1, 2)
                        .row("b", 18, 2, 2)
                        .row(null, 36, 2, 2));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void rowsWithANullKeyAreLeftOutUnlessIncluded(Variant variant, MemoryPool pool) {
        ask(variant, pool, sales())
                .by("k")
                .compute(sum("v").as("s"))
                .with(NullKeys.EXCLUDE)
                .gives(Tables.of("k:string", "s:int64").row("a", 1).row("b", 18));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aNullInOneOfSeveralKeysIsAKeyOfItsOwn(Variant variant, MemoryPool pool) {
        Tables.Rows input = Tables.of("j:int32", "k:string")
                .row(1, "a")
                .row(1, null)
                .row(null, "a")
                .row(null, null)
                .row(1, null)
                .row(null, null);
        ask(variant, pool, input)
                .by("j", "k")
                .compute(count().as("n"))
                .gives(Tables.of("j:int32", "k:string", "n:int64")
                        .row(1, "a", 1)
                        .row(1, null, 2)
                        .row(null, "a", 1)
                        .row(null, null, 2));
        ask(variant, pool, input)
                .by("j", "k")
                .compute(count().as("n"))
                .with(NullKeys.EXCLUDE)
                .gives(Tables.of("j:int32", "k:string", "n:int64").row(1, "a", 1));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void allNansAreOneKeyAndBothZerosAreOneKey(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:float64", "v:int32")
                                .row(-0.0, 1)
                                .row(NAN, 2)
                                .row(0.0, 4)
                                .row(Double.longBitsToDouble(0xfff8000000000123L), 8))
                .by("k")
                .compute(sum("v").as("s"))
                .gives(Tables.of("k:float64", "s:int64").row(0.0, 5).row(NAN, 10));
        ask(
                        variant,
                        pool,
                        Tables.of("k:float32", "v:int32")
                                .row(-0.0f, 1)
                                .row(Float.NaN, 2)
                                .row(0.0f, 4))
                .by("k")
                .compute(sum("v").as("s"))
                .gives(Tables.of("k:float32", "s:int64").row(0.0f, 5).row(Float.NaN, 2));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void noRowsGiveNoGroupsWithKeysAndOneGroupWithout(Variant variant, MemoryPool pool) {
        Tables.Rows nothing = Tables.of("k:string", "v:int32");
        Expr[] aggregates = {
            count().as("n"),
            count("v").as("valid"),
            sum("v").as("s"),
            min("v").as("least"),
            first("v").as("head")
        };
        ask(variant, pool, nothing)
                .by("k")
                .compute(aggregates)
                .gives(Tables.of("k:string", "n:int64", "valid:int64", "s:int64", "least:int32", "head:int32"));
        ask(variant, pool, nothing)
                .compute(aggregates)
                .gives(Tables.of("n:int64", "valid:int64", "s:int64", "least:int32", "head:int32")
                        .row(0, 0, null, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void groupsWithoutAggregatesAreTheDistinctKeys(Variant variant, MemoryPool pool) {
        ask(variant, pool, sales())
                .by("k")
                .compute()
                .gives(Tables.of("k:string").row("a").row("b").row((Object) null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aGroupWithoutAValidValueIsNullAndCountsZero(Variant variant, MemoryPool pool) {
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
    void sumsOfIntegersAreInt64AndOfUint64Uint64(Variant variant, MemoryPool pool) {
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
    void sumsOfDecimalsHaveThirtyEightDigitsAndTheSameScale(Variant variant, MemoryPool pool) {
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
    void sumsOfFloatsAreFloat64AndNanIsContagious(Variant variant, MemoryPool pool) {
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
    void overflowRaisesAnErrorThatNamesTheColumnAndTheGroup(Variant variant, MemoryPool pool) {
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
    void overflowWithinASumOrProductThatFitsInTheEndIsNone(Variant variant, MemoryPool pool) {
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
    void overflowWrapsAroundIfAsked(Variant variant, MemoryPool pool) {
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
    void minAndMaxPutNanAboveAllAndMinusZeroBelowZero(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:string", "v:float64")
                                .row("zeros", 0.0)
                                .row("zeros", -0.0)
                                .row("nan", NAN)
                                .row("nan", Double.POSITIVE_INFINITY)
                                .row("only nan", NAN))
                .by("k")
                .compute(
                        min("v").as("least"),
                        max("v").as("most"),
                        argMin("v").as("at"),
                        argMax("v").as("top"))
                .gives(Tables.of("k:string", "least:float64", "most:float64", "at:int64", "top:int64")
                        .row("zeros", -0.0, 0.0, 1, 0)
                        .row("nan", Double.POSITIVE_INFINITY, NAN, 3, 2)
                        .row("only nan", NAN, NAN, 4, 4));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void minAndMaxOfTextGoByCodePoints(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("v:string", "b:bool", "d:date")
                                .row("Z", true, LocalDate.of(2020, 1, 2))
                                .row("a", null, LocalDate.of(1969, 12, 31))
                                .row("", false, null)
                                .row("\uFFFD", false, LocalDate.of(2020, 1, 1))
                                .row("😀", true, null))
                .compute(min("v").as("v0"), max("v").as("v1"), min("b").as("b0"), max("d").as("d1"))
                .gives(Tables.of("v0:string", "v1:string", "b0:bool", "d1:date")
                        .row("", "😀", false, LocalDate.of(2020, 1, 2)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void tiesOfArgMinAndArgMaxGoToTheLowestRow(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("v:int32")
                                .row((Object) null)
                                .row(3)
                                .row(1)
                                .row(3)
                                .row(1))
                .compute(argMin("v").as("low"), argMax("v").as("high"))
                .gives(Tables.of("low:int64", "high:int64").row(2, 1));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void firstAndLastTakeNullsUnlessToldOtherwise(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("v:string")
                                .row((Object) null)
                                .row("x")
                                .row("y")
                                .row((Object) null))
                .compute(
                        first("v").as("head"),
                        last("v").as("tail"),
                        aggregate(new Aggregation.First(true), "v").as("valid head"),
                        aggregate(new Aggregation.Last(true), "v").as("valid tail"))
                .gives(Tables.of("head:string", "tail:string", "valid head:string", "valid tail:string")
                        .row(null, null, "x", "y"));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void listsKeepTheOrderOfRows(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:string", "v:string")
                                .row("a", "x")
                                .row("b", null)
                                .row("a", null)
                                .row("a", "w"))
                .by("k")
                .compute(
                        collectList("v").as("all"),
                        aggregate(new Aggregation.CollectList(true), "v").as("valid"),
                        topK("v", 2).as("top"),
                        aggregate(new Aggregation.TopK(1, false), "v").as("bottom"))
                .gives(Tables.of(
                                "k:string",
                                "all:list<string>",
                                "valid:list<string>",
                                "top:list<string>",
                                "bottom:list<string>")
                        .row("a", Arrays.asList("x", null, "w"), List.of("x", "w"), List.of("x", "w"), List.of("w"))
                        .row("b", Arrays.asList((Object) null), null, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void spreadIsNullUntilThereAreMoreValuesThanDegreesOfFreedomTakenOff(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:string", "v:int32")
                                .row("one", 5)
                                .row("two", 1)
                                .row("two", 4)
                                .row("none", null))
                .by("k")
                .compute(
                        variance("v").as("var"),
                        std("v").as("std"),
                        aggregate(new Aggregation.Variance(0), "v").as("pop"))
                .givesAbout(Tables.of("k:string", "var:float64", "std:float64", "pop:float64")
                        .row("one", null, null, 0.0)
                        .row("two", 4.5, Math.sqrt(4.5), 2.25)
                        .row("none", null, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void varianceOfLargeValuesThatHardlyDifferKeepsItsDigits(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("v:float64", "w:int64")
                                .row(1e9 + 4, 4_000_000_000_000_004L)
                                .row(1e9 + 7, 4_000_000_000_000_007L)
                                .row(1e9 + 13, 4_000_000_000_000_013L)
                                .row(1e9 + 16, 4_000_000_000_000_016L))
                .compute(
                        variance("v").as("v"),
                        variance("w").as("w"),
                        covariance("v", "w").as("c"),
                        corr("v", "w").as("r"))
                .givesAbout(Tables.of("v:float64", "w:float64", "c:float64", "r:float64")
                        .row(30.0, 30.0, 30.0, 1.0));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void pairsWithANullOnEitherSideAreLeftOut(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("x:float64", "y:float64")
                                .row(1.0, 2.0)
                                .row(2.0, null)
                                .row(null, 7.0)
                                .row(3.0, 8.0))
                .compute(corr("x", "y").as("r"), covariance("x", "y").as("c"))
                .givesAbout(Tables.of("r:float64", "c:float64").row(1.0, 6.0));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void quantilesInterpolateAsAsked(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("v:int32")
                                .row(40)
                                .row(10)
                                .row((Object) null)
                                .row(30)
                                .row(20))
                .compute(
                        median("v").as("median"),
                        quantile("v", 0.25).as("linear"),
                        firstQuartile("v", Aggregation.Interpolation.LOWER).as("lower"),
                        firstQuartile("v", Aggregation.Interpolation.HIGHER).as("higher"),
                        firstQuartile("v", Aggregation.Interpolation.MIDPOINT).as("midpoint"),
                        firstQuartile("v", Aggregation.Interpolation.NEAREST).as("nearest"))
                .givesAbout(Tables.of(
                                "median:float64",
                                "linear:float64",
                                "lower:float64",
                                "higher:float64",
                                "midpoint:float64",
                                "nearest:float64")
                        .row(25.0, 17.5, 10.0, 20.0, 15.0, 20.0));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void quantilesBesideInfinitiesAndFarApartAreNoNaN(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int32", "v:float64")
                                .row(1, Double.NEGATIVE_INFINITY)
                                .row(1, Double.NEGATIVE_INFINITY)
                                .row(2, Double.NEGATIVE_INFINITY)
                                .row(2, 5.0)
                                .row(3, 5.0)
                                .row(3, Double.POSITIVE_INFINITY)
                                .row(4, -Double.MAX_VALUE)
                                .row(4, Double.MAX_VALUE))
                .by("k")
                .compute(quantile("v", 0.25).as("q"), median("v").as("m"))
                .givesAbout(Tables.of("k:int32", "q:float64", "m:float64")
                        .row(1, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY)
                        .row(2, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY)
                        .row(3, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)
                        .row(4, -Double.MAX_VALUE / 2, 0.0));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void squaresTooLargeForADoubleAreInfinite(Variant variant, MemoryPool pool) {
        ask(variant, pool, Tables.of("v:float64").row(1e200).row(2e200).row(5e200))
                .compute(variance("v").as("v"))
                .givesAbout(Tables.of("v:float64").row(Double.POSITIVE_INFINITY));
    }

    private static Expr firstQuartile(String column, Aggregation.Interpolation interpolation) {
        return aggregate(new Aggregation.Quantile(0.25, interpolation), column);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void durationsKeepTheirTypeInSumAndMean(Variant variant, MemoryPool pool) {
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
    void distinctLeavesOutRepeatedValues(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:string", "v:int32")
                                .row("a", 7)
                                .row("a", 7)
                                .row("a", 5)
                                .row("a", null)
                                .row("b", null)
                                .row("b", null))
                .by("k")
                .compute(
                        distinct(sum("v")).as("s"),
                        distinct(count("v")).as("n"),
                        distinct(mean("v")).as("m"),
                        nunique("v").as("u"),
                        aggregate(new Aggregation.NUnique(true), "v").as("with null"),
                        sum("v").as("all"))
                .gives(Tables.of(
                                "k:string",
                                "s:int64",
                                "n:int64",
                                "m:float64",
                                "u:int64",
                                "with null:int64",
                                "all:int64")
                        .row("a", 12, 2, 6.0, 2, 3, 19)
                        .row("b", null, 0, null, 0, 1, null));
    }

    private static Expr distinct(Expr expr) {
        Expr.Aggregate aggregate = (Expr.Aggregate) expr;
        return new Expr.Aggregate(aggregate.aggregation(), aggregate.arguments(), aggregate.filter(), true);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aFilteredAggregateSeesItsRowsAndTheGroupStays(Variant variant, MemoryPool pool) {
        ask(variant, pool, sales())
                .by("k")
                .compute(
                        sum("v").filter(col("v").gt(10L)).as("large"),
                        count().filter(col("v").isNull()).as("nulls"),
                        distinct(sum("v")).filter(col("v").lt(10L)).as("small"))
                .gives(Tables.of("k:string", "large:int64", "nulls:int64", "small:int64")
                        .row("a", null, 1, 1)
                        .row("b", 16, 0, 2)
                        .row(null, 32, 0, 4));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aColumnMayBeFilteredByAndAggregated(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("paid:bool")
                                .row(true)
                                .row(false)
                                .row((Object) null)
                                .row(true))
                .compute(
                        count().filter(col("paid")).as("n"),
                        min("paid").as("least"),
                        count("paid").as("known"))
                .gives(Tables.of("n:int64", "least:bool", "known:int64").row(2, false, 3));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void rowsThatTheFilterLeavesOutMakeNoGroupAndKeepTheirOrdinals(Variant variant, MemoryPool pool) {
        ask(variant, pool, sales())
                .where(col("v").gt(2L))
                .by("k")
                .compute(sum("v").as("s"), argMin("v").as("at"))
                .gives(Tables.of("k:string", "s:int64", "at:int64")
                        .row(null, 36, 2)
                        .row("b", 16, 4));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void sortedGroupsRiseByTheirKeysWithNullsLast(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("j:float64", "k:string")
                                .row(NAN, "x")
                                .row(null, "x")
                                .row(2.0, "b")
                                .row(2.0, null)
                                .row(-1.0, "z")
                                .row(2.0, "a"))
                .by("j", "k")
                .compute(count().as("n"))
                .with(Order.SORTED)
                .gives(Tables.of("j:float64", "k:string", "n:int64")
                        .row(-1.0, "z", 1)
                        .row(2.0, "a", 1)
                        .row(2.0, "b", 1)
                        .row(2.0, null, 1)
                        .row(NAN, "x", 1)
                        .row(null, "x", 1));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void keysOfEveryKindOfTextAreToldApart(Variant variant, MemoryPool pool) {
        Tables.Rows input = Tables.of("k:string");
        Tables.Rows expected = Tables.of("k:string", "n:int64");
        List<String> texts = List.of(
                "",
                "\u0000",
                "a",
                "a\u0000",
                "A",
                "ä",
                "a\u0308",
                "😀",
                "exactly twelv",
                "exactly twelve",
                "x".repeat(300),
                "x".repeat(299) + "y");
        texts.forEach(input::row);
        texts.forEach(input::row);
        texts.forEach(text -> expected.row(text, 2));
        ask(variant, pool, input).by("k").compute(count().as("n")).gives(expected);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aDictionaryEncodedKeyGroupsByItsValues(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:dictionary<string>", "v:dictionary<int32>")
                                .row("a", 1)
                                .row("b", 2)
                                .row(null, 3)
                                .row("a", null))
                .by("k")
                .compute(sum("v").as("s"), max("k").as("most"))
                .gives(Tables.of("k:dictionary<string>", "s:int64", "most:dictionary<string>")
                        .row("a", 1, "a")
                        .row("b", 2, "b")
                        .row(null, 3, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void randomRequestsGiveWhatTheReferenceGives(Variant variant, MemoryPool pool) {
        new RandomComparison(backend(), variant, pool).exact();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void randomFloatingResultsAreThoseOfTheReferenceButForRounding(Variant variant, MemoryPool pool) {
        new RandomComparison(backend(), variant, pool).rounded();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void manyGroupsAreKeptApart(Variant variant, MemoryPool pool) {
        new GroupByStress(backend(), variant, pool).manyGroups();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aMemoryLimitIsKeptOrReported(Variant variant, MemoryPool pool) {
        new GroupByStress(backend(), variant, pool).memoryLimits();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aCancelledRunStopsAndGivesItsMemoryBack(Variant variant, MemoryPool pool) {
        new GroupByStress(backend(), variant, pool).cancellation();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aFailingSourceFailsTheRunWithItsOwnError(Variant variant, MemoryPool pool) {
        new GroupByStress(backend(), variant, pool).failingSource();
    }
}
