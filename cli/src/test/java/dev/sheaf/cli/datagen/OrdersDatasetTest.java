package dev.sheaf.cli.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OrdersDatasetTest {
    private static final int ROWS = 200_000;
    private static final Scanned ORDERS = Scanned.of(OrdersDataset.of(ROWS, 1));

    @Test
    void theFirstRowsOfSeedOneStayWhatTheyAre() {
        Scanned first = Scanned.of(OrdersDataset.of(4, 1));

        assertThat(first.column("o_orderkey")).containsExactly(1L, 2L, 3L, 4L);
        assertThat(first.column("o_orderstatus")).containsExactly("F", "O", "O", "F");
        assertThat(first.column("o_totalprice")).containsExactly(80447.13, 100514.76, 154701.96, 251442.21);
        assertThat(first.column("o_clerk")).containsOnly("Clerk#000000001");
    }

    @Test
    void threadsBatchesAndProjectionsDoNotChangeAValue() {
        assertThat(Scanned.copied(OrdersDataset.of(ROWS, 1), 3)).isEqualTo(ORDERS);
        assertThat(Scanned.of(OrdersDataset.of(ROWS, 1), List.of("o_totalprice", "o_custkey"))
                        .column("o_totalprice"))
                .isEqualTo(ORDERS.column("o_totalprice"));
    }

    @Test
    void dictionariesHoldTheSameTexts() {
        assertThat(Scanned.of(new OrdersDataset(ROWS, 1, 0, true))).isEqualTo(ORDERS);
    }

    @Test
    void anotherSeedGivesOtherValues() {
        assertThat(Scanned.of(OrdersDataset.of(ROWS, 2)).column("o_totalprice"))
                .isNotEqualTo(ORDERS.column("o_totalprice"));
    }

    @Test
    void orderKeysRiseAndUseEightOfEveryThirtyTwoNumbers() {
        List<Long> keys =
                ORDERS.column("o_orderkey").stream().map(Long.class::cast).toList();

        assertThat(keys).isSorted().doesNotHaveDuplicates().allMatch(key -> key % 32 < 8);
        assertThat(keys.subList(0, 9)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 32L, 33L);
    }

    @Test
    void aThirdOfTheCustomersNeverOrder() {
        assertThat(ORDERS.column("o_custkey")).allMatch(key -> (long) key % 3 != 0 && (long) key <= ROWS / 10);
        assertThat(ORDERS.distinct("o_custkey")).isCloseTo(ROWS / 10 * 2 / 3, within(10L));
    }

    @Test
    void statusesHaveTheSharesOfTpch() {
        Map<Object, Long> counts = ORDERS.column("o_orderstatus").stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

        assertThat(counts).containsOnlyKeys("F", "O", "P");
        assertThat(counts.get("F") / (double) ROWS).isCloseTo(0.486, within(0.01));
        assertThat(counts.get("O") / (double) ROWS).isCloseTo(0.488, within(0.01));
        assertThat(counts.get("P") / (double) ROWS).isCloseTo(0.026, within(0.005));
    }

    @Test
    void statusFollowsFromTheDate() {
        LocalDate shipped = LocalDate.of(1995, 2, 16);
        LocalDate current = LocalDate.of(1995, 6, 17);
        Set<Object> early = new HashSet<>();
        Set<Object> late = new HashSet<>();
        for (int row = 0; row < ROWS; row++) {
            LocalDate date = (LocalDate) ORDERS.column("o_orderdate").get(row);
            if (!date.isAfter(shipped)) {
                early.add(ORDERS.column("o_orderstatus").get(row));
            } else if (!date.isBefore(current)) {
                late.add(ORDERS.column("o_orderstatus").get(row));
            }
        }
        assertThat(early).containsExactly("F");
        assertThat(late).containsExactly("O");
    }

    @Test
    void pricesAreWholeCentsWithTheMeanOfTpch() {
        assertThat(ORDERS.column("o_totalprice")).allMatch(price -> {
            double cents = (double) price * 100;
            return (double) price > 800 && (double) price < 600_000 && Math.abs(cents - Math.rint(cents)) < 1e-6;
        });
        assertThat(ORDERS.mean("o_totalprice")).isCloseTo(151_000, within(2_000.0));
    }

    @Test
    void datesCoverTheWholeRange() {
        List<LocalDate> dates = ORDERS.column("o_orderdate").stream()
                .map(LocalDate.class::cast)
                .sorted()
                .toList();

        assertThat(dates.getFirst()).isEqualTo("1992-01-01");
        assertThat(dates.getLast()).isEqualTo("1998-08-02");
    }

    @Test
    void prioritiesAndClerksAreUniform() {
        assertThat(ORDERS.distinct("o_orderpriority")).isEqualTo(5);
        assertThat(ORDERS.distinct("o_clerk")).isEqualTo(ROWS / 1500);
        assertThat(ORDERS.column("o_shippriority")).containsOnly(0);
    }

    @Test
    void zipfMakesOneCustomerHot() {
        Scanned skewed = Scanned.of(new OrdersDataset(ROWS, 1, 1.1, false), List.of("o_custkey"));

        long ofTheFirst = skewed.column("o_custkey").stream()
                .filter(key -> (long) key == 1)
                .count();
        assertThat(ofTheFirst / (double) ROWS).isCloseTo(0.144, within(0.01));
    }

    @Test
    void noRowsAreFineAndFewerAreRefused() {
        assertThat(Scanned.of(OrdersDataset.of(0, 1)).column("o_orderkey")).isEmpty();
        assertThatThrownBy(() -> OrdersDataset.of(-1, 1)).hasMessageContaining("rows >= 0");
    }
}
