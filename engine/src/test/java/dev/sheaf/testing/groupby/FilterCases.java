package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.testing.groupby.ContractCases.NAN;
import static dev.sheaf.testing.groupby.ContractCases.distinct;
import static dev.sheaf.testing.groupby.ContractCases.sales;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Tables;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Which rows an aggregate sees: DISTINCT, FILTER and WHERE.
interface FilterCases extends ContractCases {
    @ParameterizedTest
    @MethodSource("variants")
    default void distinctLeavesOutRepeatedValues(Variant variant, MemoryPool pool) {
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

    @ParameterizedTest
    @MethodSource("variants")
    default void distinctPassesValuesOnAsKeysHaveThem(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:string", "v:float64")
                                .row("zeros", -0.0)
                                .row("zeros", 0.0)
                                .row("negative", -0.0)
                                .row("nans", NAN)
                                .row("nans", -0.0)
                                .row("nans", NAN))
                .by("k")
                .compute(
                        distinct(min("v")).as("min"),
                        distinct(max("v")).as("max"),
                        distinct(median("v")).as("median"),
                        distinct(product("v")).as("product"),
                        distinct(count("v")).as("n"))
                .gives(Tables.of(
                                "k:string",
                                "min:float64",
                                "max:float64",
                                "median:float64",
                                "product:float64",
                                "n:int64")
                        .row("zeros", 0.0, 0.0, 0.0, 0.0, 1)
                        .row("negative", 0.0, 0.0, 0.0, 0.0, 1)
                        .row("nans", 0.0, NAN, NAN, NAN, 2));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void aFilteredAggregateSeesItsRowsAndTheGroupStays(Variant variant, MemoryPool pool) {
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
    default void aColumnMayBeFilteredByAndAggregated(Variant variant, MemoryPool pool) {
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
    default void rowsThatTheFilterLeavesOutMakeNoGroupAndKeepTheirOrdinals(Variant variant, MemoryPool pool) {
        ask(variant, pool, sales())
                .where(col("v").gt(2L))
                .by("k")
                .compute(sum("v").as("s"), argMin("v").as("at"))
                .gives(Tables.of("k:string", "s:int64", "at:int64")
                        .row(null, 36, 2)
                        .row("b", 16, 4));
    }
}
