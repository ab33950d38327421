package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.spearman;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Statistics.mergedM2;
import static dev.sheaf.plan.SortKey.ascending;
import static dev.sheaf.plan.SortKey.descending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Results of groups that are lists, aggregations inside others, and columns chosen by type and name.
@ExtendWith(PoolCheck.class)
class GroupContextsTest {
    private MemoryPool pool;
    private Table table;

    @BeforeEach
    void build(MemoryPool testPool) {
        pool = testPool;
        table = Tables.of("k:string", "v1:int64", "v2:float64", "text:string")
                .row("a", 1, 0.5, "x")
                .row("b", 10, 1.0, "y")
                .row("a", 2, null, "z")
                .row(null, 7, 2.0, "u")
                .row("a", 6, 4.0, "w")
                .build(pool);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private LazyGroupBy groups() {
        return LazyFrame.of(table).groupBy("k").order(Order.SORTED);
    }

    private void gives(LazyFrame frame, Tables.Rows expected) {
        Run.gives(frame.plan(), expected, pool);
    }

    @Test
    void rowsOfAGroupAreLists() {
        gives(
                groups().agg(
                                col("v1"),
                                col("v2").times(2).as("twice"),
                                sum("v1").as("sum")),
                Tables.of("k:string", "v1:list<int64>", "twice:list<float64>", "sum:int64")
                        .row("a", List.of(1L, 2L, 6L), Arrays.asList(1.0, null, 8.0), 9)
                        .row("b", List.of(10L), List.of(2.0), 10)
                        .row(null, List.of(7L), List.of(4.0), 7));
    }

    @Test
    void aggregationsInsideListsAreThoseOfTheGroup() {
        gives(
                groups().nullKeys(NullKeys.EXCLUDE)
                        .agg(col("v1").minus(max("v1")).as("below")),
                Tables.of("k:string", "below:list<int64>")
                        .row("a", List.of(-5L, -4L, 0L))
                        .row("b", List.of(0L)));
    }

    @Test
    void aggregationsInsideOthersAreThoseOfTheGroup() {
        Expr above = col("v1").gt(mean("v1"));
        gives(
                groups().agg(
                                count().filter(above).as("above"),
                                collectList("text").filter(above.not()).as("texts"),
                                sum(col("v1").minus(mean("v1"))).plus(max("v1")).as("most"),
                                lit(2).as("two")),
                Tables.of("k:string", "above:int64", "texts:list<string>", "most:float64", "two:int32")
                        .row("a", 1, List.of("x", "z"), 6.0, 2)
                        .row("b", 0, List.of("y"), 10.0, 2)
                        .row(null, 0, List.of("u"), 7.0, 2));
    }

    @Test
    void rowsOfAGroupSeeEachOther() {
        gives(
                groups().agg(rows -> List.of(
                        rows.of("v1").shift(1).as("before"),
                        rows.of("v2").ffill().as("filled"),
                        rows.of("v1").cumSum().as("running"),
                        max(rows.of("v1").diff()).as("step"),
                        sum("v1").as("sum"))),
                Tables.of(
                                "k:string",
                                "before:list<int64>",
                                "filled:list<float64>",
                                "running:list<int64>",
                                "step:int64",
                                "sum:int64")
                        .row("a", Arrays.asList(null, 1L, 2L), List.of(0.5, 0.5, 4.0), List.of(1L, 3L, 9L), 4, 9)
                        .row("b", Arrays.asList((Object) null), List.of(1.0), List.of(10L), null, 10)
                        .row(null, Arrays.asList((Object) null), List.of(2.0), List.of(7L), null, 7));
    }

    @Test
    void rowsOfAGroupAreChosenAndSorted() {
        gives(
                groups().nullKeys(NullKeys.EXCLUDE)
                        .agg(rows -> List.of(
                                rows.head(col("v1"), 2).as("first"),
                                rows.tail(col("text"), 2).as("last"),
                                rows.sortBy(col("text"), descending("v1")).as("falling"),
                                rows.sortBy(col("v2"), ascending("v2"), ascending("v1"))
                                        .as("rising"))),
                Tables.of(
                                "k:string",
                                "first:list<int64>",
                                "last:list<string>",
                                "falling:list<string>",
                                "rising:list<float64>")
                        .row(
                                "a",
                                List.of(1L, 2L),
                                List.of("z", "w"),
                                List.of("w", "z", "x"),
                                Arrays.asList(0.5, 4.0, null))
                        .row("b", List.of(10L), List.of("y"), List.of("y"), List.of(1.0)));
    }

    @Test
    void functionsOfRowsAreNested() {
        gives(
                groups().agg(rows -> {
                    Expr before = rows.of("v1").shift(1);
                    return List.of(
                            rows.of(before).cumSum().as("of those before"),
                            sum(rows.of(before).rank().minus(mean("v1"))).as("x"));
                }),
                Tables.of("k:string", "of those before:list<int64>", "x:float64")
                        .row("a", Arrays.asList(null, 1L, 3L), -3.0)
                        .row("b", Arrays.asList((Object) null), null)
                        .row(null, Arrays.asList((Object) null), null));
        assertThat(DataFrame.of("v", new int[] {3, 1, 4})
                        .windows((v, rows) -> rows.shifted(rows.shifted(v, 1), 1))
                        .get("v")
                        .toList())
                .containsExactly(null, null, 3);
    }

    @Test
    void correlationsOfRanksLeaveNullsOut() {
        Table pairs = Tables.of("k:int32", "x:int32", "y:float64")
                .row(1, 1, 1.0)
                .row(1, 2, 4.0)
                .row(1, null, 100.0)
                .row(1, 3, 9.0)
                .row(1, 0, null)
                .row(1, 3, 5.0)
                .row(2, 5, 5.0)
                .row(3, 1, 2.0)
                .row(3, 1, 3.0)
                .build(pool);
        try (pairs) {
            gives(
                    LazyFrame.of(pairs)
                            .groupBy("k")
                            .order(Order.SORTED)
                            .agg(spearman("y", "x").as("rho")),
                    Tables.of("k:int32", "rho:float64")
                            .row(1, 0.9486832980505138)
                            .row(2, null)
                            .row(3, Double.NaN));
        }
    }

    @Test
    void statesOfSpreadsAreMerged() {
        List<Double> values = List.of(1e9, 1e9 + 1, 1e9 + 4, 1e9 + 9, 1e9 + 10);
        List<Map<String, Object>> states = List.of(
                state(values.subList(0, 2)),
                state(List.of()),
                state(values.subList(2, 3)),
                state(values.subList(3, 5)));
        DataFrame parts = DataFrame.of("k", new int[] {1, 1, 1, 1}, "state", states);
        Object merged = DataFrame.collect(
                        parts.lazy().groupBy("k").agg(mergedM2("state").as("all")))
                .get(0, "all");
        assertThat(merged).asInstanceOf(MAP).containsEntry("count", 5L).containsEntry("mean", 1e9 + 4.8);
        assertThat((Double) ((Map<?, ?>) merged).get("m2")).isCloseTo(82.8, within(1e-9));
        DataFrame none = DataFrame.of("k", new int[] {1}, "state", List.of(state(List.of())));
        Object empty = DataFrame.collect(
                        none.lazy().groupBy("k").agg(mergedM2("state").as("all")))
                .get(0, "all");
        assertThat(empty).isNull();
    }

    private static Map<String, Object> state(List<Double> values) {
        double mean = values.stream().mapToDouble(value -> value).average().orElse(Double.NaN);
        double m2 = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("count", (long) values.size());
        state.put("mean", mean);
        state.put("m2", m2);
        return state;
    }

    @Test
    void keysAreNoLists() {
        gives(
                LazyFrame.of(table)
                        .groupBy(col("v1").gt(5).as("large"))
                        .order(Order.SORTED)
                        .agg(col("large").as("again"), col("v1").gt(5).not().as("small"), col("text")),
                Tables.of("large:bool", "again:bool", "small:bool", "text:list<string>")
                        .row(false, false, true, List.of("x", "z"))
                        .row(true, true, false, List.of("y", "u", "w")));
    }

    @Test
    void aggregationsThreeDeepAreRefused() {
        assertThatThrownBy(() -> groups().agg(sum(col("v1").minus(sum(col("v1").minus(mean("v1")))))
                        .as("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nested two deep at most");
    }

    @Test
    void columnsAreChosenByTypeAndName() {
        LazyFrame frame = LazyFrame.of(table);
        gives(
                groups().each(Selectors.ofType(DataType::isNumeric), Expr::sum),
                Tables.of("k:string", "v1:int64", "v2:float64")
                        .row("a", 9, 4.5)
                        .row("b", 10, 1.0)
                        .row(null, 7, 2.0));
        assertThat(frame.select(Selectors.matching("v?")).schema().names()).containsExactly("v1", "v2");
        assertThat(frame.select(Selectors.matching("*t")).schema().names()).containsExactly("text");
        assertThat(frame.select(Selectors.named("v2", "k").and(Selectors.ofType(DataType::isFloating)))
                        .schema()
                        .names())
                .containsExactly("v2");
    }

    @Test
    void windowsOfTimeGiveLists() {
        gives(
                LazyFrame.of(table)
                        .groupByDynamic("v1", "5i")
                        .agg(col("text"), col("v1").minus(sum("v1")).as("rest")),
                Tables.of("v1:int64", "text:list<string>", "rest:list<int64>")
                        .row(0, List.of("x", "z"), List.of(-2L, -1L))
                        .row(5, List.of("u", "w"), List.of(-6L, -7L))
                        .row(10, List.of("y"), List.of(0L)));
    }
}
