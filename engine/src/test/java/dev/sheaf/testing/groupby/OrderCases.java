package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.argMax;
import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.last;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.topK;
import static dev.sheaf.testing.groupby.ContractCases.NAN;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Tables;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Extremes, first and last rows, and lists.
interface OrderCases extends ContractCases {
    @ParameterizedTest
    @MethodSource("variants")
    default void minAndMaxPutNanAboveAllAndMinusZeroBelowZero(Variant variant, MemoryPool pool) {
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
    default void minAndMaxOfTextGoByCodePoints(Variant variant, MemoryPool pool) {
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
    default void tiesOfArgMinAndArgMaxGoToTheLowestRow(Variant variant, MemoryPool pool) {
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
    default void firstAndLastTakeNullsUnlessToldOtherwise(Variant variant, MemoryPool pool) {
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
    default void listsKeepTheOrderOfRows(Variant variant, MemoryPool pool) {
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
}
