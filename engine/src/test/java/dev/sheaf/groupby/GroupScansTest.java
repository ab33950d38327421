package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.variance;
import static dev.sheaf.groupby.GroupScan.rank;
import static dev.sheaf.groupby.GroupScan.scan;
import static dev.sheaf.groupby.GroupScan.scanBefore;
import static dev.sheaf.groupby.GroupScan.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Share;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Examples; those named for libcudf are vectors of its tests.
@ExtendWith(PoolCheck.class)
class GroupScansTest {
    private static final GroupsOptions SORTED = GroupsOptions.DEFAULT.order(Order.SORTED);

    private static Table tenRows() {
        return Table.of("k", new int[] {1, 2, 3, 1, 2, 2, 1, 3, 3, 2}, "v", new int[] {5, 6, 7, 8, 9, 0, 1, 2, 3, 4});
    }

    private static Table withNulls() {
        return Table.of("k", new Integer[] {1, 2, 3, 1, 2, 2, 1, null, 3, 2, 4}, "v", new Integer[] {
            null, 1, 2, 3, 4, null, 6, 7, 8, 9, null
        });
    }

    private static List<@Nullable Object> values(Table table, GroupScan scan, RowsBy by) {
        try (Groups groups = GroupBy.on(table, "k").nullKeys(NullKeys.EXCLUDE).groups(QueryContext.create(), SORTED);
                Table result = groups.scan(by, scan.as("result"))) {
            return result.values("result");
        }
    }

    private static void grouped(Table table, GroupScan scan, @Nullable Object... expected) {
        try (table) {
            assertThat(values(table, scan, RowsBy.GROUP)).isEqualTo(Arrays.asList(expected));
        }
    }

    @Test
    void runningAggregatesOfLibcudf() {
        Table zeroToNine =
                Table.of("k", new int[] {1, 2, 3, 1, 2, 2, 1, 3, 3, 2}, "v", new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        grouped(zeroToNine, scan(sum("v")), 0L, 3L, 9L, 1L, 5L, 10L, 19L, 2L, 9L, 17L);
        grouped(tenRows(), scan(max("v")), 5, 8, 8, 6, 9, 9, 9, 7, 7, 7);
        grouped(tenRows(), scan(min("v")), 5, 5, 1, 6, 6, 0, 0, 7, 2, 2);
        grouped(tenRows(), scan(count()), 1L, 2L, 3L, 1L, 2L, 3L, 4L, 1L, 2L, 3L);
        grouped(withNulls(), scan(sum("v")), null, 3L, 9L, 1L, 5L, null, 14L, 2L, 10L, null);
        grouped(withNulls(), scan(max("v")), null, 3, 6, 1, 4, null, 9, 2, 8, null);
    }

    @Test
    void otherRunningAggregates() {
        grouped(tenRows(), scan(product("v")), 5L, 40L, 40L, 6L, 54L, 0L, 0L, 7L, 14L, 42L);
        grouped(withNulls(), scan(mean("v")), null, 3.0, 4.5, 1.0, 2.5, null, 14 / 3.0, 2.0, 5.0, null);
        grouped(tenRows(), scanBefore(sum("v")), null, 5L, 13L, null, 6L, 15L, 15L, null, 7L, 9L);
        grouped(tenRows(), scanBefore(max("v")), null, 5, 8, null, 6, 9, 9, null, 7, 7);
        grouped(tenRows(), GroupScan.cumulativeCount(), 0L, 1L, 2L, 0L, 1L, 2L, 3L, 0L, 1L, 2L);
        grouped(tenRows(), GroupScan.rowNumber(), 1L, 2L, 3L, 1L, 2L, 3L, 4L, 1L, 2L, 3L);
        grouped(tenRows(), GroupScan.groupNumber(), 0, 0, 0, 1, 1, 1, 1, 2, 2, 2);
    }

    @Test
    void rowsOfTheTableComeInItsOrderAndAreNullInNoGroup() {
        try (Table table = withNulls()) {
            assertThat(values(table, scan(count()), RowsBy.TABLE))
                    .containsExactly(1L, 1L, 1L, 2L, 2L, 3L, 3L, null, 2L, 4L, 1L);
        }
    }

    @Test
    void ranksOfLibcudf() {
        Object[][] expected = {
            {RankMethod.FIRST, 1L, 2L, 3L, 4L, 5L},
            {RankMethod.AVERAGE, 1.0, 2.0, 3.5, 3.5, 5.0},
            {RankMethod.MIN, 1L, 2L, 3L, 3L, 5L},
            {RankMethod.MAX, 1L, 2L, 4L, 4L, 5L},
            {RankMethod.DENSE, 1L, 2L, 3L, 3L, 4L}
        };
        for (Object[] each : expected) {
            Table times = Table.of("k", new int[5], "v", new int[] {15823, 15827, 15834, 15834, 15905});
            grouped(times, rank("v", (RankMethod) each[0]), Arrays.copyOfRange(each, 1, 6));
        }
    }

    @Test
    void ranksWithNullsSharesAndFallingOrder() {
        grouped(ranked(), rank("v", RankMethod.MIN), 2L, null, 1L, 2L, 1L);
        grouped(ranked(), rank("v", RankMethod.MIN).share(Share.OF_COUNT), 2 / 3.0, null, 1 / 3.0, 2 / 3.0, 1.0);
        grouped(ranked(), rank("v", RankMethod.DENSE).share(Share.OF_COUNT), 1.0, null, 0.5, 1.0, 1.0);
        grouped(ranked(), rank("v", RankMethod.FIRST).share(Share.FROM_ZERO), 0.5, null, 0.0, 1.0, 0.0);
        grouped(ranked(), rank("v", RankMethod.MAX).order(SortDirection.DESCENDING, true), 2L, null, 3L, 2L, 1L);
        SortDirection nullsFirst = new SortDirection(false, true);
        grouped(ranked(), rank("v", RankMethod.MIN).order(nullsFirst, false), 3L, 1L, 2L, 3L, 1L);
    }

    private static Table ranked() {
        return Table.of("k", new int[] {1, 1, 1, 1, 2}, "v", new Integer[] {7, null, 3, 7, 5});
    }

    @Test
    void shiftsTakeTheirFillOutsideOfTheGroupOnly() {
        grouped(withNulls(), shift("v", 1), null, null, 3, null, 1, 4, null, null, 2, null);
        grouped(withNulls(), shift("v", 1).fill(-1), -1, null, 3, -1, 1, 4, null, -1, 2, -1);
        grouped(withNulls(), shift("v", -2).fill(-1), 6, -1, -1, null, 9, -1, -1, -1, -1, -1);
        grouped(withNulls(), shift("v", 0), null, 3, 6, 1, 4, null, 9, 2, 8, null);
        Table texts = Table.of("k", new int[] {1, 1, 1}, "v", new String[] {"a", null, "ccc"});
        grouped(texts, shift("v", 1).fill("none"), "none", "a", null);
    }

    @Test
    void nullsAreReplacedInsideGroups() {
        grouped(withNulls(), GroupScan.forwardFill("v"), null, 3, 6, 1, 4, 4, 9, 2, 8, null);
        grouped(withNulls(), GroupScan.backwardFill("v"), 3, 3, 6, 1, 4, 9, 9, 2, 8, null);
        grouped(withNulls(), GroupScan.replaceNulls("v", 0), 0, 3, 6, 1, 4, 0, 9, 2, 8, 0);
        grouped(withNulls(), GroupScan.replaceNulls("v", max("v")), 6, 3, 6, 1, 4, 9, 9, 2, 8, null);
        grouped(withNulls(), GroupScan.replaceNulls("v", max("v").minus(min("v"))), 3, 3, 6, 1, 4, 8, 9, 2, 8, null);
        grouped(tenRows(), GroupScan.transform(max("v").minus(min("v"))), 7, 7, 7, 9, 9, 9, 9, 5, 5, 5);
    }

    @Test
    void changesAndMeansThatForget() {
        Table table = Table.of("k", new int[] {1, 1, 1, 2}, "v", new Double[] {2.0, 3.0, null, 5.0});
        try (table) {
            assertThat(values(table, GroupScan.diff("v", 1), RowsBy.TABLE)).containsExactly(null, 1.0, null, null);
            assertThat(values(table, GroupScan.percentChange("v", 1), RowsBy.TABLE))
                    .containsExactly(null, 0.5, null, null);
            assertThat(values(table, GroupScan.smooth("v", 0.5, true), RowsBy.TABLE))
                    .containsExactly(2.0, (3 + 0.5 * 2) / 1.5, (3 + 0.5 * 2) / 1.5, 5.0);
            assertThat(values(table, GroupScan.smooth("v", 0.5, false), RowsBy.TABLE))
                    .containsExactly(2.0, 2.5, 2.5, 5.0);
            assertThat(values(table, GroupScan.transform(max("v")), RowsBy.TABLE))
                    .containsExactly(3.0, 3.0, 3.0, 5.0);
            assertThat(values(table, GroupScan.transform(max("v")).as("k"), RowsBy.TABLE))
                    .containsExactly(3.0, 3.0, 3.0, 5.0);
        }
    }

    @Test
    void rowsOfEachGroupAreChosen() {
        try (Table table = tenRows();
                Groups groups = GroupBy.on(table, "k").groups(QueryContext.create(), SORTED)) {
            assertChosen(groups.head(2, RowsBy.GROUP), 5, 8, 6, 9, 7, 2);
            assertChosen(groups.head(2, RowsBy.TABLE), 5, 6, 7, 8, 9, 2);
            assertChosen(groups.head(-2, RowsBy.GROUP), 5, 6, 9, 7);
            assertChosen(groups.head(0, RowsBy.GROUP));
            assertChosen(groups.tail(1, RowsBy.GROUP), 1, 4, 3);
            assertChosen(groups.tail(-2, RowsBy.GROUP), 1, 0, 4, 3);
            assertChosen(groups.tail(0, RowsBy.TABLE));
            assertChosen(groups.nth(RowsBy.GROUP, 0, -1, 0, 3, -9), 5, 1, 6, 4, 7, 3);
            assertChosen(groups.sample(9, 1, RowsBy.TABLE), 5, 6, 7, 8, 9, 0, 1, 2, 3, 4);
            try (Table once = groups.sample(2, 7, RowsBy.GROUP);
                    Table again = groups.sample(2, 7, RowsBy.GROUP)) {
                assertThat(once.ints("k")).containsExactly(1, 1, 2, 2, 3, 3);
                assertThat(again.ints("v")).isEqualTo(once.ints("v"));
            }
            assertThatThrownBy(() -> groups.sample(-1, 7, RowsBy.GROUP)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static void assertChosen(Table chosen, int... expected) {
        try (chosen) {
            assertThat(chosen.ints("v")).containsExactly(expected);
        }
    }

    @Test
    void whatCannotBeScannedSaysSo() {
        assertThatThrownBy(() -> scan(sum("v").plus(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a scan takes sum, count");
        try (Table texts = Table.of("k", new int[] {1}, "v", new String[] {"a"});
                Groups groups = GroupBy.on(texts, "k").groups()) {
            assertThatThrownBy(() -> groups.scan(RowsBy.GROUP, scan(sum("v"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("string cannot be scanned");
        }
        try (Table large = Table.of("k", new int[2], "v", new long[] {Long.MAX_VALUE, 1});
                Groups groups = GroupBy.on(large, "k").groups()) {
            assertThatThrownBy(() -> groups.scan(RowsBy.GROUP, scan(sum("v"))))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("9223372036854775808");
        }
    }

    /// The mean so far is repeated also when the newest value has all the weight.
    @Test
    void smoothingRepeatsTheMeanHoweverLittleWeightItHasLeft() {
        Double[] v = new Double[1203];
        v[0] = 5.0;
        v[1201] = Double.POSITIVE_INFINITY;
        v[1202] = 3.0;
        try (Table table = Table.of("k", new int[v.length], "v", v)) {
            for (double alpha : new double[] {1, 0.5}) {
                for (boolean adjusted : new boolean[] {true, false}) {
                    List<@Nullable Object> means = values(table, GroupScan.smooth("v", alpha, adjusted), RowsBy.TABLE);
                    assertThat(means.subList(0, 1201)).containsOnly(5.0);
                    assertThat(means.getLast()).isEqualTo(alpha == 1 ? 3.0 : Double.POSITIVE_INFINITY);
                }
            }
        }
    }

    @Test
    void variancesOfValuesWhoseSquaresAreNoDoubles() {
        try (Table table =
                Table.of("k", new int[4], "v", new double[] {1e200, 1e200, 1e200, Double.POSITIVE_INFINITY})) {
            assertThat(values(table, scan(variance("v")), RowsBy.TABLE)).containsExactly(null, 0.0, 0.0, Double.NaN);
        }
    }
}
