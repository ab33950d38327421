package dev.sheaf.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableTextTest {

    @Test
    void namesTypesValuesAndNullsAreDrawn() {
        try (Table table =
                Table.of("region", new String[] {"north", null, "NULL", "a\nb"}, "units", new int[] {3, 5, 70, 1})) {
            assertThat(TableText.of(table)).isEqualTo("""
                    ┌────────┬───────┐
                    │ region │ units │
                    │ string │ int32 │
                    ├────────┼───────┤
                    │ north  │     3 │
                    │ NULL   │     5 │
                    │ "NULL" │    70 │
                    │ a\\nb   │     1 │
                    └────────┴───────┘
                    4 rows, 2 columns
                    """);
        }
    }

    @Test
    void ofManyRowsTheFirstAndLastAreShown() {
        try (Table table = Table.of("i", IntStream.range(0, 100).toArray())) {
            assertThat(TableText.of(table, 3).lines().map(line -> line.replaceAll("[^0-9·]", "")))
                    .containsSequence("0", "1", "·", "99")
                    .last()
                    .isEqualTo("10031");
        }
    }

    @Test
    void countsHaveCommas() {
        assertThat(footer(999)).startsWith("999 rows");
        assertThat(footer(1_000)).startsWith("1,000 rows");
        assertThat(footer(1_234_567)).startsWith("1,234,567 rows");
        assertThat(footer(0)).startsWith("0 rows, 1 column");
    }

    private static String footer(int rows) {
        try (Table table = Table.of("i", new int[rows])) {
            return TableText.of(table, 3).lines().toList().getLast();
        }
    }

    @Test
    void tablesMayComeOneByOne() {
        try (Table table = Table.of("i", new int[] {1, 2})) {
            TableText text = new TableText(table.schema(), 10);
            text.add(table);
            text.add(table);
            assertThat(text.draw(Screen.UNLIMITED)).endsWith("4 rows, 1 column\n");
            assertThatThrownBy(() -> new TableText(table.schema(), -1)).hasMessageContaining("0 or more, not -1");
        }
    }
}
