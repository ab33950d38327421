package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnAccessorTest {
    private static final Label SUM = Label.of("units", "sum");
    private static final Label MEAN = Label.of("units", "mean");

    private static ColumnAccessor<Integer> columns() {
        return ColumnAccessor.of(List.of(Label.of("region"), SUM, MEAN), List.of(0, 1, 2));
    }

    @Test
    void findsByLabelNamePrefixWildcardPositionAndCondition() {
        assertThat(columns().get(SUM)).isEqualTo(1);
        assertThat(columns().get("units.mean")).isEqualTo(2);
        assertThat(columns().under(Label.of("units")).labels()).containsExactly(Label.of("sum"), Label.of("mean"));
        assertThat(columns().under(SUM).labels()).containsExactly(Label.of("sum"));
        assertThat(columns().matching("units.*").columns()).containsExactly(1, 2);
        assertThat(columns().matching("?egion").columns()).containsExactly(0);
        assertThat(columns().matching("*(*").size()).isZero();
        assertThat(columns().at(-1, 0).columns()).containsExactly(2, 0);
        assertThat(columns().where(column -> column > 0).labels()).containsExactly(SUM, MEAN);
        assertThatThrownBy(() -> columns().at(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> columns().get("units.man"))
                .hasMessage("column \"units.man\" not found; columns: region, (units, sum), (units, mean)."
                        + " Did you mean \"units.mean\"?");
    }

    @Test
    void insertsReplacesDropsAndRenames() {
        assertThat(columns().insert(1, Label.of("x"), 9).columns()).containsExactly(0, 9, 1, 2);
        assertThat(columns().put(SUM, 9).columns()).containsExactly(0, 9, 2);
        assertThat(columns().put(Label.of("x"), 9).columns()).containsExactly(0, 1, 2, 9);
        assertThat(columns().drop(List.of(SUM)).labels()).containsExactly(Label.of("region"), MEAN);
        assertThat(columns().relabelled(label -> Label.of("all", label.name())).names())
                .containsExactly("all.region", "all.units.sum", "all.units.mean");
        assertThat(columns().map(column -> "c" + column).columns()).containsExactly("c0", "c1", "c2");
        assertThatThrownBy(() -> columns().insert(0, Label.of("units.sum"), 9)).hasMessageContaining("two columns");
        assertThatThrownBy(() -> columns().relabelled(_ -> SUM)).hasMessageContaining("two columns");
    }

    @Test
    void labelsAreTextsOrTuples() {
        assertThat(SUM).hasToString("(units, sum)").isGreaterThan(MEAN);
        assertThat(Label.of("a")).hasToString("a").isLessThan(Label.of("a", "b"));
        assertThat(SUM.isTuple()).isTrue();
        assertThat(SUM.without(5)).isEqualTo(Label.of("sum"));
        assertThatThrownBy(Label::of).hasMessage("a label has at least one part");
    }

    @Test
    void wildcardsMatchCharactersOfAnyPlane() {
        ColumnAccessor<Integer> columns =
                ColumnAccessor.of(List.of(Label.of("a😀b"), Label.of("axb"), Label.of("a\nb")), List.of(0, 1, 2));

        assertThat(columns.matching("a😀*").columns()).containsExactly(0);
        assertThat(columns.matching("a?b").columns()).containsExactly(0, 1, 2);
        assertThat(columns.matching("*b").columns()).containsExactly(0, 1, 2);
    }
}
