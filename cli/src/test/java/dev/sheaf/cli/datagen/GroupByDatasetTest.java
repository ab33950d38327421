package dev.sheaf.cli.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupByDatasetTest {
    private static final int ROWS = 200_000;
    private static final int GROUPS = 100;
    private static final List<String> KEYS = List.of("id1", "id2", "id3", "id4", "id5", "id6");
    private static final Scanned TABLE = Scanned.of(GroupByDataset.of(ROWS, GROUPS, 108));

    @Test
    void keysHaveAsManyValuesAsTheBenchmarkSays() {
        assertThat(List.of("id1", "id2", "id4", "id5")).allMatch(name -> TABLE.distinct(name) == GROUPS);
        assertThat(List.of("id3", "id6")).allMatch(name -> TABLE.distinct(name) == ROWS / GROUPS);
    }

    @Test
    void textsArePaddedToThreeAndTenDigits() {
        assertThat(TABLE.column("id1")).allMatch(text -> ((String) text).matches("id\\d{3}"));
        assertThat(TABLE.column("id1")).contains("id001", "id100");
        assertThat(TABLE.column("id3")).allMatch(text -> ((String) text).matches("id\\d{10}"));
        assertThat(TABLE.column("id3")).contains("id0000000001", "id0000002000");
        assertThat(Scanned.of(GroupByDataset.of(5_000, 1_000, 1)).column("id1")).contains("id999", "id1000");
    }

    @Test
    void valuesHaveTheirRanges() {
        assertThat(TABLE.column("v1")).contains(1, 5).allMatch(value -> (int) value >= 1 && (int) value <= 5);
        assertThat(TABLE.column("v2")).contains(1, 15).allMatch(value -> (int) value >= 1 && (int) value <= 15);
        assertThat(TABLE.column("v3")).allMatch(value -> (double) value >= 0 && (double) value <= 100);
        assertThat(TABLE.mean("v1")).isCloseTo(3, within(0.02));
        assertThat(TABLE.mean("v2")).isCloseTo(8, within(0.05));
        assertThat(TABLE.mean("v3")).isCloseTo(50, within(0.3));
    }

    @Test
    void v3HasAtMostSixDecimals() {
        assertThat(TABLE.column("v3")).allMatch(value -> new java.math.BigDecimal(value.toString()).scale() <= 6);
    }

    @Test
    void threadsBatchesAndEncodingsDoNotChangeAValue() {
        assertThat(Scanned.copied(GroupByDataset.of(ROWS, GROUPS, 108), 3)).isEqualTo(TABLE);
        assertThat(Scanned.of(new GroupByDataset(ROWS, GROUPS, 0, false, 0, 108, true)))
                .isEqualTo(TABLE);
    }

    @Test
    void nullsTakeWholeKeysAndSingleValues() {
        Scanned table = Scanned.of(new GroupByDataset(ROWS, GROUPS, 5, false, 0, 108, false));

        assertThat(List.of("id1", "id2", "id4", "id5")).allMatch(name -> table.distinct(name) == 96);
        assertThat(List.of("id3", "id6")).allMatch(name -> table.distinct(name) == 1901);
        assertThat(List.of("v1", "v2", "v3")).allMatch(name -> Math.abs(table.nulls(name) - 10_000) < 500);
    }

    @Test
    void sortedRowsAreInTheOrderOfAllKeysNullsFirst() {
        Scanned table = Scanned.of(new GroupByDataset(ROWS, GROUPS, 5, true, 0, 108, false));

        assertThat(rows(table)).isSortedAccordingTo(Comparator.comparing(GroupByDatasetTest::text));
        assertThat(table.column("id1").getFirst()).isNull();
        assertThat(KEYS).allMatch(name -> table.distinct(name) == (name.matches("id[36]") ? 1901 : 96));
    }

    @Test
    void sortedRowsOfFewGroupsAreInOrderToo() {
        Scanned table = Scanned.of(new GroupByDataset(5_000, 2, 0, true, 1.5, 1, false));

        assertThat(rows(table)).isSortedAccordingTo(Comparator.comparing(GroupByDatasetTest::text));
    }

    @Test
    void sortedTablesAreTheSameEveryTime() {
        GroupByDataset sorted = new GroupByDataset(ROWS, GROUPS, 0, true, 0, 108, false);

        assertThat(Scanned.copied(sorted, 2)).isEqualTo(Scanned.of(sorted));
    }

    @Test
    void zipfFollowsItsLaw() {
        Scanned table = Scanned.of(new GroupByDataset(ROWS, GROUPS, 0, false, 1, 108, false), List.of("id4"));
        long[] counts = new long[GROUPS + 1];
        table.column("id4").forEach(key -> counts[(int) key]++);

        double harmonic =
                IntStream.rangeClosed(1, GROUPS).mapToDouble(rank -> 1.0 / rank).sum();
        for (int rank : new int[] {1, 2, 3, 10, 50}) {
            double expected = ROWS / harmonic / rank;
            assertThat((double) counts[rank]).isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }

    @Test
    void requestsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> GroupByDataset.of(10, 11, 1)).hasMessageContaining("11 groups");
        assertThatThrownBy(() -> GroupByDataset.of(10, 0, 1)).hasMessageContaining("0 groups");
        assertThatThrownBy(() -> new GroupByDataset(10, 1, 101, false, 0, 1, false))
                .hasMessageContaining("0 to 100");
        assertThatThrownBy(() -> new GroupByDataset(10_000, 1_000, 0, true, 0, 1, false))
                .hasMessageContaining("999 groups");
    }

    private static List<List<@Nullable Object>> rows(Scanned table) {
        return IntStream.range(0, table.column("id1").size())
                .mapToObj(row -> {
                    List<@Nullable Object> keys = new ArrayList<>();
                    KEYS.forEach(name -> keys.add(table.column(name).get(row)));
                    return keys;
                })
                .toList();
    }

    /// Keys as one text of fixed widths in which nulls come first.
    private static String text(List<@Nullable Object> keys) {
        StringBuilder text = new StringBuilder();
        for (Object key : keys) {
            text.append(key instanceof Integer number ? "%10d".formatted(number) : key == null ? "          " : key);
        }
        return text.toString();
    }
}
