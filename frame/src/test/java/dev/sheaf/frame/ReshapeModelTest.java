package dev.sheaf.frame;

import static dev.sheaf.frame.DataFrameTest.labels;
import static dev.sheaf.frame.DataFrameTest.names;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.expr.Expressions;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Pivots of random rows against maps of maps, and there and back again.
class ReshapeModelTest {
    private static final int MOST_ROWS = 30;

    @Test
    void pivotsAnswerAsMapsOfMaps() {
        RandomCases.run(1_000, random -> {
            int rows = random.nextInt(MOST_ROWS);
            Integer[] keys = integers(rows, 5, random);
            Integer[] columns = integers(rows, 4, random);
            Integer[] values = integers(rows, 100, random);
            TreeMap<Integer, TreeMap<Integer, Long>> sums = new TreeMap<>();
            TreeSet<Integer> seen = new TreeSet<>();
            for (int i = 0; i < rows; i++) {
                if (keys[i] != null && columns[i] != null) {
                    seen.add(columns[i]);
                    sums.computeIfAbsent(keys[i], _ -> new TreeMap<>());
                    if (values[i] != null) {
                        sums.get(keys[i]).merge(columns[i], (long) values[i], Long::sum);
                    }
                }
            }
            DataFrame table =
                    DataFrame.of("k", keys, "c", columns, "v", values).pivotTable("k", "c", "v", Expressions::sum);
            assertThat(labels(table)).isEqualTo(List.copyOf(sums.keySet()));
            assertThat(names(table))
                    .isEqualTo(seen.stream().map(String::valueOf).toList());
            seen.forEach(column -> assertThat(table.get(String.valueOf(column)).toList())
                    .isEqualTo(
                            sums.values().stream().map(row -> row.get(column)).toList()));
        });
    }

    private static Integer[] integers(int rows, int bound, SplittableRandom random) {
        @Nullable Integer[] values = new Integer[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = random.nextInt(6) == 0 ? null : random.nextInt(bound);
        }
        return values;
    }

    @Test
    void stackedFramesComeBack() {
        RandomCases.run(500, random -> {
            int rows = random.nextInt(1, MOST_ROWS);
            int width = random.nextInt(1, 5);
            List<Object> columns = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                columns.add("c" + i);
                columns.add(integers(rows, 9, random));
            }
            DataFrame frame = DataFrame.of(columns.toArray());

            DataFrame back = frame.stack().unstack();
            assertThat(labels(back)).isEqualTo(labels(frame));
            DataFrameTest.assertSame(back, frame);
            DataFrameTest.assertSame(frame.transpose().transpose(), frame);
            assertThat(frame.melt().get("value").toList())
                    .isEqualTo(names(frame).stream()
                            .flatMap(name -> frame.get(name).toList().stream())
                            .toList());
        });
    }
}
