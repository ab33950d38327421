package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import dev.sheaf.window.RunFunction.RankMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Verbs over the rows around each row, of frames with groups and nulls, against loops over lists.
class WindowVerbsModelTest {
    private static final int MOST_ROWS = 40;

    /// The values of one group in order, and the answer for each of them.
    private interface Model extends Function<List<@Nullable Long>, List<@Nullable Object>> {}

    @Test
    void verbsAnswerAsLoopsOverTheRowsOfEachGroup() {
        RandomCases.run(2_000, random -> {
            int rows = random.nextInt(MOST_ROWS);
            List<@Nullable String> keys = random(rows, random, () -> "k" + random.nextInt(3));
            List<@Nullable Long> values = random(rows, random, () -> random.nextLong(-5, 6));
            DataFrame frame = DataFrame.of("k", keys.toArray(String[]::new), "v", values.toArray(Long[]::new));
            check(frame, keys, values, random);
        });
    }

    private static <T> List<@Nullable T> random(
            int rows, SplittableRandom random, java.util.function.Supplier<T> value) {
        List<@Nullable T> values = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            values.add(random.nextInt(5) == 0 ? null : value.get());
        }
        return values;
    }

    private static void check(
            DataFrame frame, List<@Nullable String> keys, List<@Nullable Long> values, SplittableRandom random) {
        long distance = random.nextLong(-3, 4);
        int width = random.nextInt(1, 5);
        int least = random.nextInt(0, width + 1);
        Series v = frame.get("v");
        Grouped groups = frame.groupBy("k");
        check(v.cumSum(), groups.cumSum(), keys, values, running(Math::addExact));
        check(v.cumProd(), groups.cumProd(), keys, values, running((a, b) -> a * b));
        check(v.cumMin(), groups.cumMin(), keys, values, running(Math::min));
        check(v.cumMax(), groups.cumMax(), keys, values, running(Math::max));
        check(v.shift(distance), groups.shift(distance), keys, values, each((all, i) -> at(all, i - distance)));
        check(v.diff(distance), groups.diff(distance), keys, values, each((all, i) -> {
            Long now = all.get(i);
            Long before = at(all, i - distance);
            return now == null || before == null ? null : (Long) (now - before);
        }));
        check(v.ffill(width), groups.ffill(width), keys, values, each((all, i) -> last(all, i - width, i)));
        check(v.bfill(width), groups.bfill(width), keys, values, each((all, i) -> first(all, i, i + width)));
        check(v.interpolate(), groups.interpolate(), keys, values, each(WindowVerbsModelTest::interpolated));
        check(
                v.rolling(width).minPeriods(least).sum(),
                groups.rolling(width).minPeriods(least).sum(),
                keys,
                values,
                each((all, i) -> {
                    List<Long> window = valid(all, i - width + 1, i);
                    return window.size() < least || window.isEmpty()
                            ? null
                            : (Long) window.stream().mapToLong(x -> x).sum();
                }));
        for (RankMethod ties : RankMethod.values()) {
            boolean falling = random.nextBoolean();
            check(
                    v.rank(ties, falling),
                    groups.rank(ties, falling),
                    keys,
                    values,
                    each((all, i) -> rank(all, i, ties, falling)));
        }
    }

    private static void check(
            Series ofAll, DataFrame ofGroups, List<@Nullable String> keys, List<@Nullable Long> values, Model model) {
        assertThat(ofAll.toList()).isEqualTo(model.apply(values));
        List<@Nullable Object> expected = new ArrayList<>(values);
        java.util.Collections.fill(expected, null);
        keys.stream().filter(Objects::nonNull).collect(Collectors.toSet()).forEach(key -> {
            List<Integer> rows = IntStream.range(0, keys.size())
                    .filter(i -> key.equals(keys.get(i)))
                    .boxed()
                    .toList();
            List<@Nullable Object> answers =
                    model.apply(rows.stream().map(values::get).collect(Collectors.toList()));
            for (int i = 0; i < rows.size(); i++) {
                expected.set(rows.get(i), answers.get(i));
            }
        });
        assertThat(ofGroups.get("v").toList()).isEqualTo(expected);
    }

    private static Model each(BiFunction<List<@Nullable Long>, Integer, @Nullable Object> answer) {
        return all -> {
            List<@Nullable Object> answers = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                answers.add(answer.apply(all, i));
            }
            return answers;
        };
    }

    private static Model running(LongBinaryOperator sum) {
        return each((all, i) -> all.get(i) == null
                ? null
                : (Long) valid(all, 0, i).stream().mapToLong(x -> x).reduce(sum).orElseThrow());
    }

    private static @Nullable Long at(List<@Nullable Long> all, long i) {
        return i < 0 || i >= all.size() ? null : all.get((int) i);
    }

    private static List<Long> valid(List<@Nullable Long> all, int from, int to) {
        return all.subList(Math.max(0, from), Math.min(all.size(), to + 1)).stream()
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable Long last(List<@Nullable Long> all, int from, int to) {
        List<Long> valid = valid(all, from, to);
        return valid.isEmpty() ? null : valid.getLast();
    }

    private static @Nullable Object interpolated(List<@Nullable Long> all, int i) {
        int from = i;
        while (from >= 0 && all.get(from) == null) {
            from--;
        }
        int to = i;
        while (to < all.size() && all.get(to) == null) {
            to++;
        }
        if (from < 0) {
            return null;
        }
        double before = Objects.requireNonNull(all.get(from));
        return from == to || to == all.size()
                ? before
                : before + (Objects.requireNonNull(all.get(to)) - before) * (i - from) / (to - from);
    }

    private static @Nullable Long first(List<@Nullable Long> all, int from, int to) {
        List<Long> valid = valid(all, from, to);
        return valid.isEmpty() ? null : valid.getFirst();
    }

    private static @Nullable Object rank(List<@Nullable Long> all, int i, RankMethod ties, boolean falling) {
        Long value = all.get(i);
        if (value == null) {
            return null;
        }
        List<Long> before = valid(all, 0, all.size()).stream()
                .filter(other -> falling ? other > value : other < value)
                .toList();
        long least = before.size() + 1L;
        long equal = all.stream().filter(value::equals).count();
        return switch (ties) {
            case MIN -> least;
            case MAX -> least + equal - 1;
            case AVERAGE -> least + (equal - 1) / 2.0;
            case DENSE -> before.stream().distinct().count() + 1;
            case FIRST ->
                least + all.subList(0, i).stream().filter(value::equals).count();
        };
    }
}
