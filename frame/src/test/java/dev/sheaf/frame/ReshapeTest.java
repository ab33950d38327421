package dev.sheaf.frame;

import static dev.sheaf.frame.DataFrameTest.labels;
import static dev.sheaf.frame.DataFrameTest.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.verb.Closed;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Answers that pandas gives to the same calls.
class ReshapeTest {
    private static DataFrame cells() {
        return DataFrame.of(
                "foo", new String[] {"one", "one", "one", "two", "two", "two"},
                "bar", new String[] {"A", "B", "C", "A", "B", "C"},
                "baz", new int[] {1, 2, 3, 4, 5, 6},
                "zoo", new String[] {"x", "y", "z", "q", "w", "t"});
    }

    @Test
    void meltMakesARowOfEachValue() {
        DataFrame wide =
                DataFrame.of("A", new String[] {"a", "b", "c"}, "B", new int[] {1, 3, 5}, "C", new long[] {2, 4, 6});

        DataFrame melted = wide.melt("A");
        assertThat(names(melted)).containsExactly("A", "variable", "value");
        assertThat(melted.get("A").toList()).containsExactly("a", "b", "c", "a", "b", "c");
        assertThat(melted.get("variable").toList()).containsExactly("B", "B", "B", "C", "C", "C");
        assertThat(melted.get("value").toList()).containsExactly(1L, 3L, 5L, 2L, 4L, 6L);
        assertThat(melted.index()).isEqualTo(RangeIndex.of(6));
        assertThat(wide.melt(List.of(), List.of("C")).get("value").toList()).containsExactly(2L, 4L, 6L);
        assertThatThrownBy(() -> wide.melt()).hasMessageContaining("value is string in one frame");
        assertThatThrownBy(() -> wide.melt("A", "B", "C")).hasMessageStartingWith("melt needs a column of values");
    }

    @Test
    void pivotMakesAColumnOfEachValue() {
        DataFrame pivoted = cells().pivot("foo", "bar", "baz");

        assertThat(labels(pivoted)).containsExactly("one", "two");
        assertThat(pivoted.index().names()).containsExactly("foo");
        assertThat(names(pivoted)).containsExactly("A", "B", "C");
        assertThat(pivoted.get("B").toList()).containsExactly(2, 5);
        assertThat(cells().pivot("foo", "bar", "zoo").get("C").toList()).containsExactly("z", "t");
        assertThat(cells().slice(0, 4).pivot("foo", "bar", "baz").get("C").toList())
                .containsExactly(3, null);
        assertThat(names(cells().pivot("foo", "baz", "zoo"))).containsExactly("1", "2", "3", "4", "5", "6");
        DataFrame twice = DataFrame.of(
                "foo", new String[] {"one", "one", "two", "two"},
                "bar", new String[] {"A", "A", "B", "C"},
                "baz", new int[] {1, 2, 3, 4});
        assertThatThrownBy(() -> twice.pivot("foo", "bar", "baz"))
                .hasMessage("one combination of foo and bar has 2 rows; say by pivotTable what to make of them");
        DataFrame gaps =
                DataFrame.of("k", new String[] {"a", null}, "c", new Integer[] {null, 1}, "v", new double[] {1, 2});
        assertThat(names(gaps.pivot("k", "c", "v"))).containsExactly("1", "null");
        assertThat(gaps.pivot("k", "c", "v").get("null").toList()).containsExactly(1.0, null);
    }

    @Test
    void pivotTableAggregates() {
        DataFrame frame = DataFrame.of(
                "A", new String[] {"foo", "foo", "foo", "foo", "foo", "bar", "bar", "bar", "bar"},
                "B", new String[] {"one", "one", "one", "two", "two", "one", "one", "two", "two"},
                "C", new String[] {"small", "large", "large", "small", "small", "large", "small", "small", "large"},
                "D", new int[] {1, 2, 2, 3, 3, 4, 5, 6, 7},
                "E", new int[] {2, 4, 5, 5, 6, 6, 8, 9, 9});

        DataFrame sums = frame.pivotTable(List.of("A", "B"), "C", List.of("D"), Expressions::sum);
        assertThat(labels(sums))
                .containsExactly(
                        List.of("bar", "one"), List.of("bar", "two"), List.of("foo", "one"), List.of("foo", "two"));
        assertThat(sums.get("large").toList()).containsExactly(4L, 7L, 4L, null);
        assertThat(sums.get("small").toList()).containsExactly(5L, 6L, 1L, 6L);
        assertThat(sums.fillNull(0).get("large").toList()).containsExactly(4L, 7L, 4L, 0L);

        DataFrame means = frame.pivotTable(List.of("A"), "C", List.of("D", "E"), Expressions::mean);
        assertThat(means.columns())
                .containsExactly(
                        Label.of("D", "large"), Label.of("D", "small"), Label.of("E", "large"), Label.of("E", "small"));
        assertThat(means.get(Label.of("D", "small")).toList()).containsExactly(5.5, 7 / 3.0);
        assertThat(frame.pivotTable("A", "C", "E", Expressions::max)
                        .get("large")
                        .toList())
                .containsExactly(9, 5);
        DataFrame nulls = DataFrame.of(
                "k", new String[] {"a", null, "b"}, "c", new String[] {"x", "x", null}, "v", new int[] {1, 2, 3});
        DataFrame left = nulls.pivotTable("k", "c", "v", Expressions::sum);
        assertThat(labels(left)).containsExactly("a");
        assertThat(names(left)).containsExactly("x");
        assertThatThrownBy(() -> frame.pivotTable(List.of(), "C", List.of("D"), Expressions::sum))
                .hasMessageStartingWith("a pivot needs a column");
    }

    @Test
    void stackAndUnstackAreOpposites() {
        DataFrame animals = DataFrame.of(
                        "name", new String[] {"cat", "dog"}, "weight", new int[] {0, 2}, "height", new int[] {1, 3})
                .setIndex("name");

        Series stacked = animals.stack();
        assertThat(stacked.toList()).containsExactly(0, 1, 2, 3);
        assertThat(labels(stacked.toFrame()))
                .containsExactly(
                        List.of("cat", "weight"),
                        List.of("cat", "height"),
                        List.of("dog", "weight"),
                        List.of("dog", "height"));
        assertThat(stacked.index().names()).containsExactly("name", "");
        DataFrame back = stacked.unstack();
        assertThat(names(back)).containsExactly("height", "weight");
        assertThat(back.get("weight").toList()).containsExactly(0, 2);
        assertThat(back.index().names()).containsExactly("name");
        DataFrame two = cells().setIndex("foo", "bar").unstack();
        assertThat(two.columns()).hasSize(6).startsWith(Label.of("baz", "A")).endsWith(Label.of("zoo", "C"));
        assertThat(two.get(Label.of("zoo", "B")).toList()).containsExactly("y", "w");
        assertThat(DataFrame.of("a", new int[] {7}).stack().loc(0, "a").toList())
                .containsExactly(7);
        assertThatThrownBy(animals::unstack).hasMessage("unstack needs an index of two levels or more");
    }

    @Test
    void transposeTurnsRowsIntoColumns() {
        DataFrame frame = DataFrame.of("col1", new int[] {1, 2}, "col2", new double[] {3.5, 4});

        DataFrame turned = frame.transpose();
        assertThat(names(turned)).containsExactly("0", "1");
        assertThat(labels(turned)).containsExactly("col1", "col2");
        assertThat(turned.get("1").toList()).containsExactly(2.0, 4.0);
        assertThat(turned.transpose().get("col2").toList()).containsExactly(3.5, 4.0);
        DataFrame summary = frame.describe().transpose();
        assertThat(names(summary)).startsWith("count", "mean").endsWith("max");
        assertThat(summary.loc("col2").get("min").toList()).containsExactly(3.5);
    }

    @Test
    void explodeRepeatsLabels() {
        DataFrame lists = DataFrame.of("k", new String[] {"x", "x", "y", "z"}, "v", new int[] {1, 2, 3, 4})
                .groupBy("k")
                .agg(Expressions.collectList("v").as("v"));

        assertThat(lists.explode("v").get("v").toList()).containsExactly(1, 2, 3, 4);
        assertThat(labels(lists.explode("v"))).containsExactly("x", "x", "y", "z");
        assertThatThrownBy(() -> cells().explode("baz")).hasMessageContaining("not a list");
    }

    @Test
    void cutNamesIntervals() {
        Series values = Series.of("v", new int[] {1, 7, 5, 4, 6, 3});

        assertThat(values.cut(3).toList())
                .containsExactly(
                        "(0.994, 3.0]", "(5.0, 7.0]", "(3.0, 5.0]", "(3.0, 5.0]", "(5.0, 7.0]", "(0.994, 3.0]");
        assertThat(values.cut(0, 3, 6).toList())
                .containsExactly("(0.0, 3.0]", null, "(3.0, 6.0]", "(3.0, 6.0]", "(3.0, 6.0]", "(0.0, 3.0]");
        assertThat(values.cut(Closed.LEFT, 1, 3, 7).toList())
                .containsExactly("[1.0, 3.0)", null, "[3.0, 7.0)", "[3.0, 7.0)", "[3.0, 7.0)", "[3.0, 7.0)");
        assertThat(values.cut(List.of(0.0, 4.0, 9.0), List.of("low", "high")).toList())
                .containsExactly("low", "high", "high", "low", "high", "low");
        assertThat(Series.of("v", new int[] {5, 5}).cut(1).toList())
                .containsExactly("(4.995, 5.005]", "(4.995, 5.005]");
        assertThatThrownBy(() -> values.cut(3, 3)).hasMessage("the edges of bins rise; [3.0, 3.0] do not");
        assertThatThrownBy(() -> values.slice(0, 0).cut(2)).hasMessageContaining("2 bins from NaN");
    }

    @Test
    void qcutHasAsManyRowsInEachInterval() {
        Series five = Series.of("v", new Integer[] {0, 1, 2, 3, 4, null});

        assertThat(five.qcut(4).toList())
                .containsExactly("(-0.001, 1.0]", "(-0.001, 1.0]", "(1.0, 2.0]", "(2.0, 3.0]", "(3.0, 4.0]", null);
        assertThat(five.qcut(2).valueCounts().toList()).containsExactly(3L, 2L);
        assertThatThrownBy(() -> Series.of("v", new int[] {1, 1, 1}).qcut(2)).hasMessageContaining("rise");
    }

    @Test
    void dummiesAreBools() {
        DataFrame frame = DataFrame.of(
                "A", new String[] {"a", "b", null}, "B", new String[] {"b", "a", "c"}, "C", new int[] {1, 2, 3});

        DataFrame dummies = frame.getDummies("A", "B");
        assertThat(names(dummies)).containsExactly("C", "A_a", "A_b", "B_a", "B_b", "B_c");
        assertThat(dummies.get("A_a").toList()).containsExactly(true, false, false);
        assertThat(dummies.get("B_c").toList()).containsExactly(false, false, true);
        assertThat(dummies.get("A_b").type()).isEqualTo(DataType.BOOL);
        assertThat(names(frame.getDummies("C"))).containsExactly("A", "B", "C_1", "C_2", "C_3");
    }

    @Test
    void framesSideBySideMeetByLabel() {
        DataFrame a = DataFrame.of("a", new int[] {1, 2});
        DataFrame b = DataFrame.of("b", new String[] {"x", "y"});
        DataFrame c = DataFrame.of("c", new double[] {1, 2, 3}).slice(1, 2);

        DataFrame all = DataFrame.concatColumns(a, b, c);
        assertThat(names(all)).containsExactly("a", "b", "c");
        assertThat(labels(all)).containsExactly(0L, 1L, 2L);
        assertThat(all.get("b").toList()).containsExactly("x", "y", null);
        assertThat(all.get("c").toList()).containsExactly(null, 2.0, 3.0);
        assertThat(DataFrame.concatColumns(a, b).index()).isEqualTo(RangeIndex.of(2));
        assertThatThrownBy(() -> DataFrame.concatColumns(a, a)).isInstanceOf(IllegalArgumentException.class);
    }
}
