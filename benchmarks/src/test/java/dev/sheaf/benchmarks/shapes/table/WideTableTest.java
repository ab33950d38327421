package dev.sheaf.benchmarks.shapes.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cli.datagen.Draws;
import dev.sheaf.cli.datagen.Numbers;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WideTableTest {
    private static final Draws DRAWS = Draws.of(1, "test");

    @Test
    void aSeedGivesTheSameRowsEachTime() {
        WideTable first = WideTable.of(7, 500).getFirst();
        WideTable again = WideTable.of(7, 500).getFirst();

        try (Table rows = LazyFrame.scan(first.dataset()).collect();
                Table sameRows = LazyFrame.scan(again.dataset()).collect()) {
            assertThat(again.columns()).isEqualTo(first.columns());
            assertThat(sameRows.rows().map(Object::toString).toList())
                    .hasSize(500)
                    .isEqualTo(rows.rows().map(Object::toString).toList());
        }
        assertThat(WideTable.of(8, 500)).doesNotHaveSameHashCodeAs(WideTable.of(7, 500));
    }

    @Test
    void moreRowsKeepTheColumnsAndAllowMoreValues() {
        List<WideColumn> few = WideTable.of(3, 1_000).getFirst().columns();
        List<WideColumn> many = WideTable.of(3, 1_000_000).getFirst().columns();

        assertThat(many)
                .extracting(WideColumn::name)
                .isEqualTo(few.stream().map(WideColumn::name).toList());
        assertThat(many)
                .extracting(WideColumn::distribution)
                .isEqualTo(few.stream().map(WideColumn::distribution).toList());
        for (int i = 0; i < few.size(); i++) {
            assertThat(many.get(i).values()).isGreaterThanOrEqualTo(few.get(i).values());
        }
    }

    @Test
    void everyTableHasAColumnOfEveryClass() {
        for (WideTable table : WideTable.of(5, 100)) {
            assertThat(ColumnClass.values())
                    .allSatisfy(columnClass -> assertThat(table.of(columnClass)).isNotEmpty());
        }
    }

    @Test
    void sortedValuesRiseFromTheFirstToTheLast() {
        assertThat(numbers(new Distribution.Sorted(), 3, 9)).containsExactly(0L, 0L, 0L, 1L, 1L, 1L, 2L, 2L, 2L);
    }

    @Test
    void clusteredRowsHaveFewValuesABlockAndAllTogether() {
        List<Long> all = numbers(new Distribution.Clustered(), 1_000, 100_000);

        assertThat(all.subList(0, 4096).stream().distinct().count()).isLessThanOrEqualTo(40);
        assertThat(all.stream().distinct().count()).isGreaterThan(900);
        assertThat(all).allSatisfy(number -> assertThat(number).isBetween(0L, 999L));
    }

    @Test
    void zipfMakesTheFirstValueTheMostFrequent() {
        List<Long> all = numbers(new Distribution.Zipf(1.2), 100, 10_000);

        assertThat(all.stream().filter(number -> number == 0).count())
                .isGreaterThan(2 * all.stream().filter(number -> number == 2).count());
    }

    private static List<Long> numbers(Distribution distribution, long values, long rows) {
        Numbers numbers = distribution.over(values, rows, DRAWS);
        return LongStream.range(0, rows).mapToObj(numbers::at).toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = ColumnClass.class,
            names = {"CODE", "NAME", "HEX", "URL", "DICTIONARY"})
    void distinctNumbersAreDistinctTexts(ColumnClass columnClass) {
        WideColumn column = column(columnClass, 4_096);

        assertThat(LongStream.range(0, 4_096).mapToObj(column::text)).doesNotHaveDuplicates();
    }

    @Test
    void constantsAreWrittenAsSqlReadsThem() {
        assertThat(column(ColumnClass.DATE, 10).literal(1)).isEqualTo("DATE '1990-01-02'");
        assertThat(column(ColumnClass.TIMESTAMP, 10).literal(61)).isEqualTo("TIMESTAMP '2000-01-01 00:01:01'");
        assertThat(column(ColumnClass.DECIMAL, 10).literal(1)).isEqualTo("1.12");
        assertThat(column(ColumnClass.FLOAT, 10).literal(0)).isEqualTo("0.01e0");
        assertThat(column(ColumnClass.NAME, 500).literal(16L + 24 * 16)).isEqualTo("'محمد O''Neill'");
        assertThat(column(ColumnClass.DENSE, 100).threshold(0.5)).isEqualTo("51");
    }

    private static WideColumn column(ColumnClass columnClass, long values) {
        return new WideColumn("c", columnClass, 0, values, 0, new Distribution.Uniform(), false, 1);
    }
}
