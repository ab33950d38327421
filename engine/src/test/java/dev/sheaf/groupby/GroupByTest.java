package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Tables;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupByTest {
    private static Table sales() {
        return Table.of(
                "region", new String[] {"north", "south", null, "north"},
                "units", new int[] {3, 5, 7, 4},
                "price", new double[] {2.0, 1.0, 9.0, 4.0});
    }

    @Test
    void rowsOfARegionAreSummed() {
        try (Table sales = sales();
                Table totals = GroupBy.on(sales, "region")
                        .nullKeys(NullKeys.EXCLUDE)
                        .order(Order.SORTED)
                        .aggregate(sum("units").as("units"), mean("price"), count().as("sales"))) {
            assertThat(totals.schema().names()).containsExactly("region", "units", "mean(price)", "sales");
            assertThat(totals.strings("region")).containsExactly("north", "south");
            assertThat(totals.longs("units")).containsExactly(7, 5);
            assertThat(totals.doubles("mean(price)")).containsExactly(3.0, 1.0);
            assertThat(totals.longs("sales")).containsExactly(2, 1);
        }
    }

    @Test
    void nullKeysAreGroupsUnlessLeftOut() {
        try (Table sales = sales();
                Table totals = GroupBy.on(sales, "region")
                        .order(Order.FIRST_APPEARANCE)
                        .aggregate(max("units").as("most"))) {
            assertThat(totals.strings("region")).containsExactly("north", "south", null);
            assertThat(totals.ints("most")).containsExactly(4, 5, 7);
        }
    }

    @Test
    void keysConditionsAndArgumentsMayBeExpressions() {
        try (Table sales = sales();
                Table totals = GroupBy.on(sales)
                        .by(col("units").mod(2).as("odd"))
                        .where(col("price").lt(5))
                        .order(Order.SORTED)
                        .aggregate(sum(col("units").times(col("price"))).as("revenue"))) {
            assertThat(totals.doubles("revenue")).containsExactly(16.0, 11.0);
        }
    }

    @Test
    void columnsThatTheFilterAloneReadsDoNotMixWithOthers() {
        Tables.Rows rows = Tables.of("day:int32", "text:string", "k:int32", "v:int64");
        for (int i = 0; i < 5_000; i++) {
            rows.row(i % 50, "t" + i % 7, i % 3, (long) i);
        }
        Expr some = col("day").lt(lit(2)).and(col("text").eq(lit("t3")));
        try (MemoryPool pool = MemoryPool.create();
                Table table = rows.build(pool);
                Table totals = GroupBy.on(table, "k")
                        .where(some)
                        .order(Order.SORTED)
                        .aggregate(
                                sum("v").as("s"), max(col("v").plus(col("k"))).as("m"))) {
            long[] sums = new long[3];
            long[] most = new long[3];
            for (int i = 0; i < 5_000; i++) {
                if (i % 50 < 2 && i % 7 == 3) {
                    sums[i % 3] += i;
                    most[i % 3] = (long) i + i % 3;
                }
            }
            assertThat(totals.longs("s")).containsExactly(sums);
            assertThat(totals.longs("m")).containsExactly(most);
        }
    }

    @Test
    void groupsAreChosenAndComputedWithAfterTheirAggregatesAreKnown() {
        try (Table sales = sales();
                Table rest = GroupBy.on(sales, "region")
                        .order(Order.SORTED)
                        .having(col("sales").gt(1))
                        .select(lit(100).minus(col("units")).as("left"), col("region"))
                        .aggregate(sum("units").as("units"), count().as("sales"))) {
            assertThat(rest.schema().names()).containsExactly("left", "region");
            try (Table all = GroupBy.on(sales, "region")
                    .order(Order.SORTED)
                    .aggregate(sum("units").as("units"), count().as("sales"))) {
                long[] expected = IntStream.range(0, (int) all.rowCount())
                        .filter(group -> all.longs("sales")[group] > 1)
                        .mapToLong(group -> 100 - all.longs("units")[group])
                        .toArray();
                assertThat(rest.longs("left")).containsExactly(expected);
            }
        }
    }

    @Test
    void expressionsOverAggregatesAreTakenApart() {
        try (Table sales = sales();
                Table plain = GroupBy.on(sales, "region")
                        .order(Order.SORTED)
                        .aggregate(sum("units").as("units"), count().as("sales"));
                Table computed = GroupBy.on(sales, "region")
                        .order(Order.SORTED)
                        .having(col("units").gt(0))
                        .aggregate(
                                sum("units").as("units"),
                                sum("units").plus(count().times(2)).as("more"),
                                col("region").eq("north").as("isNorth"))) {
            assertThat(computed.schema().names()).containsExactly("region", "units", "more", "isNorth");
            assertThat(computed.rowCount()).isEqualTo(plain.rowCount());
            for (int group = 0; group < plain.rowCount(); group++) {
                assertThat(computed.longs("more")[group])
                        .isEqualTo(plain.longs("units")[group] + 2 * plain.longs("sales")[group]);
            }
            assertThat(GroupBy.on(sales, "region").explain(sum("units").dividedBy(count())))
                    .startsWith("select region, ");
            assertThatThrownBy(() -> GroupBy.on(sales, "region")
                            .select(col("x"))
                            .aggregate(sum("units").plus(1).as("x")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("select(...) computes of aggregations");
        }
    }

    @Test
    void outputsOfUnknownColumnsAreRefused() {
        try (Table sales = sales()) {
            GroupBy wrong = GroupBy.on(sales, "region").select(col("unitz"));
            assertThatThrownBy(() -> wrong.aggregate(sum("units").as("units")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Did you mean \"units\"?");
        }
    }

    @Test
    void withoutKeysAllRowsAreOneGroup() {
        try (Table sales = sales();
                Table totals = GroupBy.on(sales).aggregate(count().as("sales"))) {
            assertThat(totals.longs("sales")).containsExactly(4);
        }
    }

    @Test
    void aMistypedColumnIsNamed() {
        try (Table sales = sales()) {
            assertThatThrownBy(() -> GroupBy.on(sales, "regoin"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Did you mean \"region\"?");
            GroupBy byRegion = GroupBy.on(sales, "region");
            assertThatThrownBy(() -> byRegion.aggregate(sum("unit")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Did you mean \"units\"?");
        }
    }

    @Test
    void explainSaysWhatIsReadAndHowItIsGrouped() {
        try (Table sales = sales()) {
            assertThat(GroupBy.on(sales, "region")
                            .nullKeys(NullKeys.EXCLUDE)
                            .where(col("price").lt(5))
                            .having(col("units").gt(5))
                            .explain(sum("units").as("units")))
                    .startsWith("having (units > 5)\ngroup by region: sum(units) as units\n   where (price < 5)\n")
                    .contains("   without null keys\n")
                    .contains("   cpu: ")
                    .contains(", because ")
                    .endsWith("   columns region, units, price\n");
        }
    }
}
