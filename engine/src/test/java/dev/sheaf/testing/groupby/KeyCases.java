package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.collectSet;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.testing.groupby.ContractCases.NAN;
import static dev.sheaf.testing.groupby.ContractCases.distinct;
import static dev.sheaf.testing.groupby.ContractCases.sales;

import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What keys are, and which rows make a group.
interface KeyCases extends ContractCases {
    long DAY = 86_400_000_000_000L;

    /// More days than a key has room for behind its months.
    Interval FAR = new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, DAY);

    @ParameterizedTest
    @MethodSource("variants")
    default void eachKeyIsOneGroup(Variant variant, MemoryPool pool) {
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
    default void rowsWithANullKeyAreLeftOutUnlessIncluded(Variant variant, MemoryPool pool) {
        ask(variant, pool, sales())
                .by("k")
                .compute(sum("v").as("s"))
                .with(NullKeys.EXCLUDE)
                .gives(Tables.of("k:string", "s:int64").row("a", 1).row("b", 18));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void aNullInOneOfSeveralKeysIsAKeyOfItsOwn(Variant variant, MemoryPool pool) {
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
    default void allNansAreOneKeyAndBothZerosAreOneKey(Variant variant, MemoryPool pool) {
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
    default void intervalsOfALengthAreOneKey(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:interval", "v:int64")
                                .row(new Interval(0, 31, 0), 1)
                                .row(new Interval(1, 1, 0), 2)
                                .row(new Interval(0, 0, 31 * DAY), 4)
                                .row(new Interval(0, -1, DAY - 1), 8)
                                .row(new Interval(0, 0, -1), 16)
                                .row(FAR, 32))
                .by("k")
                .compute(sum("v").as("s"), nunique("k").as("n"), collectSet("k").as("set"))
                .gives(Tables.of("k:interval", "s:int64", "n:int64", "set:list<interval>")
                        .row(new Interval(1, 1, 0), 7, 1, List.of(new Interval(1, 1, 0)))
                        .row(new Interval(0, 0, -1), 24, 1, List.of(new Interval(0, 0, -1)))
                        .row(FAR, 32, 1, List.of(FAR)));
        ask(
                        variant,
                        pool,
                        Tables.of("k:list<interval>", "v:int64")
                                .row(List.of(new Interval(0, 60, 0)), 1)
                                .row(List.of(new Interval(1, 29, DAY)), 2))
                .by("k")
                .compute(sum("v").as("s"))
                .gives(Tables.of("k:list<interval>", "s:int64").row(List.of(new Interval(2, 0, 0)), 3));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void floatsInNestedKeysAreOneNanAndOneZero(Variant variant, MemoryPool pool) {
        ask(
                        variant,
                        pool,
                        Tables.of("k:list<float64>", "s:struct<x: float32>", "v:int64")
                                .row(List.of(-0.0, NAN), Map.of("x", -0.0f), 1)
                                .row(List.of(0.0, NAN), Map.of("x", 0.0f), 2))
                .by("k", "s")
                .compute(sum("v").as("v"), distinct(first("k")).as("first"))
                .gives(Tables.of("k:list<float64>", "s:struct<x: float32>", "v:int64", "first:list<float64>")
                        .row(List.of(0.0, NAN), Map.of("x", 0.0f), 3, List.of(0.0, NAN)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void noRowsGiveNoGroupsWithKeysAndOneGroupWithout(Variant variant, MemoryPool pool) {
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
    default void groupsWithoutAggregatesAreTheDistinctKeys(Variant variant, MemoryPool pool) {
        ask(variant, pool, sales())
                .by("k")
                .compute()
                .gives(Tables.of("k:string").row("a").row("b").row((Object) null));
    }

    @ParameterizedTest
    @MethodSource("variants")
    default void sortedGroupsRiseByTheirKeysWithNullsLast(Variant variant, MemoryPool pool) {
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
    default void keysOfEveryKindOfTextAreToldApart(Variant variant, MemoryPool pool) {
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
    default void aDictionaryEncodedKeyGroupsByItsValues(Variant variant, MemoryPool pool) {
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
}
