package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.frame.DataFrameTest.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Expr;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Answers that pandas gives to the same calls, null where it has 0 as the sum of nothing.
class ResampleTest {
    private static final LocalDateTime START = LocalDateTime.of(2000, 1, 1, 0, 0);

    private static DataFrame minutes() {
        return DataFrame.of(
                        "t", IntStream.range(0, 9).mapToObj(START::plusMinutes).toList(),
                        "v", IntStream.range(0, 9).toArray())
                .setIndex("t");
    }

    @Test
    void stretchesGoByTheirStarts() {
        DataFrame threes = minutes().resample("3m", sum("v").as("v"), count().as("n"));

        assertThat(threes.get("v").toList()).containsExactly(3L, 12L, 21L);
        assertThat(threes.get("n").toList()).containsExactly(3L, 3L, 3L);
        assertThat(labels(threes)).containsExactly(START, START.plusMinutes(3), START.plusMinutes(6));
        assertThat(threes.index().isOfMoments()).isTrue();
        assertThat(threes.index().names()).containsExactly("t");
        assertThat(threes.loc("2000-01-01T00:03").get("v").toList()).containsExactly(12L);
    }

    @Test
    void stretchesWithoutARowAreThere() {
        DataFrame halves = minutes().slice(0, 3).resample("30s", sum("v").as("v"), count().as("n"));

        assertThat(halves.get("v").toList()).containsExactly(0L, null, 1L, null, 2L);
        assertThat(halves.get("n").toList()).containsExactly(1L, 0L, 1L, 0L, 1L);
        assertThat(halves.ffill().get("v").toList()).containsExactly(0L, 0L, 1L, 1L, 2L);
    }

    @Test
    void monthsFollowTheCalendar() {
        DataFrame days = DataFrame.of(
                        "day",
                        new LocalDate[] {
                            LocalDate.of(2024, 4, 30), LocalDate.of(2024, 1, 31), null, LocalDate.of(2024, 2, 1)
                        },
                        "v",
                        new double[] {8, 1, 16, 2})
                .setIndex("day");
        DataFrame months = days.resample("1mo", mean("v").as("v"));

        assertThat(months.get("v").toList()).containsExactly(1.0, 2.0, null, 8.0);
        assertThat(labels(months))
                .isEqualTo(IntStream.rangeClosed(1, 4)
                        .mapToObj(month -> LocalDate.of(2024, month, 1))
                        .toList());
        assertThat(days.slice(0, 0).resample("1mo", mean("v").as("v")).rowCount())
                .isZero();
    }

    @Test
    void instantsAreCutByTheClockOfTheirZone() {
        Instant first = Instant.parse("2024-03-30T12:00:00Z");
        DataFrame days = DataFrame.of("t", List.of(first, first.plusSeconds(2 * 86_400)), "v", new int[] {1, 2})
                .setIndex("t")
                .resample("1d", sum("v").as("v"));

        assertThat(days.get("v").toList()).containsExactly(1L, null, 2L);
        assertThat(labels(days)).startsWith(Instant.parse("2024-03-30T00:00:00Z"));
    }

    @Test
    void groupsHaveStretchesOfTheirOwn() {
        LocalDate day = LocalDate.of(2024, 3, 1);
        DataFrame days = DataFrame.of(
                        "day",
                        IntStream.of(4, 0, 2, 3, 1).mapToObj(day::plusDays).toList(),
                        "k",
                        new String[] {"b", "a", "a", "b", null},
                        "v",
                        new int[] {1, 2, 4, 8, 16})
                .setIndex("day");

        DataFrame sums = days.groupBy("k").resample("1d", sum("v").as("v"), count().as("n"));
        assertThat(labels(sums))
                .containsExactly(
                        List.of("a", day),
                        List.of("a", day.plusDays(1)),
                        List.of("a", day.plusDays(2)),
                        List.of("b", day.plusDays(3)),
                        List.of("b", day.plusDays(4)));
        assertThat(sums.index().names()).containsExactly("k", "day");
        assertThat(sums.get("v").toList()).containsExactly(2L, null, 4L, 8L, 1L);
        assertThat(sums.get("n").toList()).containsExactly(1L, 0L, 1L, 1L, 1L);

        DataFrame all = days.groupBy("k").keepNulls().keepColumns().resample("1d", sum("v").as("v"));
        assertThat(all.schema().names()).containsExactly("k", "day", "v");
        assertThat(all.get("k").toList()).containsExactly("a", "a", "a", "b", "b", null);
        assertThat(all.get("v").toList()).containsExactly(2L, null, 4L, 8L, 1L, 16L);
    }

    @Test
    void groupsAnswerAsTheirRowsAlone() {
        SplittableRandom random = new SplittableRandom(271);
        for (int round = 0; round < 20; round++) {
            int rows = random.nextInt(1, 40);
            DataFrame moments = DataFrame.of(
                            "t",
                                    random.ints(rows, 0, 5000)
                                            .mapToObj(START::plusMinutes)
                                            .toList(),
                            "k", random.ints(rows, 0, 4).toArray(),
                            "v", random.ints(rows, 0, 100).toArray())
                    .setIndex("t");
            String every = List.of("6h", "1d", "90m").get(round % 3);
            Expr[] results = {sum("v").as("v"), count().as("n")};
            List<DataFrame> alone = moments.get("k").unique().sortValues().toList().stream()
                    .map(key -> moments.filter(col("k").eq(key)).resample(every, results))
                    .toList();
            DataFrame expected = DataFrame.concat(alone.toArray(DataFrame[]::new));

            DataFrame actual = moments.groupBy("k").resample(every, results);
            assertThat(actual.get("v").toList()).isEqualTo(expected.get("v").toList());
            assertThat(actual.get("n").toList()).isEqualTo(expected.get("n").toList());
            assertThat(labels(actual.resetIndex().setIndex("t"))).isEqualTo(labels(expected));
        }
    }

    @Test
    void noGroupsHaveNoStretches() {
        DataFrame none = minutes().assign(col("v").as("k")).slice(0, 0);
        assertThat(none.groupBy("k").resample("1h", sum("v").as("v")).rowCount())
                .isZero();
    }

    @Test
    void otherIndexesAndSpansAreRefused() {
        assertThatThrownBy(() -> minutes().resetIndex().resample("1d", count().as("n")))
                .hasMessageStartingWith("resample needs an index of dates or timestamps");
        assertThatThrownBy(() -> minutes().resample("10i", count().as("n")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> minutes().resample("soon", count().as("n"))).hasMessageContaining("is no span");
    }
}
