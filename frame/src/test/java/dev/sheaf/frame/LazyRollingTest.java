package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.last;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Windows that end with each row: what Polars' tests say of `rolling` (see NOTICE), windows of rows, what
/// is refused.
@ExtendWith(PoolCheck.class)
class LazyRollingTest {
    /// What is asked of a frame.
    private interface Question {
        LazyFrame of(LazyFrame frame);
    }

    private static void gives(MemoryPool pool, Tables.Rows input, Question question, Tables.Rows expected) {
        try (Table table = input.build(pool)) {
            Run.gives(question.of(LazyFrame.of(table)).plan(), expected, pool);
        }
    }

    /// The lists of numbers in a text such as `1 2|3|-`, of which `-` is no window.
    private static List<@Nullable List<Long>> lists(String text) {
        java.util.ArrayList<@Nullable List<Long>> lists = new java.util.ArrayList<>();
        for (String part : text.split("\\|")) {
            lists.add(
                    part.equals("-")
                            ? null
                            : java.util.Arrays.stream(part.split(" "))
                                    .map(Long::parseLong)
                                    .toList());
        }
        return lists;
    }

    @ParameterizedTest
    @CsvSource({
        "-1d, LEFT, 1|1 2|2 3|3 4",
        "-1d, RIGHT, 1 2|2 3|3 4|4",
        "-1d, BOTH, 1 2|1 2 3|2 3 4|3 4",
        "-1d, NONE, 1|2|3|4",
        "-2d, LEFT, -|1|1 2|2 3",
        "-3d, LEFT, -|-|1|1 2",
        "-3d, RIGHT, -|1|1 2|2 3",
        "-3d, BOTH, -|1|1 2|1 2 3",
        "-2d, NONE, -|1|2|3",
        "-3d, NONE, -|-|1|2"
    })
    void offsetsBeforeTheRow(String offset, Ends closed, String expected, MemoryPool pool) {
        Tables.Rows input = Tables.of("ts:timestamp[us]", "value:int64");
        Tables.Rows output = Tables.of("ts:timestamp[us]", "value:list<int64>");
        for (int i = 0; i < 4; i++) {
            LocalDateTime day = LocalDateTime.of(2021, 1, 1 + i, 0, 0);
            input.row(day, i + 1);
            output.row(day, lists(expected).get(i));
        }
        gives(
                pool,
                input,
                frame -> frame.rolling("ts", "2d")
                        .offset(offset)
                        .closed(closed)
                        .agg(collectList("value").as("value")),
                output);
    }

    @Test
    void extremesAndEnds(MemoryPool pool) {
        Tables.Rows input = Tables.of("index:int64", "v:int64");
        for (int i = 0; i < 7; i++) {
            input.row(i, 6 - i);
        }
        gives(
                pool,
                input,
                frame -> frame.rolling("index", "3i")
                        .agg(
                                collectList("v").as("list"),
                                min("v").as("min"),
                                max("v").as("max"),
                                first("v").as("first"),
                                last("v").as("last")),
                Tables.of("index:int64", "list:list<int64>", "min:int64", "max:int64", "first:int64", "last:int64")
                        .row(0, List.of(6L), 6, 6, 6, 6)
                        .row(1, List.of(6L, 5L), 5, 6, 6, 5)
                        .row(2, List.of(6L, 5L, 4L), 4, 6, 6, 4)
                        .row(3, List.of(5L, 4L, 3L), 3, 5, 5, 3)
                        .row(4, List.of(4L, 3L, 2L), 2, 4, 4, 2)
                        .row(5, List.of(3L, 2L, 1L), 1, 3, 3, 1)
                        .row(6, List.of(2L, 1L, 0L), 0, 2, 2, 0));
    }

    @Test
    void acrossTheEndOfDaylightSaving(MemoryPool pool) {
        ZoneId chicago = ZoneId.of("America/Chicago");
        Tables.Rows input = Tables.of("ts:timestamp[us, America/Chicago]", "v:int64");
        Tables.Rows expected = Tables.of("ts:timestamp[us, America/Chicago]", "sum:int64", "median:float64");
        for (int i = 0; i < 6; i++) {
            Instant day =
                    LocalDateTime.of(2021, 11, 5 + i, 0, 0).atZone(chicago).toInstant();
            input.row(day, i + 1);
            expected.row(day, i + 1, (double) i + 1);
        }
        gives(
                pool,
                input,
                frame -> frame.rolling("ts", "1d")
                        .agg(sum("v").as("sum"), median("v").as("median")),
                expected);
    }

    @Test
    void groupsAndRowsWithoutOrder(MemoryPool pool) {
        gives(
                pool,
                Tables.of("k:string", "i:int32", "v:int64")
                        .row("a", 5, 1)
                        .row("b", 1, 2)
                        .row("a", 4, 3)
                        .row("a", 5, 4)
                        .row("b", 9, 5)
                        .row("a", 1, 6),
                frame -> frame.rolling("i", "2i")
                        .by("k")
                        .agg(
                                sum("v").as("sum"),
                                nunique("v").as("distinct"),
                                max("v").minus(col("v")).as("below")),
                Tables.of("k:string", "i:int32", "sum:int64", "distinct:int64", "below:int64")
                        .row("a", 5, 8, 3, 3)
                        .row("b", 1, 2, 1, 0)
                        .row("a", 4, 3, 1, 0)
                        .row("a", 5, 8, 3, 0)
                        .row("b", 9, 5, 1, 0)
                        .row("a", 1, 6, 1, 0));
    }

    @Test
    void windowsOfRows(MemoryPool pool) {
        Tables.Rows input = Tables.of("v:float64")
                .row(1.0)
                .row(2.0)
                .row((Object) null)
                .row(4.0)
                .row(5.0);
        gives(
                pool,
                input,
                frame -> frame.rollingRows(3)
                        .minPeriods(2)
                        .withColumns(sum("v").as("sum"), count("v").as("n")),
                Tables.of("v:float64", "sum:float64", "n:int64")
                        .row(1.0, null, null)
                        .row(2.0, 3.0, 2)
                        .row(null, 3.0, 2)
                        .row(4.0, 6.0, 2)
                        .row(5.0, 9.0, 2));
        gives(
                pool,
                input,
                frame -> frame.rollingRows(3).centered().agg(mean("v").as("mean")),
                Tables.of("mean:float64").row(1.5).row(1.5).row(3.0).row(4.5).row(4.5));
        gives(
                pool,
                input,
                frame -> frame.rollingRows(2).closed(Ends.LEFT).agg(max("v").as("max")),
                Tables.of("max:float64")
                        .row((Object) null)
                        .row(1.0)
                        .row(2.0)
                        .row(2.0)
                        .row(4.0));
    }

    @Test
    void whatDoesNotFitIsRefused(MemoryPool pool) {
        try (Table table =
                Tables.of("d:date", "a:int16").row(java.time.LocalDate.EPOCH, 1).build(pool)) {
            LazyFrame frame = LazyFrame.of(table);
            assertThatThrownBy(() -> frame.rolling("d", "2i")).hasMessageContaining("does not fit column \"d\"");
            assertThatThrownBy(() -> frame.rolling("d", "2h")).hasMessageContaining("dates whole days");
            assertThatThrownBy(() -> frame.rolling("a", "-2i")).hasMessageContaining("longer than 0");
            assertThatThrownBy(() -> frame.rollingRows(0)).hasMessageContaining("1 row or more");
            assertThatThrownBy(() -> frame.rollingRows(2).offset("1i")).hasMessageContaining("take no offset");
        }
    }
}
