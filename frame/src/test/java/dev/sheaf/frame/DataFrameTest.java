package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.SortKey;
import dev.sheaf.query.QueryContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DataFrameTest {
    record Sale(String region, int units) {}

    private static DataFrame sales() {
        return DataFrame.of(
                "region", new String[] {"north", "south", "north", null, "south"},
                "units", new int[] {3, 5, 4, 1, 2},
                "price", new Double[] {9.5, 12.0, null, 20.0, 11.25});
    }

    @Test
    void buildsFromRecordsMapsRowsColumnsAndTables() {
        DataFrame expected = DataFrame.of("region", new String[] {"a", "b"}, "units", new int[] {1, 2});

        assertSame(DataFrame.ofRecords(Sale.class, List.of(new Sale("a", 1), new Sale("b", 2))), expected);
        assertSame(
                DataFrame.ofMaps(List.of(Map.of("region", "a", "units", 1), Map.of("region", "b", "units", 2)))
                        .select("region", "units"),
                expected);
        assertSame(DataFrame.ofRows(List.of("region", "units"), List.of(List.of("a", 1), List.of("b", 2))), expected);
        assertSame(DataFrame.ofColumns(Map.of("units", new int[] {1, 2})), expected.select("units"));
        try (Table table = expected.toTable()) {
            assertSame(DataFrame.of(table), expected);
        }
        assertThat(expected.toRecords(Sale.class)).containsExactly(new Sale("a", 1), new Sale("b", 2));
    }

    @Test
    void aNameThatAMapLacksIsNull() {
        DataFrame frame = DataFrame.ofMaps(List.of(Map.of("a", 1), Map.of("b", "x"), Map.of("a", 2, "b", "y")));

        assertThat(frame.get("a").toList()).containsExactly(1, null, 2);
        assertThat(frame.get("b").toList()).containsExactly(null, "x", "y");
    }

    @Test
    void textsOfWhichFewAreDistinctLieOnceUntilTheyAreWritten() {
        DataFrame frame = DataFrame.of("t", List.of("a", "b", "a", "b", "a"));
        DataFrame upper = frame.assign(call(Function.UPPER, col("t")).as("t")).filter(col("t").ne("C"));

        try (Table table = upper.toTable()) {
            assertThat(table.column("t")).isInstanceOf(DictionaryColumn.class);
        }
        upper.set(1, "t", "c");
        assertThat(upper.get("t").toList()).containsExactly("A", "c", "A", "B", "A");
        assertThat(frame.get("t").toList()).containsExactly("a", "b", "a", "b", "a");
    }

    @Test
    void filterKeepsTheLabelsOfItsRows() {
        DataFrame big = sales().filter(col("units").ge(3));

        assertThat(big.get("units").toList()).containsExactly(3, 5, 4);
        assertThat(labels(big)).containsExactly(0L, 1L, 2L);
        assertThat(labels(sales().filter(col("units").lt(3)))).containsExactly(3L, 4L);
        assertThat(labels(sales().slice(2, 3).filter(col("units").lt(3)))).containsExactly(3L, 4L);
    }

    @Test
    void filterByASeriesMatchesLabels() {
        DataFrame frame = sales();
        Series mask = frame.get("units").gt(2);

        assertThat(frame.filter(mask).get("units").toList()).containsExactly(3, 5, 4);
        assertThat(frame.filter(mask.sortValuesFalling()).get("units").toList()).containsExactly(3, 5, 4);
        assertThat(frame.filter(mask.slice(1, 2)).get("units").toList()).containsExactly(5, 4);
    }

    @Test
    void aRangeStaysARangeUnderHeadTailAndSlices() {
        DataFrame frame = DataFrame.of("v", LongStream.range(0, 100).toArray());

        assertThat(frame.index()).isEqualTo(RangeIndex.of(100));
        assertThat(frame.head(3).index()).isEqualTo(new RangeIndex("", 0, 1, 3));
        assertThat(frame.tail(3).index()).isEqualTo(new RangeIndex("", 97, 1, 3));
        assertThat(frame.iloc(-5, -2).index()).isEqualTo(new RangeIndex("", 95, 1, 3));
        assertThat(frame.iloc(10, 20).loc(12).get("v").toList()).containsExactly(12L);
        assertThat(frame.assign(col("v").times(2).as("w")).index()).isEqualTo(RangeIndex.of(100));
    }

    @Test
    void takesRowsByPosition() {
        DataFrame frame = sales().take(4, 0, -1);

        assertThat(frame.get("units").toList()).containsExactly(2, 3, 2);
        assertThat(labels(frame)).containsExactly(4L, 0L, 4L);
        assertThatThrownBy(() -> sales().take(5)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aSampleHasDifferentRowsAndFollowsItsSeed() {
        DataFrame frame = DataFrame.of("v", LongStream.range(0, 1000).toArray());

        assertThat(frame.sample(400, 7).get("v").toList()).hasSize(400).doesNotHaveDuplicates();
        assertThat(frame.sample(20, 7).get("v").toList())
                .isEqualTo(frame.sample(20, 7).get("v").toList());
        assertThat(frame.sample(1000, 1).get("v").toList()).hasSize(1000).doesNotHaveDuplicates();
        assertThatThrownBy(() -> frame.sample(1001, 1)).hasMessage("a sample of 1001 of 1000 rows");
    }

    @Test
    void choosesColumnsByNamePatternTypePositionAndPrefix() {
        DataFrame frame = sales();

        assertThat(names(frame.select("price", "units"))).containsExactly("price", "units");
        assertThat(names(frame.selectMatching("*i*"))).containsExactly("region", "units", "price");
        assertThat(names(frame.selectMatching("?r*"))).containsExactly("price");
        assertThat(names(frame.selectTypes(DataType::isNumeric))).containsExactly("units", "price");
        assertThat(names(frame.selectAt(-1, 0))).containsExactly("price", "region");
        assertThat(names(frame.drop("units"))).containsExactly("region", "price");
        assertThatThrownBy(() -> frame.get("unit"))
                .hasMessage("column \"unit\" not found; columns: region, units, price. Did you mean \"units\"?");
    }

    @Test
    void assignSharesWhatItDoesNotCompute() {
        DataFrame frame = sales();
        DataFrame more = frame.assign(
                col("units").times(2).as("units"), col("units").plus(1).as("next"));

        assertThat(names(more)).containsExactly("region", "units", "price", "next");
        assertThat(more.get("units").toList()).containsExactly(6, 10, 8, 2, 4);
        assertThat(more.get("next").toList()).containsExactly(4, 6, 5, 2, 3);
        assertThat(frame.get("units").toList()).containsExactly(3, 5, 4, 1, 2);
    }

    @Test
    void putInsertRenameAndAstype() {
        DataFrame frame = sales();
        frame.put("units", frame.get("units").plus(1));
        frame.put("twice", col("units").times(2));
        frame.insert(0, "first", Series.of("x", new String[] {"p", "q"}, new long[] {1, 4}));

        assertThat(names(frame)).containsExactly("first", "region", "units", "price", "twice");
        assertThat(frame.get("first").toList()).containsExactly(null, "p", null, null, "q");
        assertThat(frame.get("twice").toList()).containsExactly(8, 12, 10, 4, 6);
        assertThat(names(frame.rename("twice", "double"))).contains("double").doesNotContain("twice");
        assertThat(frame.astype("units", DataType.STRING).get("units").toList()).contains("4", "6");
        assertThatThrownBy(() -> frame.insert(0, "units", frame.get("units"))).hasMessageContaining("two columns");
    }

    @Test
    void writesByPositionAndByCondition() {
        DataFrame frame = sales();
        frame.set(0, "units", 30);
        frame.set(1, "region", "west");
        frame.set(2, "price", null);
        frame.set(col("units").lt(3), "price", col("price").plus(1));

        assertThat(frame.get("units").toList()).containsExactly(30, 5, 4, 1, 2);
        assertThat(frame.get("region").toList()).containsExactly("north", "west", "north", null, "south");
        assertThat(frame.get("price").toList()).containsExactly(9.5, 12.0, null, 21.0, 12.25);
        assertThatThrownBy(() -> frame.set(0, "units", "many")).hasMessageContaining("does not fit");
        assertThatThrownBy(() -> frame.set(col("units").gt(0), "units", 2.5)).hasMessageContaining("does not fit");
        assertThatThrownBy(() -> frame.set(5, "units", 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void missingValues() {
        DataFrame frame = sales();

        assertThat(frame.isNull().get("price").toList()).containsExactly(false, false, true, false, false);
        assertThat(frame.fillNull(0).get("price").toList()).containsExactly(9.5, 12.0, 0.0, 20.0, 11.25);
        assertThat(frame.fillNull("none").get("region").toList()).contains("none");
        assertThat(labels(frame.dropNull())).containsExactly(0L, 1L, 4L);
        assertThat(labels(frame.dropNull("region"))).containsExactly(0L, 1L, 2L, 4L);
        assertThatThrownBy(() -> frame.fillNull(true)).hasMessageContaining("no column of");
    }

    @Test
    void sortsByValuesAndByIndex() {
        DataFrame sorted = sales().sortValues(SortKey.descending("region"), SortKey.ascending("units"));

        assertThat(labels(sorted)).containsExactly(4L, 1L, 0L, 2L, 3L);
        assertThat(labels(sorted.sortIndex())).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(sorted.sortIndex().get("units").toList()).containsExactly(3, 5, 4, 1, 2);
        assertThat(labels(sales().sortValues("units"))).containsExactly(3L, 4L, 0L, 2L, 1L);
    }

    @Test
    void concatMeetsColumnsByLabel() {
        DataFrame both = DataFrame.concat(
                DataFrame.of("a", new int[] {1}, "b", new String[] {"x"}),
                DataFrame.of("b", new String[] {"y", "z"}, "a", new double[] {2.5, 3}, "c", new long[] {7, 8}));

        assertThat(names(both)).containsExactly("a", "b", "c");
        assertThat(both.get("a").toList()).containsExactly(1.0, 2.5, 3.0);
        assertThat(both.get("c").toList()).containsExactly(null, 7L, 8L);
        assertThat(both.index()).isEqualTo(RangeIndex.of(3));
        DataFrame named = sales().setIndex("region");
        assertThat(labels(DataFrame.concat(named.head(1), named.tail(1)))).containsExactly("north", "south");
        assertThatThrownBy(
                        () -> DataFrame.concat(DataFrame.of("a", new int[] {1}), DataFrame.of("a", new String[] {""})))
                .hasMessageContaining("a is int32 in one frame and string in another");
    }

    @Test
    void concatOfColumnsThatNeedNoConversionRunsNoQuery() {
        AtomicInteger queries = new AtomicInteger();
        FrameOptions counting = FrameOptions.DEFAULT.withQueries(() -> {
            queries.incrementAndGet();
            return QueryContext.create();
        });
        DataFrame one =
                DataFrame.of("a", new int[] {1}, "b", new String[] {"x"}).with(counting);
        DataFrame other =
                DataFrame.of("b", new String[] {"y"}, "a", new int[] {2}).with(counting);

        DataFrame wide = other.astype("a", DataType.INT64);
        queries.set(0);
        DataFrame.concat(one, other);
        int without = queries.getAndSet(0);
        DataFrame.concat(one, wide);
        assertThat(queries.get()).isEqualTo(without + 1);
        assertThat(DataFrame.concat(one, other).get("b").toList()).containsExactly("x", "y");
    }

    @Test
    void mergesOnColumnsAndJoinsOnLabels() {
        DataFrame regions =
                DataFrame.of("region", new String[] {"south", "north", "east"}, "boss", new String[] {"s", "n", "e"});
        DataFrame merged = sales().merge(regions, "region");

        assertThat(names(merged)).containsExactly("region", "units", "price", "boss");
        assertThat(merged.get("boss").toList()).containsExactly("n", "s", "n", "s");
        assertThat(sales().merge(regions, JoinKind.ANTI, "region").get("units").toList())
                .containsExactly(1);

        DataFrame left = DataFrame.of("k", new int[] {1, 2, 3}, "v", new int[] {10, 20, 30})
                .setIndex("k");
        DataFrame right = DataFrame.of("k", new int[] {3, 1, 4}, "v", new int[] {300, 100, 400})
                .setIndex("k");
        DataFrame joined = left.join(right);
        assertThat(names(joined)).containsExactly("v", "v_right");
        assertThat(joined.get("v_right").toList()).containsExactly(100, null, 300);
        assertThat(labels(left.join(right, JoinKind.FULL))).containsExactly(1, 2, 3, 4);
        assertThat(left.join(right, JoinKind.FULL).get("v").toList()).containsExactly(10, 20, 30, null);
        assertThat(labels(left.join(right, JoinKind.RIGHT))).containsExactly(1, 3, 4);
        assertThat(labels(left.join(right, JoinKind.INNER))).containsExactly(1, 3);
        assertThat(names(left.join(right, JoinKind.SEMI))).containsExactly("v");
    }

    @Test
    void arithmeticOfFramesMeetsByLabelAndColumn() {
        DataFrame a = DataFrame.of("x", new int[] {1, 2}, "y", new int[] {3, 4});
        DataFrame b =
                DataFrame.of("y", new int[] {10, 20}, "z", new int[] {5, 6}).slice(1, 1);

        assertThat(a.plus(10).get("y").toList()).containsExactly(13, 14);
        assertThat(a.gt(3).get("y").toList()).containsExactly(false, true);
        assertThat(a.mod(2).eq(a.minus(a)).get("y").toList()).containsExactly(false, true);
        assertThat(a.times(a).get("y").toList()).containsExactly(9, 16);
        DataFrame sum = a.plus(b);
        assertThat(names(sum)).containsExactly("x", "y", "z");
        assertThat(sum.get("y").toList()).containsExactly(null, 24);
        assertThat(sum.get("x").toList()).containsExactly(null, null);
        assertThat(labels(sum)).containsExactly(0L, 1L);
    }

    @Test
    void describesCountsAndCorrelates() {
        DataFrame described = sales().describe();

        assertThat(labels(described)).containsExactly("count", "mean", "std", "min", "25%", "50%", "75%", "max");
        assertThat(described.get("units").toList()).startsWith(5.0, 3.0).endsWith(1.0, 2.0, 3.0, 4.0, 5.0);
        assertThat(described.get("price").get(0)).isEqualTo(4.0);
        DataFrame words = sales().select("region").describe();
        assertThat(labels(words)).containsExactly("count", "unique", "top");
        assertThat(words.get("region").toList()).containsExactly("4", "2", "north");
        assertThat(sales().valueCounts("region").toList()).containsExactly(2L, 2L);
        assertThat(labels(sales().valueCounts("region").toFrame())).containsExactly("north", "south");
        assertThat(sales().nunique().toList()).containsExactly(2L, 5L, 4L);
        assertThat(sales().count().loc("price").toList()).containsExactly(4L);
        assertThat(sales().assign(col("units").times(-1).as("less"))
                        .corr()
                        .loc("units")
                        .get("less")
                        .get(0))
                .isEqualTo(-1.0);
    }

    @Test
    void aggregatesToOneRow() {
        DataFrame row =
                sales().aggregate(sum("units").as("units"), Expressions.count().as("rows"));

        assertThat(row.get("units").toList()).containsExactly(15L);
        assertThat(row.get("rows").toList()).containsExactly(5L);
    }

    @Test
    void dropDuplicatesKeepsFirstRows() {
        assertThat(labels(sales().dropDuplicates("region"))).containsExactly(0L, 1L, 3L);
        assertThat(sales().dropDuplicates().rowCount()).isEqualTo(5);
    }

    @Test
    void labelsThatAreTuplesSelectByTheirFirstParts() {
        DataFrame frame = sales().groupBy("region").agg(Map.of("units", List.of("sum", "mean")));

        assertThat(frame.columns()).containsExactly(Label.of("units", "sum"), Label.of("units", "mean"));
        assertThat(frame.get(Label.of("units", "sum")).toList()).containsExactly(7L, 7L);
        assertThat(names(frame.under("units"))).containsExactly("sum", "mean");
        assertThat(frame.filter(col("units.mean").gt(3)).rowCount()).isEqualTo(2);
        assertThat(frame.sortIndex().columns()).containsExactly(Label.of("units", "sum"), Label.of("units", "mean"));
        assertThatThrownBy(() -> frame.under("price")).hasMessageContaining("not found");
    }

    @Test
    void lazyAndBack() {
        DataFrame frame = sales();
        LazyFrame query = frame.lazy()
                .groupBy("region")
                .order(Order.SORTED)
                .agg(sum("units").as("units"));
        frame.set(0, "units", 1000);

        assertThat(DataFrame.collect(query).get("units").toList()).containsExactly(7L, 7L, 1L);
        assertThat(frame.perColumn("most", Expressions::count).toList()).containsExactly(4L, 5L, 4L);
    }

    @Test
    void emptyFramesAnswer() {
        DataFrame none = sales().filter(col("units").gt(100));

        assertThat(none.rowCount()).isZero();
        assertThat(none.describe().get("units").get(0)).isEqualTo(0.0);
        assertThat(none.select("units")
                        .sortValues("units")
                        .plus(none.select("units"))
                        .rowCount())
                .isZero();
        assertThat(none.groupBy("region").sum().rowCount()).isZero();
        assertThat(none.toString()).contains("0 rows, 3 columns");
        assertThat(DataFrame.concat(none, sales()).rowCount()).isEqualTo(5);
    }

    @Test
    void printsRowsWithTypesAndCutsLongFrames() {
        assertThat(sales().select("region", "units").head(2).toString()).isEqualTo("""
                ┌───┬────────┬───────┐
                │   │ region │ units │
                │   │ string │ int32 │
                ├───┼────────┼───────┤
                │ 0 │ north  │     3 │
                │ 1 │ south  │     5 │
                └───┴────────┴───────┘
                2 rows, 2 columns
                """);
        String cut = DataFrame.of("v", IntStream.range(0, 1000).toArray()).toString();
        assertThat(cut.lines()).hasSize(4 + 5 + 1 + 5 + 2);
        assertThat(cut).contains("995", "1,000 rows, 1 column").doesNotContain("│ 500 ");
        assertThat(sales().info()).contains("5 rows, 3 columns", "RangeIndex", "price", "float64");
        assertThat(DataFrame.of("a<b", new String[] {"\"&"}).toHtml())
                .contains("<th>a&lt;b</th>", "<td>&quot;&amp;</td>", "<p>1 row, 1 column</p>");
    }

    static List<String> names(DataFrame frame) {
        return frame.columns().stream().map(Label::name).toList();
    }

    static List<Object> labels(DataFrame frame) {
        return LongStream.range(0, frame.rowCount())
                .mapToObj(frame.index()::label)
                .toList();
    }

    static void assertSame(DataFrame actual, DataFrame expected) {
        assertThat(names(actual)).isEqualTo(names(expected));
        Arrays.stream(names(expected).toArray(String[]::new))
                .forEach(name -> assertThat(actual.get(name).toList())
                        .isEqualTo(expected.get(name).toList()));
    }

    @Test
    void summariesTakeAnyColumnAndAnyName() {
        DataFrame odd = DataFrame.of("#", new int[] {1, 3}, "#index", new int[] {5, 5});
        assertThat(names(odd.describe())).containsExactly("#", "#index");
        assertThat(labels(odd.describe())).startsWith("count", "mean", "std");
        assertThat(odd.describe().get(1, "#")).isEqualTo(2.0);
        assertThat(labels(odd.corr())).containsExactly("#", "#index");
        assertThat(odd.perColumn("#", Expressions::max).ints()).containsExactly(3, 5);

        DataFrame bytes = DataFrame.of("b", List.of(new byte[] {1, -1}));
        assertThat(bytes.describe().get(2, "b")).isEqualTo("0x01ff");
    }

    @Test
    void whatNeedsSomethingSaysSo() {
        assertThatThrownBy(DataFrame::concat).hasMessage("concat needs at least one frame");
        assertThatThrownBy(() -> sales().valueCounts())
                .hasMessageStartingWith("valueCounts needs at least one column of");
    }
}
