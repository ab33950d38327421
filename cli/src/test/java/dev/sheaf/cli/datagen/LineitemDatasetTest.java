package dev.sheaf.cli.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.column.DataType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LineitemDatasetTest {
    private static final int ROWS = 30_000;
    private static final Scanned TABLE = Scanned.of(new LineitemDataset(ROWS, 1, false));

    @Test
    void theSameSeedGivesTheSameRows() {
        assertThat(Scanned.of(new LineitemDataset(1_000, 1, false)).columns().hashCode())
                .isEqualTo(Scanned.of(new LineitemDataset(1_000, 1, true))
                        .columns()
                        .hashCode())
                .isNotEqualTo(Scanned.of(new LineitemDataset(1_000, 2, false))
                        .columns()
                        .hashCode());
        assertThat(TABLE.column("l_orderkey").subList(0, 8)).containsExactly(1L, 1L, 1L, 1L, 2L, 2L, 2L, 2L);
        assertThat(Scanned.copied(new LineitemDataset(ROWS, 1, true), 3)).isEqualTo(TABLE);
    }

    @Test
    void everySevenOrdersHaveOneToSevenLines() {
        List<Long> linesOfOrders = TABLE.column("l_orderkey").subList(0, 28).stream()
                .collect(java.util.stream.Collectors.groupingBy(key -> key, java.util.stream.Collectors.counting()))
                .values()
                .stream()
                .sorted()
                .toList();

        assertThat(linesOfOrders).isEqualTo(LongStream.rangeClosed(1, 7).boxed().toList());
        assertThat(TABLE.distinct("l_orderkey")).isBetween(ROWS / 4L, ROWS / 4L + 4);
    }

    @Test
    void linesAreNumberedWithinTheirOrder() {
        assertThat(IntStream.range(1, ROWS)).allMatch(row -> {
            boolean sameOrder = TABLE.column("l_orderkey")
                    .get(row)
                    .equals(TABLE.column("l_orderkey").get(row - 1));
            int before = (int) TABLE.column("l_linenumber").get(row - 1);
            return (int) TABLE.column("l_linenumber").get(row) == (sameOrder ? before + 1 : 1);
        });
    }

    @Test
    void numbersHaveTheirRanges() {
        assertThat(TABLE.distinct("l_quantity")).isEqualTo(50);
        assertThat(TABLE.mean("l_quantity")).isCloseTo(25.5, within(0.3));
        assertThat(TABLE.distinct("l_discount")).isEqualTo(11);
        assertThat(TABLE.distinct("l_tax")).isEqualTo(9);
        assertThat(TABLE.column("l_discount")).contains(new BigDecimal("0.00"), new BigDecimal("0.10"));
        assertThat(new LineitemDataset(1, 1, false).schema().type("l_extendedprice"))
                .isEqualTo(DataType.decimal(15, 2));
        assertThat(TABLE.mean("l_extendedprice")).isCloseTo(36_000, within(3_000.0));
    }

    @Test
    void flagAndStatusFollowFromTheDates() {
        LocalDate current = LocalDate.of(1995, 6, 17);

        assertThat(IntStream.range(0, ROWS)).allMatch(row -> {
            LocalDate shipped = (LocalDate) TABLE.column("l_shipdate").get(row);
            LocalDate received = (LocalDate) TABLE.column("l_receiptdate").get(row);
            return TABLE.column("l_linestatus").get(row).equals(shipped.isAfter(current) ? "O" : "F")
                    && TABLE.column("l_returnflag").get(row).equals("N") == received.isAfter(current)
                    && received.isAfter(shipped);
        });
        assertThat(TABLE.distinct("l_returnflag")).isEqualTo(3);
    }

    @Test
    void textsHaveTheirNumbersAndSizes() {
        assertThat(TABLE.distinct("l_shipinstruct")).isEqualTo(4);
        assertThat(TABLE.distinct("l_shipmode")).isEqualTo(7);
        assertThat(TABLE.column("l_comment")).allMatch(text -> ((String) text).matches("[a-z ]{10,43}"));
        assertThat(TABLE.distinct("l_comment")).isGreaterThan(ROWS * 99 / 100);
    }

    @Test
    void negativeRowsAreRefused() {
        assertThatThrownBy(() -> new LineitemDataset(-1, 1, false)).hasMessage("lines need rows >= 0, not -1");
    }
}
