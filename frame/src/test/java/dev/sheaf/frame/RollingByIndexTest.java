package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.frame.DataFrameTest.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.testing.RandomCases;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Windows of the index, as pandas answers with null where it has NaN, and against loops over lists.
class RollingByIndexTest {
    private static final LocalDateTime NINE = LocalDateTime.of(2013, 1, 1, 9, 0);
    private static final LocalDate FIRST = LocalDate.of(2024, 2, 20);
    private static final int MOST_ROWS = 30;

    /// The frame of pandas' documentation of `DataFrame.rolling`.
    private static DataFrame seconds() {
        List<LocalDateTime> times =
                IntStream.of(0, 2, 3, 5, 6).mapToObj(NINE::plusSeconds).toList();
        return DataFrame.of("t", times, "B", new @Nullable Double[] {0.0, 1.0, 2.0, null, 4.0})
                .setIndex("t");
    }

    @Test
    void windowsOfTwoSecondsAreThoseOfPandas() {
        DataFrame sums = seconds().rolling("2s", sum("B").as("B"), count().as("rows"));

        assertThat(sums.get("B").toList()).containsExactly(0.0, 1.0, 3.0, null, 4.0);
        assertThat(sums.get("rows").toList()).containsExactly(1L, 1L, 2L, 1L, 2L);
        assertThat(labels(sums)).isEqualTo(labels(seconds()));
        assertThat(sums.index().names()).containsExactly("t");
    }

    @Test
    void aSeriesKeepsItsLabelAndItsIndex() {
        Series values = seconds().get("B");
        Series greatest = values.rolling("1h", Expressions::max);

        assertThat(greatest.toList()).containsExactly(0.0, 1.0, 2.0, 2.0, 4.0);
        assertThat(greatest.name().name()).isEqualTo("B");
        assertThat(greatest.index().isSame(values.index())).isTrue();
    }

    @Test
    void monthsFollowTheCalendar() {
        DataFrame days = DataFrame.of(
                        "day",
                        new LocalDate[] {LocalDate.of(2024, 1, 31), LocalDate.of(2024, 2, 29), LocalDate.of(2024, 3, 30)
                        },
                        "v",
                        new int[] {1, 2, 4})
                .setIndex("day");

        assertThat(days.rolling("1mo", sum("v").as("v")).get("v").toList()).containsExactly(1L, 3L, 4L);
    }

    @Test
    void wholeNumbersAreSteps() {
        DataFrame frame = DataFrame.of("v", new int[] {1, 2, 4, 8}).iloc(1, 4);
        DataFrame sums =
                frame.rolling("2i", sum("v").as("s"), max("v").minus(col("v")).as("below"));

        assertThat(sums.get("s").toList()).containsExactly(2L, 6L, 12L);
        assertThat(sums.index()).isEqualTo(new RangeIndex("", 1, 1, 3));
    }

    @Test
    void otherIndexesAndSpansAreRefused() {
        assertThatThrownBy(() -> seconds().rolling("soon", count().as("n"))).hasMessageContaining("is no span");
        assertThatThrownBy(() -> seconds().rolling("2i", count().as("n"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> seconds().rolling("-2s", count().as("n"))).hasMessageContaining("longer than 0");
        DataFrame two = DataFrame.of("a", new int[] {1}, "b", new int[] {2}, "v", new int[] {3})
                .setIndex("a", "b");
        assertThatThrownBy(() -> two.rolling("2i", count().as("n")))
                .hasMessageStartingWith("rolling needs an index of one level, not of 2");
    }

    /// Days in any order, repeated and missing.
    @Test
    void windowsAreThoseOfLoopsOverAllRows() {
        RandomCases.run(1_000, random -> {
            int rows = random.nextInt(MOST_ROWS);
            List<@Nullable Long> days = random(rows, random, 20);
            List<@Nullable Long> values = random(rows, random, 100);
            int period = random.nextInt(1, 8);
            DataFrame frame = DataFrame.of(
                            "day",
                            days.stream()
                                    .map(day -> day == null ? null : FIRST.plusDays(day))
                                    .toArray(LocalDate[]::new),
                            "v",
                            values.toArray(Long[]::new))
                    .setIndex("day");
            DataFrame rolled = frame.rolling(period + "d", sum("v").as("v"), count().as("n"));

            List<@Nullable Object> sums = new ArrayList<>();
            List<Long> counts = new ArrayList<>();
            for (@Nullable Long day : days) {
                List<@Nullable Long> window = window(days, values, day, period);
                sums.add(window.stream()
                        .filter(Objects::nonNull)
                        .reduce(Long::sum)
                        .orElse(null));
                counts.add((long) window.size());
            }
            assertThat(rolled.get("v").toList()).isEqualTo(sums);
            assertThat(rolled.get("n").toList()).isEqualTo(counts);
            assertThat(labels(rolled)).isEqualTo(labels(frame));
        });
    }

    /// As the windows over all rows of a frame of each group's rows alone.
    @Test
    void windowsOfGroupsAreThoseOfTheirRowsAlone() {
        RandomCases.run(400, random -> {
            int rows = random.nextInt(MOST_ROWS);
            List<@Nullable Long> days = random(rows, random, 20);
            List<@Nullable Long> values = random(rows, random, 100);
            List<@Nullable Long> groups = random(rows, random, 3);
            DataFrame frame = DataFrame.of(
                            "day", days.toArray(Long[]::new),
                            "v", values.toArray(Long[]::new),
                            "k", groups.toArray(Long[]::new))
                    .setIndex("day");
            boolean nulls = random.nextBoolean();
            Grouped grouped = nulls ? frame.groupBy("k").keepNulls() : frame.groupBy("k");

            DataFrame rolled = grouped.rolling("5i", sum("v").as("v"), count().as("k"));

            List<@Nullable Object> sums = new ArrayList<>();
            List<@Nullable Object> counts = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                List<@Nullable Long> window = new ArrayList<>();
                for (int other = 0; other < rows; other++) {
                    if (Objects.equals(groups.get(row), groups.get(other)) && isIn(days.get(other), days.get(row), 5)) {
                        window.add(values.get(other));
                    }
                }
                boolean isGrouped = nulls || groups.get(row) != null;
                sums.add(window.stream()
                        .filter(value -> isGrouped && value != null)
                        .reduce(Long::sum)
                        .orElse(null));
                counts.add(isGrouped ? (long) window.size() : null);
            }
            assertThat(rolled.schema().names()).containsExactly("v", "k");
            assertThat(rolled.get("v").toList()).isEqualTo(sums);
            assertThat(rolled.get("k").toList()).isEqualTo(counts);
            assertThat(labels(rolled)).isEqualTo(labels(frame));
        });
    }

    private static List<@Nullable Long> random(int rows, SplittableRandom random, int bound) {
        return Stream.<@Nullable Long>generate(
                        () -> random.nextInt(6) == 0 ? null : Long.valueOf(random.nextInt(bound)))
                .limit(rows)
                .toList();
    }

    private static List<@Nullable Long> window(
            List<@Nullable Long> days, List<@Nullable Long> values, @Nullable Long end, int period) {
        return IntStream.range(0, days.size())
                .filter(row -> isIn(days.get(row), end, period))
                .mapToObj(values::get)
                .toList();
    }

    private static boolean isIn(@Nullable Long day, @Nullable Long end, int period) {
        if (day == null || end == null) {
            return Objects.equals(day, end);
        }
        return day > end - period && day <= end;
    }
}
