package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.frame.verb.Intervals;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IntervalsTest {
    private static final DataFrame ENDS =
            DataFrame.of("from", new @Nullable Integer[] {1, 3, null, 5}, "to", new @Nullable Integer[] {3, 7, 9, 5});

    private static Series ends() {
        return ENDS.assign(Intervals.between(col("from"), col("to")).as("i")).get("i");
    }

    private static Map<String, Double> interval(double left, double right) {
        return Map.of("left", left, "right", right);
    }

    @Test
    void haveTheirLeftEndAlone() {
        assertThat(ends().interval().left().toList()).containsExactly(1, 3, null, 5);
        assertThat(ends().interval().right().toList()).containsExactly(3, 7, null, 5);
        assertThat(ends().interval().contains(3).toList()).containsExactly(false, true, null, false);
        assertThat(ends().interval().contains(1).toList()).containsExactly(true, false, null, false);
        assertThat(ends().interval().contains(5).toList()).containsExactly(false, true, null, false);
        assertThat(ends().interval().overlaps(2, 3).toList()).containsExactly(true, false, null, false);
        assertThat(ends().interval().overlaps(7, 9).toList()).containsExactly(false, false, null, false);
        assertThat(ends().interval().mid().toList()).containsExactly(2.0, 5.0, null, 5.0);
        assertThat(ends().interval().isEmpty().toList()).containsExactly(false, false, null, true);
        assertThat(ends().isNull().toList()).containsExactly(false, false, true, false);
    }

    @Test
    void cutNumbers() {
        Series values = Series.of("v", new @Nullable Double[] {0.0, 1.0, 2.5, null, 3.0, -1.0});
        assertThat(values.intervals(0, 1, 3).toList())
                .isEqualTo(Arrays.asList(interval(0, 1), interval(1, 3), interval(1, 3), null, null, null));
        assertThatThrownBy(() -> values.intervals(1, 1)).hasMessageContaining("rise");
    }

    /// Each number lies in the interval that it gets, and intervals of equal width or number leave none out.
    @Test
    void everyNumberIsInItsInterval() {
        SplittableRandom random = new SplittableRandom(240);
        for (int round = 0; round < 20; round++) {
            Series values = Series.of("v", random.doubles(50, -1e3, 1e3).toArray());
            for (Series cut : List.of(values.intervals(1 + round), values.quantileIntervals(1 + round % 7))) {
                DataFrame both = values.toFrame();
                both.put("i", cut);
                assertThat(both.filter(Intervals.contains(col("i"), col("v"))).rowCount())
                        .isEqualTo(50);
            }
        }
        assertThat(Series.of("v", new int[] {5, 5}).intervals(1).isNull().toList())
                .containsExactly(false, false);
    }

    @Test
    void areAnIndexFoundByWhatTheyContain() {
        DataFrame sums = DataFrame.of("v", new int[] {1, 2, 5, 6, 7}, "w", new int[] {1, 1, 2, 2, 2});
        DataFrame frame = sums.assign(
                        Intervals.between(col("v"), col("v").plus(2)).as("i"))
                .setIndex("i");
        assertThat(frame.loc(2).get("v").toList()).containsExactly(1, 2);
        assertThat(frame.loc(6.5).get("v").toList()).containsExactly(5, 6);
        assertThatThrownBy(() -> frame.loc(4)).hasMessage("no row is labelled 4");
    }

    @Test
    void groupAndCount() {
        DataFrame frame = DataFrame.of("v", new double[] {0, 1, 2, 3, 4, 5}, "w", new int[] {1, 2, 3, 4, 5, 6});
        frame.put("i", frame.get("v").intervals(0, 2, 4, 6));
        DataFrame groups = frame.groupBy("i").agg(sum("w").as("w"), count().as("n"));
        assertThat(groups.get("w").toList()).containsExactly(3L, 7L, 11L);
        assertThat(groups.loc(3).get("n").toList()).containsExactly(2L);
        assertThat(frame.sortValues("v").get("i").interval().left().toList())
                .containsExactly(0.0, 0.0, 2.0, 2.0, 4.0, 4.0);
    }

    @Test
    void ofDatesAreStretchesOfTime() {
        LocalDate day = LocalDate.of(2024, 3, 1);
        DataFrame stays = DataFrame.of(
                "in", new LocalDate[] {day, day.plusDays(2)}, "out", new LocalDate[] {day.plusDays(2), day.plusDays(3)
                });
        Series when = stays.assign(Intervals.between(col("in"), col("out")).as("when"))
                .get("when");
        assertThat(when.interval().contains(day.plusDays(2)).toList()).containsExactly(false, true);
    }

    @Test
    void otherStructsAreNone() {
        Series structs = Series.of("s", List.of(Map.of("left", 1)));
        assertThatThrownBy(structs::interval).hasMessageContaining("interval() is about intervals");
    }
}
