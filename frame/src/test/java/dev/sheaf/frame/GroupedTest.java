package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.frame.DataFrameTest.labels;
import static dev.sheaf.frame.DataFrameTest.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.index.MultiIndex;
import dev.sheaf.frame.index.RangeIndex;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupedTest {
    private static DataFrame frame() {
        return DataFrame.of(
                "k", new String[] {"b", "a", null, "b"},
                "j", new int[] {1, 1, 1, 2},
                "v", new double[] {1, 2, 4, 8},
                "text", new String[] {"x", "y", "z", null});
    }

    @Test
    void keysBecomeTheIndexSortedAndWithoutNulls() {
        DataFrame sums = frame().groupBy("k").sum();

        assertThat(labels(sums)).containsExactly("a", "b");
        assertThat(names(sums)).containsExactly("j", "v");
        assertThat(sums.get("v").toList()).containsExactly(2.0, 9.0);
    }

    @Test
    void withoutKeysAllRowsAreOneGroup() {
        Grouped all = frame().groupBy();

        assertThat(all.sum().index()).isEqualTo(RangeIndex.of(1));
        assertThat(names(all.sum())).containsExactly("j", "v");
        assertThat(all.keepNulls().agg(max("v").as("m")).get("m").toList()).containsExactly(8.0);
        assertThat(all.size().toList()).containsExactly(4L);
        assertThat(all.select("v").transform(Expressions::max).get("v").toList())
                .containsExactly(8.0, 8.0, 8.0, 8.0);
        assertThat(all.head(1).get("k").toList()).containsExactly("b");
        assertThat(all.cumCount().toList()).containsExactly(0L, 1L, 2L, 3L);
        assertThat(all.ngroup().toList()).containsExactly(0, 0, 0, 0);
        assertThat(all.filter(count().gt(4)).rowCount()).isZero();
        assertThat(all.apply(rows -> rows.head(2)).rowCount()).isEqualTo(2);
        assertThat(frame().head(0).groupBy().count().get("v").toList()).containsExactly(0L);
    }

    @Test
    void optionsKeepColumnsOrderAndNulls() {
        DataFrame kept = frame().groupBy("k")
                .keepColumns()
                .keepNulls()
                .agg(max("v").minus(min("v")).as("range"));

        assertThat(kept.index()).isEqualTo(RangeIndex.of(3));
        assertThat(kept.get("k").toList()).containsExactly("a", "b", null);
        assertThat(kept.get("range").toList()).containsExactly(0.0, 7.0, 0.0);
        assertThat(labels(frame().groupBy("k").unsorted().agg(count().as("n")))).containsExactly("b", "a");
    }

    @Test
    void severalKeysMakeTuples() {
        DataFrame counts = frame().groupBy("k", "j").count();

        assertThat(counts.index()).isInstanceOf(MultiIndex.class);
        assertThat(labels(counts)).containsExactly(List.of("a", 1), List.of("b", 1), List.of("b", 2));
        assertThat(counts.get("text").toList()).containsExactly(1L, 1L, 0L);
        assertThat(counts.loc("b").rowCount()).isEqualTo(2);
    }

    @Test
    void expressionsAreKeys() {
        DataFrame parity =
                frame().groupBy(call(Function.MODULO, col("v"), 2).as("odd")).agg(count().as("n"));

        assertThat(labels(parity)).containsExactly(0.0, 1.0);
        assertThat(parity.get("n").toList()).containsExactly(3L, 1L);
    }

    @Test
    void namedReductionsAnswer() {
        Grouped groups = frame().groupBy("k");

        assertThat(groups.mean().get("v").toList()).containsExactly(2.0, 4.5);
        assertThat(groups.median().get("v").toList()).containsExactly(2.0, 4.5);
        assertThat(groups.std().get("v").toList()).containsExactly(null, Math.sqrt(24.5));
        assertThat(groups.min().get("text").toList()).containsExactly("y", "x");
        assertThat(groups.max().get("v").toList()).containsExactly(2.0, 8.0);
        assertThat(groups.first().get("j").toList()).containsExactly(1, 1);
        assertThat(groups.last().get("text").toList()).containsExactly("y", "x");
        assertThat(groups.nunique().get("j").toList()).containsExactly(1L, 2L);
        assertThat(groups.size().toList()).containsExactly(1L, 2L);
        assertThatThrownBy(() -> groups.agg(Map.of("v", List.of("man"))))
                .hasMessageContaining("Did you mean \"mean\"?");
        assertThat(frame().groupBy(new String[0]).size().toList()).containsExactly(4L);
    }
}
