package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.variance;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Tables;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Spreads, pairs and quantiles.
interface SpreadCases extends ContractCases {
    @ParameterizedTest
    @MethodSource("variants")
    default void spreadIsNullUntilThereAreMoreValuesThanDegreesOfFreedomTakenOff(Variant variant, MemoryPool pool) {
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
    default void varianceOfLargeValuesThatHardlyDifferKeepsItsDigits(Variant variant, MemoryPool pool) {
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
    default void oneRowHasNoCorrelationAsItHasNoCovariance(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:int32", "x:float64", "y:float64")
                                .row(1, 1.0, 2.0)
                                .row(2, 1.0, null)
                                .row(3, 2.0, 5.0)
                                .row(3, 3.0, 7.0)
                                .row(4, 2.0, 5.0)
                                .row(4, 2.0, 7.0)
                                .row(5, Double.NaN, 5.0))
                .by("k")
                .compute(corr("x", "y").as("r"), covariance("x", "y").as("c"))
                .givesAbout(Tables.of("k:int32", "r:float64", "c:float64")
                        .row(1, null, null)
                        .row(2, null, null)
                        .row(3, 1.0, 1.0)
                        .row(4, Double.NaN, 0.0)
                        .row(5, null, null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void whatIsComparedWithItselfOrItsMultipleCorrelatesExactly(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("x:int32", "y:float64", "z:int64")
                                .row(2, 4.0, -5)
                                .row(3, 6.0, -9))
                .compute(
                        corr("x", "x").as("itself"),
                        corr("x", "y").as("twice"),
                        corr("x", "z").as("other way"))
                .gives(Tables.of("itself:float64", "twice:float64", "other way:float64")
                        .row(1.0, 1.0, -1.0));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void pairsWithANullOnEitherSideAreLeftOut(Variant variant, MemoryPool pool) {
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
    default void anInfinityMakesSpreadsNaN(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("x:float64", "y:float64")
                                .row(0.0, 0.0)
                                .row(Double.POSITIVE_INFINITY, 1.0)
                                .row(0.0, -3.0))
                .compute(
                        covariance("x", "y").as("xy"),
                        covariance("y", "x").as("yx"),
                        corr("x", "y").as("r"),
                        variance("x").as("v"))
                .gives(Tables.of("xy:float64", "yx:float64", "r:float64", "v:float64")
                        .row(NAN, NAN, NAN, NAN));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void quantilesInterpolateAsAsked(Variant variant, MemoryPool pool) {
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
    default void quantilesBesideInfinitiesAndFarApartAreNoNaN(Variant variant, MemoryPool pool) {
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

    private static Expr firstQuartile(String column, Aggregation.Interpolation interpolation) {
        return aggregate(new Aggregation.Quantile(0.25, interpolation), column);
    }
}
