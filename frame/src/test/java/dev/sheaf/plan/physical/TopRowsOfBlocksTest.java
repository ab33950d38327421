package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.SortKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Blocks of a table that are left out because first rows, or the rows of a join, cannot lie there change no
/// answer.
@ExtendWith(PoolCheck.class)
class TopRowsOfBlocksTest {
    /// More than a search takes before it has a last row.
    private static final int ROWS = 20_000;

    private static Table table(SplittableRandom random) {
        int distinct = random.nextInt(1, random.nextBoolean() ? 5 : ROWS);
        int nulls = random.nextInt(3);
        int kind = random.nextInt(3);
        Long[] keys = new Long[ROWS];
        String[] texts = new String[ROWS];
        for (int row = 0; row < ROWS; row++) {
            long value = value(random, kind, row, distinct);
            keys[row] = random.nextInt(10) < nulls ? null : value;
            texts[row] = "text " + random.nextInt(distinct);
        }
        int[] numbers = IntStream.range(0, ROWS).toArray();
        return Table.of("key", keys, "text", texts, "row", numbers);
    }

    /// Values that rise, values in any order, or some few among equal ones, whose blocks then come before
    /// others.
    private static long value(SplittableRandom random, int kind, int row, int distinct) {
        return switch (kind) {
            case 0 -> (long) row * distinct / ROWS;
            case 1 -> random.nextInt(distinct);
            default -> random.nextInt(500) == 0 ? random.nextInt(-distinct, distinct) : 0;
        };
    }

    private static QueryContext context(SplittableRandom random, MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .threads(random.nextInt(1, 3))
                .settings(new Settings(Map.of("morsel.rows", "" + random.nextInt(50, 1_000))))
                .build();
    }

    private static SortKey[] keys(SplittableRandom random) {
        SortKey first = new SortKey(
                col(random.nextInt(3) == 0 ? "text" : "key"),
                new SortDirection(random.nextBoolean(), random.nextBoolean()));
        return random.nextBoolean() ? new SortKey[] {first} : new SortKey[] {first, SortKey.ascending("text")};
    }

    @Test
    void firstRowsAreThoseOfASort(MemoryPool pool) {
        RandomCases.run(60, random -> {
            try (Table table = table(random)) {
                LazyFrame frame = LazyFrame.of(table);
                QueryContext context = context(random, pool);
                SortKey[] keys = keys(random);
                for (int query = 0; query < 5; query++) {
                    int most = random.nextInt(1, 40);
                    LazyFrame rows = random.nextBoolean()
                            ? frame
                            : frame.filter(col("key").gt(random.nextInt(3)));
                    try (Table sorted = rows.sort(keys).collect(context);
                            Table expected = sorted.slice(0, Math.min(most, sorted.rowCount()));
                            Table actual = rows.top(most, keys).collect(context)) {
                        Tables.assertSame(expected, actual);
                    }
                }
            }
        });
    }

    @Test
    void rowsWithPartnersAreThoseOfAFilter(MemoryPool pool) {
        RandomCases.run(40, random -> {
            try (Table table = table(random);
                    Table few = Table.of("other", new long[] {random.nextInt(5), random.nextInt(ROWS)})) {
                LazyFrame frame = LazyFrame.of(table);
                QueryContext context = context(random, pool);
                long[] keys = few.longs("other");
                for (int query = 0; query < 3; query++) {
                    try (Table expected = frame.filter(col("key").in(keys[0], keys[1]))
                                    .collect(context);
                            Table actual = frame.join(
                                            LazyFrame.of(few), JoinKind.SEMI, List.of(JoinKey.on("key", "other")))
                                    .collect(context)) {
                        Tables.assertSame(expected, actual);
                    }
                }
            }
        });
    }

    @Test
    void firstRowsOfJoinsAreThoseOfASort(MemoryPool pool) {
        List<JoinKind> kinds = List.of(JoinKind.INNER, JoinKind.LEFT, JoinKind.SEMI, JoinKind.ANTI, JoinKind.FULL);
        RandomCases.run(60, random -> {
            try (Table table = table(random);
                    Table others = table(random);
                    Table few = others.slice(0, random.nextInt(200))) {
                LazyFrame right = LazyFrame.of(few)
                        .select(col("row").as("other"), col("text").as("name"));
                LazyFrame joined = LazyFrame.of(table)
                        .join(right, kinds.get(random.nextInt(kinds.size())), List.of(joinKey(random)));
                QueryContext context = context(random, pool);
                SortKey[] keys = keys(random);
                int most = random.nextInt(1, 40);
                try (Table sorted = joined.sort(keys).collect(context);
                        Table expected = sorted.slice(0, Math.min(most, sorted.rowCount()));
                        Table actual = joined.top(most, keys).collect(context)) {
                    Tables.assertSame(expected, actual);
                }
            }
        });
    }

    private static JoinKey joinKey(SplittableRandom random) {
        return random.nextBoolean()
                ? JoinKey.on("text", "name")
                : new JoinKey(col("row").mod(random.nextInt(1, 500)), col("other"), false);
    }

    /// Columns of which some wait for the first rows; names of the table stand for others.
    private static LazyFrame computed(Table table) {
        return LazyFrame.of(table)
                .select(
                        col("key"),
                        col("text").length().as("row"),
                        col("text"),
                        col("row").times(7).as("#0"),
                        col("text").eq("text 1").as("other"));
    }

    @Test
    void computedColumnsOfFirstRowsAreThoseOfASort(MemoryPool pool) {
        RandomCases.run(40, random -> {
            try (Table table = table(random)) {
                LazyFrame rows = computed(table);
                QueryContext context = context(random, pool);
                SortKey[] keys = keys(random);
                int most = random.nextInt(1, 40);
                try (Table sorted = rows.sort(keys).collect(context);
                        Table expected = sorted.slice(0, Math.min(most, sorted.rowCount()));
                        Table actual = rows.top(most, keys).collect(context)) {
                    Tables.assertSame(expected, actual);
                }
            }
        });
    }

    @Test
    void whatNothingIsSortedByIsComputedOfTheFirstRows(MemoryPool pool) {
        try (Table table = table(new SplittableRandom(1))) {
            LazyFrame rows = LazyFrame.of(table)
                    .select(col("row"), col("row").times(1_000_000).as("fails"));
            QueryContext context = context(new SplittableRandom(1), pool);
            try (Table first = rows.top(2, SortKey.ascending("row")).collect(context)) {
                assertThat(first.column("fails").get(1)).isEqualTo(1_000_000);
            }
            assertThatThrownBy(() -> rows.top(2, SortKey.ascending("fails")).collect(context))
                    .hasMessageContaining("overflow");
        }
    }
}
