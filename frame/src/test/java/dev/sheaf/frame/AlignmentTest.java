package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Function;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Arithmetic of series whose labels differ, against sums of maps.
class AlignmentTest {
    @Test
    void sumsMeetByLabel() {
        RandomCases.run(2_000, random -> {
            Map<Long, @Nullable Long> a = new TreeMap<>();
            Map<Long, @Nullable Long> b = new TreeMap<>();
            Series sum = series(a, random).plus(series(b, random));

            TreeSet<Long> labels = new TreeSet<>(a.keySet());
            labels.addAll(b.keySet());
            List<@Nullable Object> expected = new ArrayList<>();
            for (Long label : labels) {
                Long left = a.get(label);
                Long right = b.get(label);
                expected.add(left == null || right == null ? null : (Object) (left + right));
            }
            assertThat(sum.sortIndex().toList()).isEqualTo(expected);
            assertThat(DataFrameTest.labels(sum.sortIndex().toFrame())).isEqualTo(List.copyOf(labels));
        });
    }

    /// A slice of a range, or labels in any order; what it holds goes into `model`, too.
    private static Series series(Map<Long, @Nullable Long> model, SplittableRandom random) {
        int rows = random.nextInt(1, 40);
        if (random.nextInt(3) == 0) {
            long start = random.nextInt(10);
            long[] values = random.longs(rows + start, -100, 100).toArray();
            LongStream.range(start, rows + start).forEach(label -> model.put(label, values[(int) label]));
            Series part = Series.of("v", values).slice(start, rows);
            assertThat(part.index()).isInstanceOf(RangeIndex.class);
            return part;
        }
        List<@Nullable Long> values = new ArrayList<>();
        List<Long> labels = new ArrayList<>();
        while (labels.size() < rows) {
            long label = random.nextInt(50);
            if (!model.containsKey(label)) {
                Long value = random.nextInt(4) == 0 ? null : (Long) random.nextLong(-100, 100);
                model.put(label, value);
                labels.add(label);
                values.add(value);
            }
        }
        return Series.of("v", values.toArray(Long[]::new), labels.toArray(Long[]::new));
    }

    /// A label that stands for two values says nothing of which is meant.
    @Test
    void valuesThatRepeatALabelAreRefused() {
        DataFrame frame = DataFrame.of("k", new String[] {"a", "b"}, "v", new int[] {1, 2})
                .setIndex("k");
        String[] labels = {"a", "a", "b"};
        Series mask = Series.of("m", new boolean[] {true, true, false}, labels);

        assertThatThrownBy(() -> frame.filter(mask))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the 3 values of [m] do not match 2 rows by label: labels repeat");
        assertThatThrownBy(() -> frame.put("c", Series.of("c", new int[] {1, 2, 3}, labels)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("labels repeat");
        assertThat(frame.columnCount()).isEqualTo(1);
        // The same labels in the same order need no choice.
        DataFrame same = DataFrame.of("k", labels, "v", new int[] {1, 2, 3}).setIndex("k");
        assertThat(same.filter(mask).get("v").ints()).containsExactly(1, 2);
    }

    @Test
    void columnsThatOneFrameLacksGiveNullOfAnyType() {
        DataFrame one = DataFrame.of("s", new String[] {"x"}, "v", new int[] {1});
        DataFrame other = DataFrame.of("v", new int[] {1});

        DataFrame same = one.combine(Function.EQUAL, other);
        assertThat(same.get("s").toList()).containsExactly((Object) null);
        assertThat(same.get("v").toList()).containsExactly(true);
        assertThat(other.combine(Function.EQUAL, one).get("s").isNull().toList())
                .containsExactly(true);
    }

    @Test
    void aColumnMayBeCalledLikeTheMask() {
        DataFrame frame = DataFrame.of("#mask", new int[] {1, 2}, "#index 0", new int[] {3, 4});

        DataFrame found = frame.filter(Series.of("m", new boolean[] {false, true}));
        assertThat(found.get("#mask").ints()).containsExactly(2);
        assertThat(found.get("#index 0").ints()).containsExactly(4);
        assertThat(found.index().label(0)).isEqualTo(1L);
    }
}
