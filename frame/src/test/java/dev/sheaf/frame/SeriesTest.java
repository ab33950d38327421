package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.index.RangeIndex;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static Series series() {
        return Series.of("v", new Integer[] {4, null, 2, 4});
    }

    @Test
    void aggregates() {
        assertThat(series().sum()).isEqualTo(10L);
        assertThat(series().mean()).isEqualTo(10 / 3.0);
        assertThat(series().median()).isEqualTo(4);
        assertThat(series().quantile(0)).isEqualTo(2);
        assertThat(series().min()).isEqualTo(2);
        assertThat(series().max()).isEqualTo(4);
        assertThat(series().count()).isEqualTo(3);
        assertThat(series().nunique()).isEqualTo(2);
        assertThat(series().aggregate(Expressions::product)).isEqualTo(32L);
        Series none = series().slice(1, 1);
        assertThat(none.sum()).isNull();
        assertThat(none.mean()).isNaN();
        assertThat(none.std()).isNaN();
    }

    @Test
    void arithmeticWithConstantsKeepsTheIndex() {
        Series more = series().slice(1, 3).plus(1);

        assertThat(more.toList()).containsExactly(null, 3, 5);
        assertThat(more.index()).isEqualTo(new RangeIndex("", 1, 1, 3));
        assertThat(series().map(v -> v.times(v)).toList()).containsExactly(16, null, 4, 16);
        assertThat(series().dividedBy(8).toList()).containsExactly(0.5, null, 0.25, 0.5);
        assertThat(series().mod(3).toList()).containsExactly(1, null, 2, 1);
        assertThat(series().pow(2).toList()).containsExactly(16.0, null, 4.0, 16.0);
    }

    @Test
    void twoSeriesMeetByLabel() {
        Series a = Series.of("a", new int[] {1, 2, 3}, new String[] {"x", "y", "z"});
        Series b = Series.of("b", new int[] {30, 20, 40}, new String[] {"z", "y", "w"});
        Series sum = a.plus(b);

        assertThat(sum.toList()).containsExactly(null, null, 22, 33);
        assertThat(DataFrameTest.labels(sum.toFrame())).containsExactly("w", "x", "y", "z");
        assertThat(sum.name()).hasToString("a");
        assertThat(a.plus(a.copy()).toList()).containsExactly(2, 4, 6);
        Series sameLabels = Series.of("c", new int[] {9, 9, 9}, new String[] {"x", "y", "z"});
        assertThat(DataFrameTest.labels(sameLabels.minus(a).toFrame())).containsExactly("x", "y", "z");
    }

    @Test
    void labelsThatRepeatMeetAllTheirPartners() {
        Series a = Series.of("a", new int[] {1, 2}, new String[] {"x", "x"});
        Series b = Series.of("b", new int[] {10, 20}, new String[] {"x", "y"});

        assertThat(a.plus(b).toList()).containsExactly(11, 12, null);
    }

    @Test
    void comparesAndFilters() {
        Series v = series();

        assertThat(v.gt(2).toList()).containsExactly(true, null, false, true);
        assertThat(v.filter(v.gt(2)).toList()).containsExactly(4, 4);
        assertThat(v.filter(x -> x.lt(4)).toList()).containsExactly(2);
        assertThat(v.eq(v).toList()).containsExactly(true, null, true, true);
        assertThat(v.gt(1).and(v.lt(3)).toList()).containsExactly(false, null, true, false);
        assertThat(v.isIn(2, 3).or(v.isNull()).toList()).containsExactly(false, true, true, false);
        assertThat(v.isNull().not().toList()).containsExactly(true, false, true, true);
        assertThat(v.dropNull().ints()).containsExactly(4, 2, 4);
        assertThat(v.fillNull(0).ints()).containsExactly(4, 0, 2, 4);
        assertThatThrownBy(() -> v.fillNull("x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ordersCountsAndFindsDistinctValues() {
        assertThat(series().sortValues().toList()).containsExactly(2, 4, 4, null);
        assertThat(series().sortValuesFalling().toList()).containsExactly(4, 4, 2, null);
        assertThat(series().sortValues().sortIndex().toList()).containsExactly(4, null, 2, 4);
        assertThat(series().valueCounts().toList()).containsExactly(2L, 1L);
        assertThat(series().unique().toList()).containsExactly(4, null, 2);
        assertThat(series().take(3, 1).toList()).containsExactly(4, null);
        assertThat(series().rename("w").astype(DataType.STRING).strings()).containsExactly("4", null, "2", "4");
        assertThat(series().toHtml()).contains("<th>v</th>");
    }
}
