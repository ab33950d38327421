package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ScalarFunctionTest {
    private static final ScalarFunction TWICE =
            ScalarFunction.of("twice", DataType.INT64, DataType.INT64, (Long x) -> 2 * x);
    private static final ScalarFunction CODE = ScalarFunction.of(
            "code",
            DataType.STRING,
            DataType.INT32,
            DataType.STRING,
            (String text, Integer size) -> text.substring(0, size));

    private static Table items(MemoryPool pool) {
        return Tables.of("name:string", "n:int32")
                .row("pencil", 3)
                .row(null, 4)
                .row("ink", null)
                .row("pen", 2)
                .build(pool);
    }

    private static void check(MemoryPool pool, Tables.Rows expected, Expr... expressions) {
        for (int threads : new int[] {1, 3}) {
            QueryContext context =
                    QueryContext.builder().pool(pool).threads(threads).build();
            try (Table items = items(pool);
                    Table result = LazyFrame.of(items).select(expressions).collect(context)) {
                Tables.assertSame(expected, result);
            }
        }
    }

    @Test
    void aNullArgumentGivesNull(MemoryPool pool) {
        check(
                pool,
                Tables.of("t:int64", "c:string")
                        .row(6L, "pen")
                        .row(8L, null)
                        .row(null, null)
                        .row(4L, "pe"),
                call(TWICE, col("n")).as("t"),
                call(CODE, col("name"), col("n")).as("c"));
    }

    @Test
    void aFunctionMayTakeNulls(MemoryPool pool) {
        ScalarFunction present = ScalarFunction.of(
                        "present",
                        List.of(DataType.STRING, DataType.INT32),
                        DataType.INT32,
                        arguments -> (int) Arrays.stream(arguments)
                                .filter(each -> each != null)
                                .count())
                .takingNulls();
        check(
                pool,
                Tables.of("p:int32").row(2).row(1).row(1).row(2),
                call(present, col("name"), col("n")).as("p"));
    }

    @Test
    void onlyRowsThatNeedItCallIt(MemoryPool pool) {
        ScalarFunction first = ScalarFunction.of(
                        "first",
                        DataType.STRING,
                        DataType.STRING,
                        (String text) -> text == null ? "none" : String.valueOf(text.charAt(4)))
                .takingNulls();
        check(
                pool,
                Tables.of("f:string").row("i").row("none").row("-").row("-"),
                when(col("name").isNull().or(col("n").eq(3)))
                        .then(call(first, col("name")))
                        .otherwise(lit("-"))
                        .as("f"));
    }

    @Test
    void itStandsInKeysConditionsAndAggregates(MemoryPool pool) {
        try (Table items = items(pool);
                Table result = LazyFrame.of(items)
                        .filter(call(TWICE, col("n")).gt(4L))
                        .groupBy(call(CODE, col("name"), lit(1)).as("key"))
                        .agg(sum(call(TWICE, col("n"))).as("s"), count().as("c"))
                        .sort("key")
                        .collect(QueryContext.builder().pool(pool).build())) {
            Tables.assertSame(
                    Tables.of("key:string", "s:int64", "c:int64")
                            .row("p", 6L, 1L)
                            .row(null, 8L, 1L),
                    result);
        }
    }

    @Test
    void constantsAreComputedOnce(MemoryPool pool) {
        AtomicInteger calls = new AtomicInteger();
        ScalarFunction counted = ScalarFunction.of("counted", DataType.INT64, DataType.INT64, (Long x) -> {
            calls.incrementAndGet();
            return x;
        });
        try (Table items = items(pool)) {
            LazyFrame frame = LazyFrame.of(items).select(call(counted, 7L).as("x"));
            int before = calls.get();
            frame.collect(QueryContext.builder().pool(pool).build()).close();
            assertThat(calls.get() - before).isLessThan(4);
        }
    }

    @Test
    void mistakesAreSaid(MemoryPool pool) {
        try (Table items = items(pool)) {
            LazyFrame frame = LazyFrame.of(items);
            assertThatThrownBy(() -> frame.select(call(TWICE, col("name"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("twice takes int64, not string \"name\"; cast it");
            assertThatThrownBy(() -> call(TWICE, 1, 2)).hasMessageContaining("twice takes 1 argument, not 2");
            assertThatThrownBy(() -> frame.select(call(CODE, col("name"), 9))
                            .collect(QueryContext.builder().pool(pool).build()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("code(")
                    .hasMessageContaining("9)");
            ScalarFunction wrong = ScalarFunction.of("wrong", DataType.INT32, DataType.INT32, (Integer x) -> "x" + x);
            assertThatThrownBy(() -> frame.select(call(wrong, col("n")))
                            .collect(QueryContext.builder().pool(pool).build()))
                    .hasMessageContaining("wrong gave x3, which is no int32");
        }
    }
}
