package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MergeAsofTest {
    private static final LocalDateTime START = LocalDateTime.of(2024, 3, 1, 9, 30);

    private static List<LocalDateTime> times(int... seconds) {
        return IntStream.of(seconds).mapToObj(START::plusSeconds).toList();
    }

    @Test
    void tradesGetTheirQuotes() {
        DataFrame trades = DataFrame.of("time", times(9, 2, 5), "item", new String[] {"a", "a", "b"});
        DataFrame quotes = DataFrame.of(
                "time", times(1, 4, 6, 8),
                "item", new String[] {"a", "a", "b", "a"},
                "price", new double[] {1, 4, 6, 8});

        DataFrame last = trades.mergeAsof(quotes, "time", "item");
        assertThat(last.schema().names()).containsExactly("time", "item", "time_right", "price");
        assertThat(last.get("price").toList()).containsExactly(8.0, 1.0, null);
        assertThat(trades.mergeAsof(quotes, Asof.on("time").by("item").forward())
                        .get("price")
                        .toList())
                .containsExactly(null, 4.0, 6.0);
        assertThat(trades.mergeAsof(quotes, Asof.on("time").by("item").nearest().within(Duration.ofSeconds(1)))
                        .get("price")
                        .toList())
                .containsExactly(8.0, 1.0, 6.0);
        assertThat(trades.mergeAsof(quotes, Asof.on("time").nearest().notEqual().within(Duration.ofMillis(999)))
                        .get("price")
                        .toList())
                .containsOnlyNulls();
    }

    @Test
    void distancesOfIntegersDoNotOverflow() {
        DataFrame ends = DataFrame.of("x", new long[] {0}, "y", new int[] {1});
        DataFrame far = DataFrame.of("x", new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, "z", new int[] {1, 2});

        assertThat(ends.mergeAsof(far, Asof.on("x").nearest()).get("z").toList())
                .containsExactly(2);
        assertThat(far.mergeAsof(far, Asof.on("x").nearest().notEqual())
                        .get("z_right")
                        .toList())
                .containsExactly(2, 1);
    }

    @Test
    void columnsAndTolerancesThatDoNotFitAreRefused() {
        DataFrame numbers = DataFrame.of("x", new int[] {1}, "y", new int[] {1});
        assertThatThrownBy(() -> numbers.mergeAsof(numbers, "z")).hasMessageContaining("column \"z\" not found");
        assertThatThrownBy(() -> numbers.mergeAsof(numbers, Asof.on("x").within(Duration.ofDays(1))))
                .hasMessageContaining("cannot mix");
    }

    /// The row of the other side by trying each.
    private static @Nullable Long expected(Asof asof, long on, int by, long[] others, int[] otherBy) {
        Long best = null;
        for (int row = 0; row < others.length; row++) {
            long distance = Math.abs(others[row] - on);
            boolean side = switch (asof.direction()) {
                case BACKWARD -> others[row] <= on;
                case FORWARD -> others[row] >= on;
                case NEAREST -> true;
            };
            boolean near = distance <= (long) asof.tolerance().orElse(Long.MAX_VALUE) && (asof.exact() || distance > 0);
            if (side && near && by == otherBy[row] && (best == null || isBetter(on, others[row], best))) {
                best = others[row];
            }
        }
        return best;
    }

    private static boolean isBetter(long on, long other, long best) {
        long gain = Math.abs(best - on) - Math.abs(other - on);
        return gain > 0 || (gain == 0 && other < best);
    }

    @Test
    void everyOptionAnswersAsTryingEachRow() {
        SplittableRandom random = new SplittableRandom(2711);
        for (int round = 0; round < 60; round++) {
            Asof asof = new Asof(
                    "x",
                    List.of("k"),
                    Asof.Direction.values()[round % 3],
                    random.nextBoolean(),
                    random.nextBoolean() ? java.util.Optional.empty() : java.util.Optional.of(random.nextLong(6)));
            long[] on = random.longs(random.nextInt(40), 0, 50).toArray();
            int[] by = random.ints(on.length, 0, 3).toArray();
            long[] others = random.longs(random.nextInt(40), 0, 50).toArray();
            int[] otherBy = random.ints(others.length, 0, 3).toArray();
            List<@Nullable Long> all = new ArrayList<>();
            for (int row = 0; row < on.length; row++) {
                all.add(expected(asof, on[row], by[row], others, otherBy));
            }

            DataFrame left = DataFrame.of("x", on, "k", by);
            DataFrame right = DataFrame.of("x", others, "k", otherBy);
            assertThat(left.mergeAsof(right, asof).get("x_right").toList())
                    .as(
                            "%s of %s %s in %s %s",
                            asof,
                            Arrays.toString(on),
                            Arrays.toString(by),
                            LongStream.of(others).boxed().toList(),
                            Arrays.toString(otherBy))
                    .isEqualTo(all);
        }
    }
}
