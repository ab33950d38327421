package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Function;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.Nearest;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class AsofJoinTest {
    private static Table trades(MemoryPool pool) {
        return Tables.of("item:string", "time:int32")
                .row("ink", 5)
                .row("pen", 9)
                .row("ink", 1)
                .row(null, 5)
                .row("ink", null)
                .row("cup", 5)
                .row("pen", 2)
                .build(pool);
    }

    private static Table quotes(MemoryPool pool) {
        return Tables.of("item:string", "time:int64", "price:int32")
                .row("pen", 2L, 20)
                .row("ink", 5L, 10)
                .row("ink", 3L, 11)
                .row("ink", 5L, 12)
                .row("pen", null, 21)
                .row(null, 1L, 30)
                .build(pool);
    }

    private static void check(MemoryPool pool, BinaryOperator<LazyFrame> join, Tables.Rows expected) {
        for (String rows : List.of("2", "65536")) {
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .settings(new Settings(Map.of("morsel.rows", rows)))
                    .build();
            try (Table left = trades(pool);
                    Table right = quotes(pool);
                    Table result =
                            join.apply(LazyFrame.of(left), LazyFrame.of(right)).collect(context)) {
                Tables.assertSame(expected, result);
            }
        }
    }

    @Test
    void eachRowGetsTheLastOneAtOrBeforeIt(MemoryPool pool) {
        check(
                pool,
                (trades, quotes) -> trades.joinAsof(quotes, "time", "item"),
                Tables.of("item:string", "time:int32", "time_right:int64", "price:int32")
                        .row("ink", 5, 5L, 12)
                        .row("pen", 9, 2L, 20)
                        .row("ink", 1, null, null)
                        .row(null, 5, null, null)
                        .row("ink", null, null, null)
                        .row("cup", 5, null, null)
                        .row("pen", 2, 2L, 20));
    }

    private static LazyFrame joined(LazyFrame trades, LazyFrame quotes, JoinKind kind, Function by, boolean nullSafe) {
        LazyFrame other = quotes.select(col("item").as("other"), col("time").as("at"), col("price"));
        List<JoinKey> keys = List.of(new JoinKey(col("item"), col("other"), nullSafe));
        return trades.joinAsof(other, kind, keys, new Nearest(col("time"), by, col("at")));
    }

    @Test
    void rowsAfterItAreFoundToo(MemoryPool pool) {
        check(
                pool,
                (trades, quotes) -> joined(trades, quotes, JoinKind.INNER, Function.LESS, false)
                        .select("item", "time", "price"),
                Tables.of("item:string", "time:int32", "price:int32").row("ink", 1, 11));
        check(
                pool,
                (trades, quotes) -> joined(trades, quotes, JoinKind.INNER, Function.LESS_OR_EQUAL, false)
                        .select("item", "time", "price"),
                Tables.of("item:string", "time:int32", "price:int32")
                        .row("ink", 5, 10)
                        .row("ink", 1, 11)
                        .row("pen", 2, 20));
    }

    @Test
    void nullsAreKeysWhereTheyAreEqual(MemoryPool pool) {
        check(
                pool,
                (trades, quotes) -> joined(trades, quotes, JoinKind.SEMI, Function.GREATER, true),
                Tables.of("item:string", "time:int32")
                        .row("ink", 5)
                        .row("pen", 9)
                        .row(null, 5));
        check(
                pool,
                (trades, quotes) -> joined(trades, quotes, JoinKind.ANTI, Function.GREATER, true),
                Tables.of("item:string", "time:int32")
                        .row("ink", 1)
                        .row("ink", null)
                        .row("cup", 5)
                        .row("pen", 2));
    }

    @Test
    void conditionsOnTheLeftSideAndChosenColumnsPass(MemoryPool pool) {
        check(
                pool,
                (trades, quotes) -> trades.joinAsof(quotes, "time", "item")
                        .filter(col("time").gt(4).and(col("price").isNotNull()))
                        .select("price"),
                Tables.of("price:int32").row(12).row(20));
    }

    @Test
    void rowsAreFoundOnEitherSideWithinATolerance(MemoryPool pool) {
        Asof item = Asof.on("time").by("item");
        check(
                pool,
                (trades, quotes) -> trades.joinAsof(quotes, item.forward().notEqual())
                        .filter(col("time_right").isNotNull()),
                Tables.of("item:string", "time:int32", "time_right:int64", "price:int32")
                        .row("ink", 1, 3L, 11));
        check(
                pool,
                (trades, quotes) -> trades.joinAsof(quotes, item.nearest().within(3))
                        .filter(col("item").isNotNull()),
                Tables.of("item:string", "time:int32", "time_right:int64", "price:int32")
                        .row("ink", 5, 5L, 12)
                        .row("pen", 9, null, null)
                        .row("ink", 1, 3L, 11)
                        .row("ink", null, null, null)
                        .row("cup", 5, null, null)
                        .row("pen", 2, 2L, 20));
    }

    @Test
    void kindsAndValuesThatHaveNoMeaningAreRefused(MemoryPool pool) {
        try (Table left = trades(pool);
                Table right = quotes(pool)) {
            assertThatThrownBy(
                            () -> joined(LazyFrame.of(left), LazyFrame.of(right), JoinKind.FULL, Function.LESS, false))
                    .hasMessage("an as-of join is inner, left, semi or anti, not full");
            assertThatThrownBy(() -> new Nearest(col("time"), Function.EQUAL, col("at")))
                    .hasMessage("an as-of join compares by >=, >, <= or <, not EQUAL");
            assertThatThrownBy(() -> LazyFrame.of(left).joinAsof(LazyFrame.of(right), "price", "item"))
                    .hasMessageContaining("column \"price\" not found");
        }
    }
}
