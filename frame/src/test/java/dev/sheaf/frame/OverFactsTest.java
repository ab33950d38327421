package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.variance;
import static dev.sheaf.frame.Over.over;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What Polars' tests say of `over` (see NOTICE), the second and every third from there on. A list as fill value of a
/// shift is refused.
@ExtendWith(PoolCheck.class)
class OverFactsTest {
    private static void gives(MemoryPool pool, Tables.Rows input, Tables.Rows expected, WindowCall... calls) {
        try (Table table = input.build(pool)) {
            Run.gives(LazyFrame.of(table).withWindows(calls).plan(), expected, pool);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"int32", "float64"})
    void spreads(String type, MemoryPool pool) {
        Tables.Rows input = Tables.of("groups:string", "values:" + type);
        Tables.Rows expected =
                Tables.of("groups:string", "values:" + type, "std:float64", "var:float64", "mean:float64");
        for (int i = 0; i < 4; i++) {
            Object value = type.equals("int32") ? (Object) (i + 1) : (Object) (i + 1.0);
            String group = i < 2 ? "a" : "b";
            input.row(group, value);
            expected.row(group, value, Math.sqrt(0.5), 0.5, i < 2 ? 1.5 : 3.5);
        }
        Over groups = over("groups");
        gives(
                pool,
                input,
                expected,
                groups.of(std("values").as("std")),
                groups.of(variance("values").as("var")),
                groups.of(mean("values").as("mean")));
    }

    @Test
    void numbersOfRows(MemoryPool pool) {
        gives(
                pool,
                Tables.of("x:int64").row(5).row(5).row(4).row(4).row(2).row(2),
                Tables.of("x:int64", "n:int64")
                        .row(5, 1)
                        .row(5, 2)
                        .row(4, 1)
                        .row(4, 2)
                        .row(2, 1)
                        .row(2, 2),
                over("x").rowNumber("n"));
        gives(
                pool,
                Tables.of("x:float32"),
                Tables.of("x:float32", "n:int64"),
                over("x").rowNumber("n"));
    }

    @Test
    void valuesSoFar(MemoryPool pool) {
        gives(
                pool,
                Tables.of("g:int64", "val:int64")
                        .row(0, 20)
                        .row(0, 40)
                        .row(0, 30)
                        .row(1, 2)
                        .row(1, 4)
                        .row(1, 3),
                Tables.of("g:int64", "val:int64", "max:int64")
                        .row(0, 20, 20)
                        .row(0, 40, 40)
                        .row(0, 30, 40)
                        .row(1, 2, 2)
                        .row(1, 4, 4)
                        .row(1, 3, 4),
                over("g").frame(WindowFrame.running()).of(max("val").as("max")));
        gives(
                pool,
                Tables.of("g:int64", "v:int64").row(1, 1).row(1, null).row(2, 3).row(3, null),
                Tables.of("g:int64", "v:int64", "mean:float64")
                        .row(1, 1, 1.0)
                        .row(1, null, 1.0)
                        .row(2, 3, 3.0)
                        .row(3, null, null),
                over("g").frame(WindowFrame.running()).of(mean("v").as("mean")));
    }

    @Test
    void listsAreShifted(MemoryPool pool) {
        gives(
                pool,
                Tables.of("l:list<int64>")
                        .row(List.of(1L))
                        .row(List.of(1L))
                        .row(List.of(2L))
                        .row(List.of(2L)),
                Tables.of("l:list<int64>", "shifted:list<int64>")
                        .row(List.of(1L), null)
                        .row(List.of(1L), List.of(1L))
                        .row(List.of(2L), List.of(1L))
                        .row(List.of(2L), List.of(2L)),
                over().shift(col("l").as("shifted"), 1));
    }

    /// A sum of nulls is null here, 0 there.
    @Test
    void nullsAreAPartition(MemoryPool pool) {
        gives(
                pool,
                Tables.of("value:int64", "id:int64").row(null, null).row(2, 1),
                Tables.of("value:int64", "id:int64", "max:int64")
                        .row(null, null, null)
                        .row(2, 1, 2),
                over("id").of(max("value").as("max")));
        gives(
                pool,
                Tables.of("a:int64")
                        .row((Object) null)
                        .row(1)
                        .row(2)
                        .row(3)
                        .row(3)
                        .row(3)
                        .row(4)
                        .row(4),
                Tables.of("a:int64", "sum:int64")
                        .row(null, null)
                        .row(1, 1)
                        .row(2, 2)
                        .row(3, 9)
                        .row(3, 9)
                        .row(3, 9)
                        .row(4, 8)
                        .row(4, 8),
                over("a").of(sum("a").as("sum")));
    }

    @Test
    void aggregatesOfSomeRows(MemoryPool pool) {
        gives(
                pool,
                Tables.of("group:string", "field1:int64", "flag:int64")
                        .row("A", 2, 1)
                        .row("A", 4, 0)
                        .row("B", 6, 1)
                        .row("B", 8, 1),
                Tables.of("group:string", "field1:int64", "flag:int64", "mean:float64")
                        .row("A", 2, 1, 2.0)
                        .row("A", 4, 0, 2.0)
                        .row("B", 6, 1, 7.0)
                        .row("B", 8, 1, 7.0),
                over("group").of(mean("field1").filter(col("flag").eq(1)).as("mean")));
    }
}
