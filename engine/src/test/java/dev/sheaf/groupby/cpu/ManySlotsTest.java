package dev.sheaf.groupby.cpu;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.topK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ManySlotsTest {
    private static final String DIRECT = "cpu: states at the slot of the key";

    private static QueryContext context(MemoryPool pool, String... namesAndValues) {
        return context(pool, 1, namesAndValues);
    }

    private static QueryContext context(MemoryPool pool, int threads, String... namesAndValues) {
        Map<String, String> settings = new java.util.HashMap<>(Map.of(
                "cpu.direct.afterRows",
                "4",
                "cpu.chunk.rows",
                "4",
                "cpu.direct.packAboveBits",
                "0",
                "morsel.rows",
                "1000"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(settings))
                .build();
    }

    private static boolean isPlaced(QueryContext context) {
        return context.decisions().stream().map(Decision::choice).anyMatch(DIRECT::equals);
    }

    @Test
    void aFullPlaceIsEmptiedAndNothingIsLost(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "u:int32", "v:int32", "w:float64", "x:int32");
        for (int i = 0; i < 9000; i++) {
            rows.row(
                    i % 9 == 0 ? i % 5 : 5,
                    i % 3 == 0 ? null : 15,
                    i % 7 == 0 ? null : 1,
                    i % 2 == 0 ? null : 0.5,
                    i % 16);
        }
        Expr[] asked = {
            sum("u").as("u"), sum("v").as("v"), mean("w").as("w"), max("x").as("x"), min("x").as("y"), count().as("n")
        };
        QueryContext context = context(pool);
        try (Table table = rows.build(pool);
                Table found = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, asked);
                Table expected = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context(pool, "cpu.direct.maxBits", "0"), asked)) {
            assertThat(found.longs("n")).containsExactly(200, 200, 200, 200, 200, 8000);
            Tables.assertSame(expected, found, Comparison.ORDERED);
        }
        assertThat(isPlaced(context)).isTrue();
    }

    /// Two sums and four counts share a word, which lasts for 256 rows of the place of null keys.
    @Test
    void aPlaceThatIsFullWithinABlockIsEmptiedToo(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "u:int32", "v:int32", "w:float64");
        for (int i = 0; i < 9000; i++) {
            rows.row(
                    i % 9 == 0 ? (Integer) (i % 4) : null,
                    i % 3 == 0 ? null : 15,
                    i % 7 == 0 ? null : i % 16,
                    i % 2 == 0 ? null : i % 100 / 8.0);
        }
        Expr[] asked = {sum("u").as("u"), mean("v").as("v"), mean("w").as("w"), count().as("n")};
        QueryContext context = context(pool);
        try (Table table = rows.build(pool)) {
            for (NullKeys nullKeys : NullKeys.values()) {
                try (Table found = by(table, nullKeys, context, asked);
                        Table expected = by(table, nullKeys, context(pool, "cpu.direct.maxBits", "0"), asked)) {
                    Tables.assertSame(expected, found, Comparison.ORDERED);
                }
            }
        }
        assertThat(isPlaced(context)).isTrue();
    }

    private static Table by(Table table, NullKeys nullKeys, QueryContext context, Expr... asked) {
        return GroupBy.on(table, "k").nullKeys(nullKeys).order(Order.SORTED).aggregate(context, asked);
    }

    @Test
    void twoThreadsShareOutThePlacesOfBoth(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(7);
        Tables.Rows rows = Tables.of("k:int32", "u:int32", "w:float64");
        for (int i = 0; i < 60_000; i++) {
            int key = random.nextInt(3000);
            rows.row(key, random.nextInt(16), random.nextInt(8) / 8.0);
        }
        Expr[] asked = {sum("u").as("u"), mean("w").as("w"), max("u").as("x"), min("u").as("y"), count().as("n")};
        QueryContext two = context(pool, 2, "cpu.chunk.rows", "256", "cpu.direct.afterRows", "256");
        try (Table table = rows.build(pool);
                Table found = GroupBy.on(table, "k").order(Order.SORTED).aggregate(two, asked);
                Table expected = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context(pool, "cpu.direct.maxBits", "0"), asked)) {
            Tables.assertSame(expected, found, Comparison.ORDERED);
        }
        assertThat(isPlaced(two)).isTrue();
    }

    @Test
    void aNullThatOneOfTwoThreadsHasSeenIsANullInTheShareOfTheOther(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(7);
        Expr[] asked = {sum("v").as("v"), count().as("n")};
        for (int nullRow = 1000; nullRow < 30_000; nullRow += 1000) {
            Tables.Rows rows = Tables.of("k:int32", "v:int32");
            for (int i = 0; i < 30_000; i++) {
                int key = random.nextInt(1500);
                rows.row(i == nullRow ? null : key, i % 16);
            }
            QueryContext two = context(pool, 2, "cpu.chunk.rows", "256", "cpu.direct.afterRows", "256");
            try (Table table = rows.build(pool);
                    Table found = by(table, "k", two, asked);
                    Table expected = by(table, "k", context(pool, "cpu.direct.maxBits", "0"), asked)) {
                Tables.assertSame(expected, found, Comparison.ORDERED);
            }
        }
    }

    private static Table by(Table table, String key, QueryContext context, Expr... asked) {
        return GroupBy.on(table, key)
                .nullKeys(NullKeys.INCLUDE)
                .order(Order.SORTED)
                .aggregate(context, asked);
    }

    /// The states of a place are in two words, and last for 512 rows.
    @Test
    void aFullPlaceWithExtremesIsEmptied(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "u:int32", "w:float64", "x:int32");
        for (int i = 0; i < 9000; i++) {
            Integer key = i % 10 == 0 ? null : Integer.valueOf(i % 9 == 0 ? i % 5 : 5);
            rows.row(key, i % 3 == 0 ? null : 1_000_000 + i % 70, i % 2 == 0 ? null : i % 64 / 8.0, i % 4096 / 1000);
        }
        try (Table table = rows.build(pool)) {
            checkPlaces(table, pool, sum("u").as("u"), mean("w").as("w"), max("x").as("x"));
            checkPlaces(table, pool, max("u").as("u"), min("x").as("x"), min("u").as("y"));
        }
    }

    private static void checkPlaces(Table table, MemoryPool pool, Expr... asked) {
        QueryContext placed = context(pool, "cpu.chunk.rows", "64");
        try (Table found = by(table, "k", placed, asked);
                Table expected = by(table, "k", context(pool, "cpu.direct.maxBits", "0"), asked)) {
            Tables.assertSame(expected, found, Comparison.ORDERED);
        }
        assertThat(isPlaced(placed)).isTrue();
    }

    @Test
    void statesOfGroupsWithIdsArePackedToo(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:string", "u:int32", "v:int32", "w:float64");
        for (int i = 0; i < 6000; i++) {
            rows.row(
                    i % 41 == 0 ? null : "a text of more than twelve bytes " + i % 60,
                    i == 4000 ? -9 : i % 16,
                    i % 7,
                    0.5);
        }
        Expr[] asked = {
            sum("u").as("u"), max("v").as("v"), min("v").as("x"), mean("w").as("w"), count().as("n")
        };
        QueryContext context = context(pool);
        try (Table table = rows.build(pool);
                Table found = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, asked);
                Table expected = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context(pool, "cpu.direct.packAboveBits", "30"), asked)) {
            Tables.assertSame(expected, found, Comparison.ORDERED);
        }
        assertThat(context.decisions().stream().map(Decision::choice)).contains("cpu: states packed by group");
    }

    /// The value has more bits than packing saves, so no later row is packed, and those before it must not be
    /// forgotten.
    @Test
    void rowsThatWerePackedBeforeALargeValueCount(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "u:int32");
        for (int row = 0; row < 3000; row++) {
            Integer small = row % 9 == 4 ? null : Integer.valueOf(row % 8);
            rows.row(row % 20, row == 500 ? Integer.valueOf(-3) : small);
        }
        QueryContext context = context(pool, "cpu.direct.maxBits", "0", "cpu.chunk.rows", "64");
        try (Table table = rows.build(pool);
                Table found = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context, min("u").as("least"), count().as("n"))) {
            assertThat(found.values("n")).containsOnly(150L);
            assertThat(found.values("least")).startsWith(-3, 1, 2, 3, 0);
        }
        assertThat(context.decisions().stream().map(Decision::choice)).contains("cpu: states packed by group");
    }

    @Test
    void randomTablesGiveWhatGroupIdsGive() {
        RandomCases.run(30, random -> {
            try (MemoryPool pool = MemoryPool.create()) {
                compare(random, pool);
            }
        });
    }

    private static void compare(SplittableRandom random, MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "t:string", "u:int32", "v:int64", "w:float64", "d:date");
        int nulls = random.nextInt(3);
        boolean wordy = random.nextBoolean();
        int range = random.nextInt(1, random.nextBoolean() ? 40_000 : 200);
        int hot = random.nextInt(range);
        int most = 1 << random.nextInt(1, 20);
        int count = random.nextInt(1, 4000);
        for (int i = 0; i < count; i++) {
            int key = random.nextInt(3) == 0 ? hot : random.nextInt(range);
            rows.row(
                    maybe(random, nulls, key - 5),
                    maybe(random, nulls, (wordy ? "of more than twelve bytes: " : "id") + "%09d".formatted(key)),
                    maybe(random, nulls, random.nextInt(most) - (random.nextInt(2000) == 0 ? 7 : 0)),
                    maybe(random, nulls, random.nextInt(5000) == 0 ? Long.MAX_VALUE : random.nextLong(most)),
                    maybe(random, nulls, random.nextInt(1000) / 8.0),
                    maybe(random, nulls, java.time.LocalDate.ofEpochDay(random.nextInt(20_000))));
        }
        Expr[] all = {
            sum("u").as("a"),
            mean("v").as("b"),
            mean("w").as("c"),
            min("u").as("d"),
            max("v").as("e"),
            max("d").as("f"),
            count("w").as("g"),
            count().as("h"),
            min("d").as("i")
        };
        Expr[] asked = random.ints(random.nextInt(1, 5), 0, all.length)
                .distinct()
                .mapToObj(number -> all[number])
                .toArray(Expr[]::new);
        String key = random.nextBoolean() ? "k" : "t";
        NullKeys nullKeys = random.nextBoolean() ? NullKeys.INCLUDE : NullKeys.EXCLUDE;
        String few = random.nextBoolean() ? "0" : "14";
        try (Table table = rows.build(pool);
                Table found = GroupBy.on(table, key)
                        .nullKeys(nullKeys)
                        .aggregate(
                                context(
                                        pool,
                                        "cpu.direct.packAboveBits",
                                        few,
                                        "cpu.chunk.rows",
                                        "64",
                                        "cpu.direct.maxBits",
                                        random.nextBoolean() ? "18" : "0"),
                                asked);
                Table expected = GroupBy.on(table, key)
                        .nullKeys(nullKeys)
                        .aggregate(context(pool, "cpu.direct.maxBits", "0", "cpu.direct.packAboveBits", "30"), asked)) {
            Tables.assertSame(expected, found, Comparison.ANY_ORDER.rounded());
        }
    }

    private static @org.jspecify.annotations.Nullable Object maybe(SplittableRandom random, int nulls, Object value) {
        return nulls == 0 && random.nextInt(8) == 0 ? null : value;
    }

    @Test
    void tablesOfManyThreadsMeetInPairs(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:int32", "w:float64");
        SplittableRandom random = new SplittableRandom(7);
        for (int row = 0; row < 60_000; row++) {
            rows.row(random.nextInt(500), random.nextInt(1000), random.nextInt(1000) / 8.0);
        }
        Expr[] merged = {sum("v").as("a"), mean("w").as("b"), topK("w", 2).as("c")};
        Expr[] members = {sum("v").as("a"), median("w").as("b"), topK("w", 3).as("c")};
        try (Table table = rows.build(pool)) {
            for (Expr[] asked : List.of(merged, members)) {
                try (Table expected = by(table, pool, 1, asked);
                        Table found = by(table, pool, 7, asked)) {
                    Tables.assertSame(expected, found, Comparison.ANY_ORDER.rounded());
                }
            }
        }
    }

    private static Table by(Table table, MemoryPool pool, int threads, Expr... asked) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(Map.of("morsel.rows", "64")))
                .build();
        return GroupBy.on(table, "k").aggregate(context, asked);
    }
}
