package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Answers that cuDF gives to the same calls, and a model of Java's lists.
class NestedAccessorsTest {
    private static Series lists() {
        return Series.of("l", Arrays.asList(List.of(3, 1, 2), List.of(), null, Arrays.asList(5, null, 5)));
    }

    private static Map<String, @Nullable Object> struct(@Nullable Integer a, @Nullable String b) {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        struct.put("a", a);
        struct.put("b", b);
        return struct;
    }

    private static Series structs() {
        return Series.of("s", Arrays.asList(struct(1, "x"), null, struct(null, "y")), new String[] {"p", "q", "r"});
    }

    @Test
    void findsElements() {
        assertThat(lists().list().len().toList()).containsExactly(3L, 0L, null, 3L);
        assertThat(lists().list().get(0).toList()).containsExactly(3, null, null, 5);
        assertThat(lists().list().get(-2).toList()).containsExactly(1, null, null, null);
        assertThat(lists().list().contains(1).toList()).containsExactly(true, false, null, false);
        assertThat(lists().list().index(5).toList()).containsExactly(-1, -1, null, 0);
        assertThat(lists().list().index(null).toList()).containsExactly(-1, -1, null, 1);
    }

    @Test
    void choosesElements() {
        assertThat(lists().list().take(0, -1, 7).toList())
                .containsExactly(
                        Arrays.asList(3, 2, null), Arrays.asList(null, null, null), null, Arrays.asList(5, 5, null));
        assertThat(lists().list().unique().toList()).containsExactly(List.of(3, 1, 2), List.of(), null, List.of(5));
        assertThat(lists().list().sortValues().toList())
                .containsExactly(List.of(1, 2, 3), List.of(), null, Arrays.asList(5, 5, null));
        assertThat(lists().list().sortValuesFalling().toList())
                .containsExactly(List.of(3, 2, 1), List.of(), null, Arrays.asList(5, 5, null));
        assertThat(lists().list().reverse().toList())
                .containsExactly(List.of(2, 1, 3), List.of(), null, Arrays.asList(5, null, 5));
        assertThat(lists().list().filter(element -> element.gt(1)).toList())
                .containsExactly(List.of(3, 2), List.of(), null, List.of(5, 5));
    }

    @Test
    void computesWithElements() {
        assertThat(lists().list().sum().toList().stream().map(String::valueOf))
                .containsExactly("6", "null", "null", "10");
        assertThat(lists().list().mean().toList()).containsExactly(2.0, null, null, 5.0);
        assertThat(lists().list().min().toList()).containsExactly(1, null, null, 5);
        assertThat(lists().list().max().toList()).containsExactly(3, null, null, 5);
        assertThat(lists().list().join("-").toList()).containsExactly("3-1-2", "", null, "5-5");
        assertThat(lists().list().map(element -> element.times(2).plus(1)).toList())
                .containsExactly(List.of(7, 3, 5), List.of(), null, Arrays.asList(11, null, 11));
        assertThat(Series.of("l", List.of(List.of(List.of(1, 2), List.of(3))))
                        .list()
                        .concat()
                        .toList())
                .containsExactly(List.of(1, 2, 3));
    }

    /// Positions as Python's, beside Java's subList.
    @Test
    void slicesAsPythonDoes() {
        RandomGenerator random = new java.util.SplittableRandom(24);
        List<List<Integer>> values = new ArrayList<>();
        for (int row = 0; row < 50; row++) {
            values.add(random.ints(row % 7, 0, 9).boxed().toList());
        }
        Series lists = Series.of("l", values);
        for (int from = -8; from < 9; from++) {
            for (int to = -8; to < 9; to++) {
                List<List<Integer>> expected = new ArrayList<>();
                for (List<Integer> list : values) {
                    int first = within(from, list.size());
                    expected.add(list.subList(first, Math.max(first, within(to, list.size()))));
                }
                assertThat((List<?>) lists.list().slice(from, to).toList())
                        .as("%d to %d", from, to)
                        .isEqualTo(expected);
            }
        }
    }

    private static int within(int position, int size) {
        return Math.clamp(position < 0 ? position + size : position, 0, size);
    }

    @Test
    void takesStructsApart() {
        assertThat(structs().struct().fields()).containsExactly("a", "b");
        assertThat(structs().struct().field("b").toList()).containsExactly("x", null, "y");
        assertThat(structs().struct().field(-2).toList()).containsExactly(1, null, null);

        DataFrame parts = structs().struct().explode();
        assertThat(parts.schema().names()).containsExactly("a", "b");
        assertThat(parts.loc("r").get("b").toList()).containsExactly("y");
        assertThat(parts.get("a").toList()).containsExactly(1, null, null);
    }

    @Test
    void keepsNestedValuesThroughFrames() {
        DataFrame frame = DataFrame.of("k", new int[] {2, 1, 3, 4}, "l", lists().toList());
        assertThat(frame.sortValues("k").get("l").list().len().toList()).containsExactly(0L, 3L, null, 3L);
        assertThat(frame.filter(col("k").gt(1)).get("l").list().get(0).toList()).containsExactly(3, null, 5);
        assertThat(frame.deepCopy().get("l").toList()).isEqualTo(lists().toList());
    }

    @Test
    void refusesOtherTypes() {
        assertThatThrownBy(() -> structs().list()).hasMessageContaining("list() is about lists");
        assertThatThrownBy(() -> lists().struct()).hasMessageContaining("struct() is about structs");
        assertThatThrownBy(() -> structs().struct().field("c")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> structs().struct().field(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Series.of("s", List.of(Map.of(1, 2)))).hasMessageContaining("1 is no name");
    }
}
