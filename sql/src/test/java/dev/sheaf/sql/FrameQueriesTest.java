package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.frame.DataFrame;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/// Conditions and expressions over frames as text.
class FrameQueriesTest {
    private static DataFrame frame() {
        return DataFrame.of(
                "a", new int[] {1, 5, 4, 9},
                "b", new String[] {"x", "x", "y", null},
                "day of month",
                        new LocalDate[] {
                            LocalDate.of(2024, 1, 1), LocalDate.of(2024, 1, 2), LocalDate.of(2024, 1, 3), null
                        });
    }

    private static void assertRows(String condition, Integer... expected) {
        assertThat(frame().query(condition).get("a").toList()).isEqualTo(java.util.List.of(expected));
    }

    @Test
    void conditionsChooseRows() {
        assertRows("a > 3 and b == 'x'", 5);
        assertRows("a > 3 AND NOT b = 'x' OR b IS NULL", 4, 9);
        assertRows("A in (1, 9)", 1, 9);
        assertRows("a between 4 and 5", 5, 4);
        assertRows("b like 'x%'", 1, 5);
        assertRows("\"day of month\" >= DATE '2024-01-02'", 5, 4);
        assertRows("a % 2 = 1 and length(b) = 1", 1, 5);
        assertRows("a = 77");
    }

    @Test
    void valuesStandForQuestionMarks() {
        assertThat(frame().query("a > ? and b = ?", 3, "y").get("a").toList()).containsExactly(4);
        assertThat(frame().query("\"day of month\" = $1", LocalDate.of(2024, 1, 2))
                        .get("a")
                        .toList())
                .containsExactly(5);
        assertThat(frame().query("b = ?", (Object) null).rowCount()).isZero();
    }

    @Test
    void rowsKeepTheirLabelsAndTheNamesOfLevelsAreColumns() {
        DataFrame named = frame().setIndex("b");

        assertThat(named.query("b = 'x' and a < 5").get("a").toList()).containsExactly(1);
        assertThat(frame().query("a > 4").index().label(1)).isEqualTo(3L);
    }

    @Test
    void expressionsGiveSeries() {
        assertThat(frame().eval("a * 2 + 1").toList()).containsExactly(3, 11, 9, 19);
        assertThat(frame().eval("a * 2").name()).hasToString("a * 2");
        assertThat(frame().eval("upper(b)").toList()).containsExactly("X", "X", "Y", null);
    }

    @Test
    void whatIsNoConditionIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> frame().query("a > 3 adn b = 'x'"))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith("line 1, column 7");
        assertThatThrownBy(() -> frame().query("c > 3")).hasMessageContaining("column \"c\" not found");
        assertThatThrownBy(() -> frame().query("a + 1")).hasMessageContaining("bool");
        assertThatThrownBy(() -> frame().query("sum(a) > 3")).isInstanceOf(SqlException.class);
        assertThatThrownBy(() -> frame().query("a in (select 1)")).isInstanceOf(SqlException.class);
        assertThatThrownBy(() -> frame().query("a > 1 order by a")).isInstanceOf(SqlException.class);
        assertThatThrownBy(() -> frame().query("a > ?")).hasMessageContaining("has no value");
        assertThatThrownBy(() -> frame().query("")).isInstanceOf(SqlException.class);
    }
}
