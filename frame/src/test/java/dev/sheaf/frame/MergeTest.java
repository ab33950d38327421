package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.frame.Merge.Pairing;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Frames put together by columns, with suffixes, an indicator, and keys that may come once.
class MergeTest {
    private static final DataFrame SALES = DataFrame.of(
            "item", new String[] {"a", "b", "b", null},
            "price", new int[] {1, 2, 3, 4});
    private static final DataFrame ARTICLES = DataFrame.of(
            "item", new String[] {"b", "c", null},
            "price", new int[] {20, 30, 40});

    @Test
    void namesOfBothGetSuffixesAndRowsSayWhereTheyAreFrom() {
        DataFrame all = SALES.merge(
                ARTICLES,
                Merge.on("item")
                        .kind(JoinKind.FULL)
                        .suffixes("_sold", "_listed")
                        .indicator("found"));

        assertThat(DataFrameTest.names(all)).containsExactly("item", "price_sold", "price_listed", "found");
        assertThat(rows(all))
                .containsExactlyInAnyOrder(
                        Arrays.asList("a", 1, null, "left_only"),
                        List.of("b", 2, 20, "both"),
                        List.of("b", 3, 20, "both"),
                        Arrays.asList(null, 4, null, "left_only"),
                        Arrays.asList("c", null, 30, "right_only"),
                        Arrays.asList(null, null, 40, "right_only"));
    }

    @Test
    void columnsOfOtherNamesBothCome() {
        DataFrame merged =
                SALES.merge(ARTICLES.rename("item", "article"), Merge.on(List.of("item"), List.of("article")));

        assertThat(DataFrameTest.names(merged)).containsExactly("item", "price", "article", "price_right");
        assertThat(rows(merged)).containsExactly(List.of("b", 2, "b", 20), List.of("b", 3, "b", 20));
    }

    @Test
    void keysThatComeMoreOftenThanExpectedAreRefused() {
        assertThat(SALES.merge(ARTICLES, Merge.on("item").expect(Pairing.MANY_TO_ONE))
                        .rowCount())
                .isEqualTo(2);
        assertThatThrownBy(() -> SALES.merge(ARTICLES, Merge.on("item").expect(Pairing.ONE_TO_ONE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("each key [item] was expected once, and b comes 2 times");
        assertThatThrownBy(() -> ARTICLES.merge(SALES, Merge.on("item").expect(Pairing.MANY_TO_ONE)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatFitsNoMergeIsRefused() {
        assertThatThrownBy(() -> Merge.on(List.of("a", "b"), List.of("a")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Merge.on("a").indicator("found").kind(JoinKind.ANTI))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SALES.merge(ARTICLES, Merge.on("item").suffixes("", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("price");
        assertThatThrownBy(() -> SALES.merge(ARTICLES, Merge.on())).isInstanceOf(IllegalArgumentException.class);
    }

    /// Against a loop over all pairs.
    @Test
    void rowsAreThoseOfAllPairs() {
        RandomCases.run(200, random -> {
            List<List<@Nullable Object>> left = random(random);
            List<List<@Nullable Object>> right = random(random);
            for (JoinKind kind : List.of(JoinKind.INNER, JoinKind.LEFT, JoinKind.RIGHT, JoinKind.FULL)) {
                Merge how = Merge.on("k").kind(kind).suffixes("_l", "_r").indicator("from");
                DataFrame merged = frame(left).merge(frame(right), how);
                assertThat(rows(merged)).containsExactlyInAnyOrderElementsOf(expected(left, right, kind));
            }
        });
    }

    private static List<List<@Nullable Object>> random(SplittableRandom random) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        int count = random.nextInt(12);
        for (int row = 0; row < count; row++) {
            rows.add(Arrays.asList(random.nextInt(5) == 0 ? null : random.nextInt(6), random.nextInt(100)));
        }
        return rows;
    }

    private static DataFrame frame(List<List<@Nullable Object>> rows) {
        Integer[] keys = rows.stream().map(row -> (Integer) row.get(0)).toArray(Integer[]::new);
        Integer[] values = rows.stream().map(row -> (Integer) row.get(1)).toArray(Integer[]::new);
        return DataFrame.of("k", keys, "v", values);
    }

    private static List<List<@Nullable Object>> expected(
            List<List<@Nullable Object>> left, List<List<@Nullable Object>> right, JoinKind kind) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (List<@Nullable Object> row : left) {
            right.stream()
                    .filter(other -> meet(row, other))
                    .forEach(other -> rows.add(Arrays.asList(row.get(0), row.get(1), other.get(1), "both")));
            if (kind != JoinKind.INNER
                    && kind != JoinKind.RIGHT
                    && right.stream().noneMatch(o -> meet(row, o))) {
                rows.add(Arrays.asList(row.get(0), row.get(1), null, "left_only"));
            }
        }
        for (List<@Nullable Object> row : right) {
            if (kind != JoinKind.INNER && kind != JoinKind.LEFT && left.stream().noneMatch(o -> meet(o, row))) {
                rows.add(Arrays.asList(row.get(0), null, row.get(1), "right_only"));
            }
        }
        return rows;
    }

    private static boolean meet(List<@Nullable Object> one, List<@Nullable Object> other) {
        return one.get(0) != null && Objects.equals(one.get(0), other.get(0));
    }

    private static List<List<@Nullable Object>> rows(DataFrame frame) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        frame.forEach(row -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < frame.columnCount(); i++) {
                values.add(row.get(i));
            }
            rows.add(values);
        });
        return rows;
    }
}
