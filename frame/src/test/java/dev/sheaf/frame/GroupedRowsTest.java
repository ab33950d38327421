package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.frame.DataFrameTest.labels;
import static dev.sheaf.frame.DataFrameTest.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Answers that pandas gives to the same calls of its group-by objects.
class GroupedRowsTest {
    private static DataFrame frame() {
        return DataFrame.of(
                "k", new String[] {"b", "a", null, "b", "a", "b"},
                "v", new Integer[] {1, 2, 3, 4, null, 6},
                "w", new double[] {10, 20, 30, 40, 50, 60});
    }

    @Test
    void transformRepeatsAnAggregationOnEachRow() {
        DataFrame means = frame().groupBy("k").transform(Expressions::mean);

        assertThat(names(means)).containsExactly("v", "w");
        assertThat(means.get("v").toList()).containsExactly(11 / 3.0, 2.0, null, 11 / 3.0, 2.0, 11 / 3.0);
        assertThat(means.get("w").toList()).containsExactly(110 / 3.0, 35.0, null, 110 / 3.0, 35.0, 110 / 3.0);
        assertThat(labels(means)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
        assertThat(frame().groupBy("k")
                        .keepNulls()
                        .select("w")
                        .transform(Expressions::median)
                        .get("w")
                        .toList())
                .containsExactly(40.0, 35.0, 30.0, 40.0, 35.0, 40.0);
    }

    @Test
    void cumulativeValuesStartAnewInEachGroup() {
        Grouped groups = frame().groupBy("k").select("v");

        assertThat(groups.cumSum().get("v").toList()).containsExactly(1L, 2L, null, 5L, null, 11L);
        assertThat(groups.cumMax().get("v").toList()).containsExactly(1, 2, null, 4, null, 6);
        assertThat(groups.cumCount().toList()).containsExactly(0L, 0L, null, 1L, 1L, 2L);
        assertThat(groups.shift(1).get("v").toList()).containsExactly(null, null, null, 1, 2, 4);
        assertThat(groups.diff().get("v").toList()).containsExactly(null, null, null, 3, null, 2);
        assertThat(groups.ffill().get("v").toList()).containsExactly(1, 2, null, 4, 2, 6);
        assertThat(groups.rank().get("v").toList()).containsExactly(1.0, 1.0, null, 2.0, null, 3.0);
        assertThat(groups.rolling(2).sum().get("v").toList()).containsExactly(null, null, null, 5L, null, 10L);
        assertThat(groups.rolling(2).minPeriods(1).mean().get("v").toList())
                .containsExactly(1.0, 2.0, null, 2.5, 2.0, 5.0);
        assertThat(groups.ngroup().toList()).containsExactly(1, 0, null, 1, 0, 1);
        assertThat(groups.unsorted().ngroup().toList()).containsExactly(0, 1, null, 0, 1, 0);
        assertThat(groups.keepNulls().ngroup().toList()).containsExactly(1, 0, 2, 1, 0, 1);
    }

    @Test
    void filterKeepsTheRowsOfSomeGroups() {
        DataFrame many = frame().groupBy("k").filter(count().gt(2));

        assertThat(labels(many)).containsExactly(0L, 3L, 5L);
        assertThat(names(many)).containsExactly("k", "v", "w");
        assertThat(labels(frame().groupBy("k").filter(mean("w").lt(36).and(sum("v").eq(2)))))
                .containsExactly(1L, 4L);
        assertThat(labels(frame().groupBy("k").keepNulls().filter(count().lt(3))))
                .containsExactly(1L, 2L, 4L);
        assertThat(frame().groupBy("k").filter(count().gt(9)).rowCount()).isZero();
    }

    @Test
    void headTailAndNthTakeRowsOfEachGroup() {
        Grouped groups = frame().groupBy("k");

        assertThat(labels(groups.head(1))).containsExactly(0L, 1L);
        assertThat(labels(groups.head(2))).containsExactly(0L, 1L, 3L, 4L);
        assertThat(labels(groups.tail(1))).containsExactly(4L, 5L);
        assertThat(labels(groups.nth(1))).containsExactly(3L, 4L);
        assertThat(labels(groups.nth(-1))).containsExactly(4L, 5L);
        assertThat(labels(groups.nth(-3))).containsExactly(0L);
        assertThat(labels(groups.keepNulls().head(1))).containsExactly(0L, 1L, 2L);
    }

    @Test
    void iteratesAndAppliesGroupByGroup() {
        List<String> seen = new ArrayList<>();
        frame().groupBy("k").forEach((key, rows) -> seen.add(key + "=" + labels(rows)));
        assertThat(seen).containsExactly("a=[1, 4]", "b=[0, 3, 5]");

        seen.clear();
        frame().groupBy(col("k"), call(Function.MODULO, col("w"), 20).as("odd"))
                .unsorted()
                .keepNulls()
                .forEach((key, rows) -> seen.add(key + "=" + rows.get("w").toList()));
        assertThat(seen)
                .containsExactly(
                        "[b, 10.0]=[10.0]",
                        "[a, 0.0]=[20.0]",
                        "[null, 10.0]=[30.0]",
                        "[b, 0.0]=[40.0, 60.0]",
                        "[a, 10.0]=[50.0]");

        DataFrame best = frame().groupBy("k").apply(rows -> rows.nLargest(1, "w"));
        assertThat(labels(best)).containsExactly(4L, 5L);
        assertThat(names(best)).containsExactly("k", "v", "w");
        DataFrame named = frame().dropNull("k").setIndex("k");
        assertThat(labels(named.groupBy(col("w").gt(25)).apply(rows -> rows.head(1))))
                .containsExactly("b", "b");
        assertThatThrownBy(() -> frame().slice(2, 1).groupBy("k").apply(rows -> rows))
                .hasMessage("concat needs at least one frame");
    }
}
