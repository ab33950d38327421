package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.all;
import static dev.sheaf.expr.Expressions.any;
import static dev.sheaf.expr.Expressions.approxNunique;
import static dev.sheaf.expr.Expressions.approxQuantile;
import static dev.sheaf.expr.Expressions.bitAnd;
import static dev.sheaf.expr.Expressions.bitOr;
import static dev.sheaf.expr.Expressions.bitXor;
import static dev.sheaf.expr.Expressions.bottomK;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectSet;
import static dev.sheaf.expr.Expressions.discreteQuantile;
import static dev.sheaf.expr.Expressions.histogram;
import static dev.sheaf.expr.Expressions.join;
import static dev.sheaf.expr.Expressions.m2;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.maxBy;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.minBy;
import static dev.sheaf.expr.Expressions.mode;
import static dev.sheaf.expr.Expressions.nth;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.sumOfSquares;
import static dev.sheaf.expr.Expressions.tdigest;
import static dev.sheaf.expr.Expressions.variance;
import static dev.sheaf.testing.groupby.ContractCases.distinct;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Kinds of aggregations beyond those of [GroupByContract], case by case.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(PoolCheck.class)
public abstract class KindsContract implements ContractCases {
    @ParameterizedTest
    @MethodSource("variants")
    void squaresAreSummedExactlyOverIntegers(Variant variant, MemoryPool pool) {
        Tables.Rows input = Tables.of("k:string", "i:int32", "u:uint64", "f:float64", "d:decimal(7, 2)")
                .row("a", 3, new BigInteger("4000000000"), 0.5, new BigDecimal("1.50"))
                .row("a", -4, BigInteger.ONE, null, new BigDecimal("-2.00"))
                .row("b", null, null, null, null);
        ask(variant, pool, input)
                .by("k")
                .compute(
                        sumOfSquares("i").as("i"),
                        sumOfSquares("u").as("u"),
                        sumOfSquares("f").as("f"),
                        sumOfSquares("d").as("d"))
                .gives(Tables.of("k:string", "i:int64", "u:uint64", "f:float64", "d:float64")
                        .row("a", 25, new BigInteger("16000000000000000001"), 0.25, 6.25)
                        .row("b", null, null, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void squaresThatDoNotFitFailOrWrap(Variant variant, MemoryPool pool) {
        Tables.Rows input = Tables.of("v:int64").row(Long.MIN_VALUE).row(1);
        ask(variant, pool, input)
                .compute(sumOfSquares("v").as("s"))
                .fails(ArithmeticException.class)
                .hasMessageContaining("s of ");
        ask(variant, pool, input)
                .compute(sumOfSquares("v").as("s"))
                .with(Overflow.WRAP)
                .gives(Tables.of("s:int64").row(1));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void m2IsTheSumOfSquaredDistancesFromTheMean(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "v:int32", "d:decimal(5, 1)")
                                .row(1, 2, new BigDecimal("0.5"))
                                .row(1, 4, new BigDecimal("1.5"))
                                .row(1, null, null)
                                .row(2, 7, null))
                .by("k")
                .compute(m2("v").as("m"), m2("d").as("d"))
                .givesAbout(Tables.of("k:int8", "m:float64", "d:float64")
                        .row(1, 2.0, 0.5)
                        .row(2, 0.0, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void reproducibleSumsAreExactAndFollowIeeeWhereNotFinite(Variant variant, MemoryPool pool) {
        double infinity = Double.POSITIVE_INFINITY;
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "x:float64")
                                .row(1, 1e308)
                                .row(1, 1e308)
                                .row(1, 3.0)
                                .row(1, -1e308)
                                .row(1, -1e308)
                                .row(2, infinity)
                                .row(2, 1.0)
                                .row(3, -infinity)
                                .row(3, infinity)
                                .row(4, NAN)
                                .row(5, null))
                .by("k")
                .compute(sum("x").as("s"), mean("x").as("m"), variance("x").as("v"))
                .with(Sums.REPRODUCIBLE)
                .gives(Tables.of("k:int8", "s:float64", "m:float64", "v:float64")
                        .row(1, 3.0, 0.6, infinity)
                        .row(2, infinity, infinity, NAN)
                        .row(3, NAN, NAN, NAN)
                        .row(4, NAN, NAN, null)
                        .row(5, null, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void anyAndAllSkipNulls(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "b:bool")
                                .row(1, true)
                                .row(1, null)
                                .row(1, false)
                                .row(2, true)
                                .row(2, null)
                                .row(3, null))
                .by("k")
                .compute(any("b").as("any"), all("b").as("all"))
                .gives(Tables.of("k:int8", "any:bool", "all:bool")
                        .row(1, true, false)
                        .row(2, true, true)
                        .row(3, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void bitsAreCombinedInTheTypeOfTheArgument(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "i:int16", "u:uint64")
                                .row(1, -2, BigInteger.ONE.shiftLeft(63))
                                .row(1, 0b1111, BigInteger.ONE)
                                .row(1, null, null)
                                .row(2, null, null))
                .by("k")
                .compute(
                        bitAnd("i").as("and"),
                        bitOr("i").as("or"),
                        bitXor("i").as("xor"),
                        bitOr("u").as("u"),
                        distinct(bitXor("u")).as("x"))
                .gives(Tables.of("k:int8", "and:int16", "or:int16", "xor:int16", "u:uint64", "x:uint64")
                        .row(
                                1,
                                0b1110,
                                -1,
                                -15,
                                new BigInteger("9223372036854775809"),
                                new BigInteger("9223372036854775809"))
                        .row(2, null, null, null, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void minByAndMaxByTakeTheLowestRowAndSkipNullsOfTheOrder(Variant variant, MemoryPool pool) {
        Tables.Rows input = Tables.of("k:int8", "x:string", "y:float64")
                .row(1, "none", null)
                .row(1, "a", 2.0)
                .row(1, "b", -1.0)
                .row(1, "c", -1.0)
                .row(1, null, NAN)
                .row(2, "d", null)
                .row(3, null, -0.0)
                .row(3, "e", 0.0);
        ask(variant, pool, input)
                .by("k")
                .compute(
                        minBy("x", "y").as("min"),
                        maxBy("x", "y").as("max"),
                        aggregate(new Aggregation.MaxBy(true), "x", "y").as("valid"),
                        minBy("x", "y").filter(col("x").ne("b")).as("filtered"))
                .gives(Tables.of("k:int8", "min:string", "max:string", "valid:string", "filtered:string")
                        .row(1, "b", null, "a", "c")
                        .row(2, null, null, null, null)
                        .row(3, null, "e", "e", "e"));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void anythingIsTakenByTextAndWideDecimals(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("x:list<int32>", "t:string", "d:decimal(30, 2)")
                                .row(List.of(1), "long text that ends in b", new BigDecimal("100000000000000000000.01"))
                                .row(List.of(2), "long text that ends in a", new BigDecimal("100000000000000000000.02"))
                                .row(List.of(3), "long text that ends in b", new BigDecimal("-5.00"))
                                .row(List.of(4), null, null))
                .compute(
                        minBy("x", "t").as("least"),
                        maxBy("x", "t").as("greatest"),
                        minBy("t", "d").as("by least"),
                        distinct(maxBy("t", "d")).as("by greatest"))
                .gives(Tables.of("least:list<int32>", "greatest:list<int32>", "by least:string", "by greatest:string")
                        .row(List.of(2), List.of(1), "long text that ends in b", "long text that ends in a"));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void listsAndStructsAreOrderedByTheirParts(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "l:list<int32>", "s:struct<a: int32, b: string>")
                                .row(1, List.of(2), struct(1, "x"))
                                .row(1, List.of(1, 2), struct(1, null))
                                .row(2, List.of(7), null)
                                .row(1, List.of(1), struct(1, "w"))
                                .row(1, Arrays.asList(1, null), null)
                                .row(2, List.of(), struct(null, "a"))
                                .row(3, null, null))
                .by("k")
                .compute(
                        min("l").as("least"),
                        distinct(max("l")).as("greatest"),
                        aggregate(new Aggregation.ArgMin(), "l").as("at"),
                        min("s").as("struct"),
                        max("s").as("last"),
                        aggregate(new Aggregation.ArgMax(), "s").as("at last"),
                        maxBy("l", "s").as("by struct"),
                        minBy("s", "l").as("by list"))
                .gives(Tables.of(
                                "k:int8",
                                "least:list<int32>",
                                "greatest:list<int32>",
                                "at:int64",
                                "struct:struct<a: int32, b: string>",
                                "last:struct<a: int32, b: string>",
                                "at last:int64",
                                "by struct:list<int32>",
                                "by list:struct<a: int32, b: string>")
                        .row(
                                1,
                                List.of(1),
                                List.of(2),
                                3,
                                struct(1, "w"),
                                struct(1, null),
                                1,
                                List.of(1, 2),
                                struct(1, "w"))
                        .row(
                                2,
                                List.of(),
                                List.of(7),
                                5,
                                struct(null, "a"),
                                struct(null, "a"),
                                5,
                                List.of(),
                                struct(null, "a"))
                        .row(3, null, null, null, null, null, null, null, null));
    }

    private static Map<String, @Nullable Object> struct(@Nullable Integer a, @Nullable String b) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("a", a);
        fields.put("b", b);
        return fields;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void nthCountsFromEitherEnd(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "v:string")
                                .row(1, "a")
                                .row(1, null)
                                .row(2, "x")
                                .row(1, "c")
                                .row(1, "d"))
                .by("k")
                .compute(
                        nth("v", 0).as("n0"),
                        nth("v", 1).as("n1"),
                        aggregate(new Aggregation.Nth(1, true), "v").as("valid"),
                        nth("v", -1).as("last"),
                        nth("v", -4).as("fourth last"))
                .gives(Tables.of(
                                "k:int8", "n0:string", "n1:string", "valid:string", "last:string", "fourth last:string")
                        .row(1, "a", null, "c", "d", "a")
                        .row(2, "x", null, null, "x", null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void theLeastValuesComeInRisingOrder(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("i:int32", "t:string")
                                .row(3, "c")
                                .row(null, null)
                                .row(1, "b")
                                .row(2, "a")
                                .row(1, "a"))
                .compute(bottomK("i", 3).as("i"), bottomK("t", 2).as("t"))
                .gives(Tables.of("i:list<int32>", "t:list<string>").row(List.of(1, 1, 2), List.of("a", "a")));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void setsComeInTheOrderOfFirstRows(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "v:float64")
                                .row(1, 2.0)
                                .row(1, null)
                                .row(1, -0.0)
                                .row(2, null)
                                .row(1, 0.0)
                                .row(1, 2.0)
                                .row(1, null)
                                .row(1, 1.0))
                .by("k")
                .compute(
                        collectSet("v").as("all"),
                        aggregate(new Aggregation.CollectSet(true), "v").as("valid"))
                .gives(Tables.of("k:int8", "all:list<float64>", "valid:list<float64>")
                        .row(1, Arrays.asList(2.0, null, 0.0, 1.0), List.of(2.0, 0.0, 1.0))
                        .row(2, Arrays.asList((Object) null), null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void theModeIsTheMostFrequentValueAndTheFirstOfSeveral(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "t:string", "v:float32")
                                .row(1, "b", NAN)
                                .row(1, "a", 1.0f)
                                .row(1, null, NAN)
                                .row(1, null, 1.0f)
                                .row(1, "a", NAN)
                                .row(1, "b", 2.0f)
                                .row(2, null, null))
                .by("k")
                .compute(
                        mode("t").as("t"),
                        mode("v").as("v"),
                        distinct(mode("v")).as("first"))
                .gives(Tables.of("k:int8", "t:string", "v:float32", "first:float32")
                        .row(1, "b", NAN, NAN)
                        .row(2, null, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void discreteQuantilesAreValuesOfAnyTypeWithAnOrder(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "i:int32", "t:string", "d:decimal(30, 1)", "f:float64")
                                .row(1, 4, "b", new BigDecimal("2.5"), NAN)
                                .row(1, 1, "a longer text than fits", new BigDecimal("-1.0"), 0.0)
                                .row(1, null, null, null, null)
                                .row(1, 3, "c", new BigDecimal("9.0"), -0.0)
                                .row(1, 2, "", new BigDecimal("2.5"), 1.0)
                                .row(2, null, null, null, null)
                                .row(3, 7, "x", new BigDecimal("1.0"), NAN))
                .by("k")
                .compute(
                        discreteQuantile("i", 0.5).as("i"),
                        aggregate(new Aggregation.DiscreteQuantile(0.5, true), "i")
                                .as("falling"),
                        discreteQuantile("t", 0.51).as("t"),
                        discreteQuantile("d", 1).as("d"),
                        discreteQuantile("f", 0).as("f"),
                        distinct(discreteQuantile("d", 0.34)).as("distinct"))
                .gives(Tables.of(
                                "k:int8",
                                "i:int32",
                                "falling:int32",
                                "t:string",
                                "d:decimal(30, 1)",
                                "f:float64",
                                "distinct:decimal(30, 1)")
                        .row(1, 2, 3, "b", new BigDecimal("9.0"), -0.0, new BigDecimal("2.5"))
                        .row(2, null, null, null, null, null, null)
                        .row(3, 7, 7, "x", new BigDecimal("1.0"), NAN, new BigDecimal("1.0")));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void textsAreJoinedInTheOrderOfRowsWithoutNulls(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "t:string")
                                .row(1, "ä")
                                .row(2, "")
                                .row(1, null)
                                .row(1, "a text that is longer than twelve bytes")
                                .row(3, null)
                                .row(1, "ä"))
                .by("k")
                .compute(
                        join("t", ", ").as("t"),
                        join("t", "").as("bare"),
                        distinct(join("t", "|")).as("distinct"),
                        join("t", "→").filter(col("t").ne("")).as("filtered"))
                .gives(Tables.of("k:int8", "t:string", "bare:string", "distinct:string", "filtered:string")
                        .row(
                                1,
                                "ä, a text that is longer than twelve bytes, ä",
                                "äa text that is longer than twelve bytesä",
                                "ä|a text that is longer than twelve bytes",
                                "ä→a text that is longer than twelve bytes→ä")
                        .row(2, "", "", "", null)
                        .row(3, null, null, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void estimatesOfFewValuesAreExact(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "v:float64", "t:string")
                                .row(1, 4.0, "a")
                                .row(1, -0.0, "b")
                                .row(1, 0.0, "a")
                                .row(1, null, null)
                                .row(1, 1.0, "a long text that fills several words")
                                .row(2, null, null)
                                .row(3, NAN, ""))
                .by("k")
                .compute(
                        approxNunique("v").as("n"),
                        approxNunique("t").as("texts"),
                        approxQuantile("v", 0.5).as("median"),
                        distinct(approxQuantile("v", 1)).as("most"))
                .gives(Tables.of("k:int8", "n:int64", "texts:int64", "median:float64", "most:float64")
                        .row(1, 3, 3, 0.5, 4.0)
                        .row(2, 0, 0, null, null)
                        .row(3, 1, 1, NAN, NAN));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void digestsHoldMeansAndWeights(Variant variant, MemoryPool pool) {
        Map<String, Object> digest = new LinkedHashMap<>();
        digest.put("means", List.of(-1.0, 2.0, 2.0));
        digest.put("weights", List.of(1L, 1L, 1L));
        digest.put("min", -1.0);
        digest.put("max", 2.0);
        ask(
                        variant,
                        pool,
                        Tables.of("v:int32").row(2).row(-1).row((Object) null).row(2))
                .compute(tdigest("v").as("d"))
                .gives(Tables.of("d:struct<means: list<float64>, weights: list<int64>, min: float64, max: float64>")
                        .row(digest));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void histogramsCountBetweenEdgesAndBeyondThem(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int8", "v:float64", "i:int8")
                                .row(1, -0.0, -1)
                                .row(1, 0.5, 0)
                                .row(1, 9.0, 10)
                                .row(1, 10.0, 11)
                                .row(1, NAN, null)
                                .row(1, -1e300, 5)
                                .row(2, null, null))
                .by("k")
                .compute(histogram("v", 0, 10).as("v"), histogram("i", 0, 10).as("i"))
                .gives(Tables.of("k:int8", "v:list<int64>", "i:list<int64>")
                        .row(1, List.of(1L, 3L, 2L), List.of(1L, 2L, 2L))
                        .row(2, null, null));
    }
}
