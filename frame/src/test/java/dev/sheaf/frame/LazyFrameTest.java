package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.frame.Over.over;
import static dev.sheaf.plan.SortKey.ascending;
import static dev.sheaf.plan.SortKey.descending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class LazyFrameTest {
    private MemoryPool pool;
    private Table sales;

    @BeforeEach
    void build(MemoryPool testPool) {
        pool = testPool;
        sales = Tables.of("region:string", "units:int32", "price:float64")
                .row("north", 3, 1.5)
                .row("south", 5, 2.0)
                .row("north", 4, 0.5)
                .row(null, 1, 8.0)
                .row("south", null, 4.0)
                .build(pool);
    }

    @AfterEach
    void close() {
        sales.close();
    }

    private LazyFrame frame() {
        return LazyFrame.of(sales);
    }

    private void gives(LazyFrame frame, Tables.Rows expected) {
        Run.gives(frame.plan(), expected, pool);
    }

    private void givesInAnyOrder(LazyFrame frame, Tables.Rows expected) {
        Run.givesInAnyOrder(frame.plan(), expected, pool);
    }

    @Test
    void groupByAggregatesAndKeepsNullKeys() {
        givesInAnyOrder(
                frame().groupBy("region").agg(sum("units"), mean("price").as("p"), count()),
                Tables.of("region:string", "sum(units):int64", "p:float64", "count(*):int64")
                        .row("north", 7, 1.0, 2)
                        .row("south", 5, 3.0, 2)
                        .row(null, 1, 8.0, 1));
    }

    @Test
    void resultsMayBeExpressionsOverAggregatesAndKeys() {
        givesInAnyOrder(
                frame().groupBy("region")
                        .agg(
                                max("units").minus(min("units")).as("range"),
                                lit(1).minus(mean("price")).as("rest"),
                                col("region").isNull().as("unknown"),
                                max("units").as("most"))
                        .filter(col("range").ge(0)),
                Tables.of("region:string", "range:int32", "rest:float64", "unknown:bool", "most:int32")
                        .row("north", 1, 0.0, false, 4)
                        .row("south", 0, -2.0, false, 5)
                        .row(null, 0, -7.0, true, 1));
    }

    @Test
    void keysMayBeExpressions() {
        gives(
                frame().groupBy(col("units").gt(3).as("large"), col("region").isNull())
                        .order(Order.SORTED)
                        .agg(count().as("n"), col("units").gt(3).isNull().as("unknown")),
                Tables.of("large:bool", "region is null:bool", "n:int64", "unknown:bool")
                        .row(false, false, 1, false)
                        .row(false, true, 1, false)
                        .row(true, false, 2, false)
                        .row(null, false, 1, true));
    }

    @Test
    void aggregationsOfOneKindAreNamedLikeTheirColumns() {
        gives(
                frame().groupBy("region").order(Order.FIRST_APPEARANCE).sum("units", "price"),
                Tables.of("region:string", "units:int64", "price:float64")
                        .row("north", 7, 2.0)
                        .row("south", 5, 6.0)
                        .row(null, 1, 8.0));
        gives(
                frame().groupBy("region")
                        .nullKeys(NullKeys.EXCLUDE)
                        .order(Order.SORTED)
                        .count(),
                Tables.of("region:string", "count:int64").row("north", 2).row("south", 2));
    }

    @Test
    void selectOfAggregationsGivesOneRow() {
        gives(
                frame().select(sum("units").as("s"), max("price").times(2).as("twice"), lit("x").as("x")),
                Tables.of("s:int64", "twice:float64", "x:string").row(13, 16.0, "x"));
        assertThat(frame().filter(col("units").gt(2)).count(context())).isEqualTo(3);
    }

    @Test
    void withColumnsReplacesAndAppends() {
        gives(
                frame().withColumns(
                                col("units").times(10).as("units"),
                                col("price").plus(1).as("more"))
                        .limit(1),
                Tables.of("region:string", "units:int32", "price:float64", "more:float64")
                        .row("north", 30, 1.5, 2.5));
    }

    @Test
    void columnsAreSelectedDroppedAndRenamed() {
        gives(
                frame().drop("price").rename("units", "n").select("n", "region").limit(2),
                Tables.of("n:int32", "region:string").row(3, "north").row(5, "south"));
    }

    @Test
    void rowsAreSortedAndCut() {
        gives(
                frame().sort(descending("units").nullsFirst(), ascending("price"))
                        .select("units"),
                Tables.of("units:int32").row((Object) null).row(5).row(4).row(3).row(1));
        gives(
                frame().sort("price").select("price").slice(1, 2),
                Tables.of("price:float64").row(1.5).row(2.0));
        gives(
                frame().top(1, descending("price")).select("region"),
                Tables.of("region:string").row((Object) null));
        gives(frame().offset(4).select("price"), Tables.of("price:float64").row(4.0));
    }

    @Test
    void distinctGivesEachRowOnce() {
        givesInAnyOrder(
                frame().select("region").distinct(),
                Tables.of("region:string").row("north").row("south").row((Object) null));
    }

    @Test
    void resultIsDeliveredInOrderAndValidWhileItIsDelivered() {
        List<Object> units = new ArrayList<>();
        for (QueryContext context : Run.contexts(pool)) {
            units.clear();
            frame().filter(col("units").isNotNull()).forEach(context, table -> units.addAll(table.values("units")));
            assertThat(units).containsExactly(3, 5, 4, 1);
        }
    }

    @Test
    void resultOutlivesItsSource() {
        try (Table result = frame().select("units").collect(context())) {
            sales.close();
            assertThat(result.values("units")).containsExactly(3, 5, 4, 1, null);
        }
    }

    @Test
    void failingConsumerEndsTheQueryAndGivesMemoryBack() {
        for (QueryContext context : Run.contexts(pool)) {
            assertThatThrownBy(() -> frame().sort("price").forEach(context, _ -> {
                        throw new IllegalStateException("full");
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("full");
        }
    }

    @Test
    void sinksAreCommittedWhenEverythingIsWritten() {
        MemorySinks.Format format = new MemorySinks.Format();
        frame().sort("price").sink(format, Path.of("out.mem"), context());
        assertThat(format.events()).containsExactly("create out.mem", "write 5", "commit", "close");
    }

    @Test
    void sinksAreNotCommittedWhenTheQueryFails() {
        MemorySinks.Format format = new MemorySinks.Format();
        LazyFrame failing =
                frame().withColumns(col("region").cast(DataType.INT32).as("number"));
        assertThatThrownBy(() -> failing.sink(format, Path.of("out.mem"), context()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(format.events()).containsExactly("create out.mem", "close");
    }

    @Test
    void formatsThatAreNotThereAreNamed() {
        assertThatThrownBy(() -> frame().sink("out.nope"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("out.nope");
        assertThatThrownBy(() -> LazyFrame.scanParquet("sales.parquet"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sheaf-io");
        assertThatThrownBy(LazyFrame::scan).hasMessageContaining("no file given");
    }

    @Test
    void mistakesAreFoundWhenTheFrameIsMade() {
        assertThatThrownBy(() -> frame().select("regoin"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"regoin\" not found")
                .hasMessageContaining("Did you mean \"region\"?");
        assertThatThrownBy(() -> frame().drop("unit")).hasMessageContaining("Did you mean \"units\"?");
        assertThatThrownBy(() -> frame().rename("prize", "p")).hasMessageContaining("Did you mean \"price\"?");
        assertThatThrownBy(() -> frame().filter(col("units"))).hasMessageContaining("condition of type bool");
        assertThatThrownBy(() -> frame().filter(sum("units").gt(1)))
                .hasMessageContaining("an aggregation cannot stand here: sum(units)");
        assertThatThrownBy(() -> frame().select(sum("price"), col("units").plus(1)))
                .hasMessageContaining("\"units\" is neither a key nor inside an aggregation")
                .hasMessageContaining("first(\"units\")");
        assertThatThrownBy(() -> frame().groupBy("region").agg(sum(sum("units"))))
                .hasMessageContaining("holds another, sum(units)");
        assertThatThrownBy(() -> frame().groupBy("region").agg(sum("units").as("region")))
                .hasMessageContaining("two columns are named \"region\"");
        assertThatThrownBy(() -> frame().groupBy("region").agg(sum("region"))).hasMessageContaining("sum(region)");
        assertThatThrownBy(() -> frame().limit(-1)).hasMessageContaining("limit -1");
        assertThatThrownBy(() -> frame().explode("units")).hasMessageContaining("not a list");
        assertThatThrownBy(() -> frame().withWindows(Over.over("region").of(col("units"))))
                .hasMessageContaining("units is not an aggregation");
        assertThatThrownBy(() ->
                        frame().withWindows(Over.over("region").orderBy("price").of(sum("region"))))
                .hasMessageContaining("sum(region)");
    }

    @Test
    void explainShowsWhatIsPushedWhere() {
        String text = frame().filter(col("price").gt(1.0))
                .groupBy("region")
                .agg(sum(col("units").times(2)).as("s"))
                .top(10, descending("s"))
                .explain(context());
        assertThat(text.lines().map(String::stripTrailing))
                .startsWith(
                        "top 10 by s desc", "└─ group by region: sum((units * 2)) as s", "   │  where (price > 1.0)")
                .endsWith(
                        "   └─ read table of 5 rows",
                        "         columns region, units, price",
                        "         may skip rows without (price > 1.0)")
                .anyMatch(line -> line.startsWith("   │  cpu: ") && line.contains(", because "));
    }

    private QueryContext context() {
        return QueryContext.builder().pool(pool).threads(2).build();
    }

    @Test
    void callsWithoutArgumentsMeanNoKeys() {
        gives(
                frame().groupBy().agg(count().as("n"), sum("units").as("units")),
                Tables.of("n:int64", "units:int64").row(5, 13));
        gives(frame().select("units").sort().limit(1), Tables.of("units:int32").row(3));
        gives(
                frame().select("units")
                        .withWindows(
                                over().rowNumber("a"),
                                over().orderBy("units").orderBy().rank("b")),
                Tables.of("units:int32", "a:int64", "b:int64")
                        .row(3, 1, 1)
                        .row(5, 2, 1)
                        .row(4, 3, 1)
                        .row(1, 4, 1)
                        .row(null, 5, 1));
        assertThat(frame().select().count()).isEqualTo(5);
    }

    /// Two forms that take any number of different things: without any, the compiler cannot choose.
    @Test
    void noCallWithoutArgumentsIsAmbiguous() {
        List<Class<?>> types =
                List.of(LazyFrame.class, LazyGroupBy.class, Over.class, GroupBy.class, Table.class, Expressions.class);
        assertThat(types.stream()
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .filter(method -> method.isVarArgs() && method.getParameterCount() == 1)
                        .filter(method ->
                                Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
                                                .filter(other -> other.getName().equals(method.getName()))
                                                .filter(other -> other.isVarArgs() && other.getParameterCount() == 1)
                                                .count()
                                        > 1)
                        .filter(method -> Arrays.stream(
                                        method.getDeclaringClass().getDeclaredMethods())
                                .noneMatch(other ->
                                        other.getName().equals(method.getName()) && other.getParameterCount() == 0)))
                .isEmpty();
    }
}
