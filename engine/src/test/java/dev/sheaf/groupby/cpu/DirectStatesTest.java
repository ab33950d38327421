package dev.sheaf.groupby.cpu;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class DirectStatesTest {
    private static final String DIRECT = "cpu: states at the slot of the key";

    private static QueryContext context(MemoryPool pool, String... namesAndValues) {
        Map<String, String> settings = new java.util.HashMap<>(Map.of(
                "cpu.direct.afterRows", "4", "cpu.chunk.rows", "4", "cpu.index.maxBits", "20", "morsel.rows", "100"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(settings))
                .build();
    }

    private static boolean isPlaced(QueryContext context) {
        return has(context, DIRECT);
    }

    private static boolean has(QueryContext context, String choice) {
        return context.decisions().stream().map(Decision::choice).anyMatch(choice::equals);
    }

    @Test
    void wholeKeysFindTheirStates(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:int32", "w:float64");
        for (int i = 0; i < 500; i++) {
            rows.row(i % 7, i % 5, i % 3 + 0.5);
        }
        QueryContext context = context(pool);
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context, sum("v").as("s"), mean("w").as("m"), count().as("n"))) {
            assertThat(result.longs("n")).containsExactly(72, 72, 72, 71, 71, 71, 71);
            assertThat(result.longs("s")).containsExactly(142, 144, 146, 143, 144, 140, 141);
        }
        assertThat(isPlaced(context)).isTrue();
    }

    @Test
    void aLateKeyAndALateValueStopTheLoopAndCount(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:string", "v:int32");
        for (int i = 0; i < 900; i++) {
            rows.row(i == 333 ? "zz" : i % 2 == 0 ? "aa" : "ab", i == 555 ? 1_000_000 : i == 777 ? -5 : 1);
        }
        QueryContext context = context(pool);
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, sum("v").as("s"))) {
            assertThat(result.longs("s")).containsExactly(450, 448 - 5 + 1_000_000 - 1, 1);
        }
        assertThat(isPlaced(context)).isTrue();
    }

    @Test
    void sumsAreTakenOutOfTheirFieldsInTime(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "u:int32", "v:int32", "w:int32");
        for (int i = 0; i < 20_000; i++) {
            rows.row(0, 65_535, 65_535, 0).row(1, 1, 0, 1);
        }
        QueryContext context = context(pool, "cpu.chunk.rows", "64", "morsel.rows", "100000");
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context, sum("u").as("u"), sum("v").as("v"), sum("w").as("w"))) {
            assertThat(result.longs("u")).containsExactly(20_000L * 65_535, 20_000);
            assertThat(result.longs("v")).containsExactly(20_000L * 65_535, 0);
            assertThat(result.longs("w")).containsExactly(0, 20_000);
        }
        assertThat(isPlaced(context)).isTrue();
    }

    @Test
    void correlationOfSmallNumbersIsExact(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "x:int32", "y:int32");
        for (int i = 0; i < 3000; i++) {
            rows.row(i % 3, 4000 + i % 10, i % 3 == 2 ? 7 : 3 * (i % 10) + i % 3);
        }
        QueryContext context = context(pool);
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context, corr("x", "y").as("r"))) {
            assertThat(result.column("r").get(0)).isEqualTo(1.0);
            assertThat(result.column("r").get(1)).isEqualTo(1.0);
        }
        assertThat(isPlaced(context)).isTrue();
    }

    @Test
    void nullsAreLeftOutOverManyBlocksOfRows(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:int32", "w:float64");
        for (int i = 0; i < 10_007; i++) {
            rows.row(i % 11 == 3 ? null : i % 2, i % 7 == 5 ? null : 1, i % 13 == 0 ? null : 0.5);
        }
        QueryContext context = context(pool, "morsel.rows", "100000");
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k")
                        .nullKeys(NullKeys.INCLUDE)
                        .order(Order.SORTED)
                        .aggregate(
                                context,
                                sum("v").as("s"),
                                sum("w").as("w"),
                                count("w").as("n"),
                                count().as("all"))) {
            assertThat(result.longs("s")).containsExactly(counted(0, 7, 5), counted(1, 7, 5), counted(2, 7, 5));
            assertThat(result.longs("n")).containsExactly(counted(0, 13, 0), counted(1, 13, 0), counted(2, 13, 0));
            assertThat(result.longs("all")).containsExactly(counted(0, 1, 1), counted(1, 1, 1), counted(2, 1, 1));
            assertThat(result.doubles("w"))
                    .containsExactly(counted(0, 13, 0) / 2.0, counted(1, 13, 0) / 2.0, counted(2, 13, 0) / 2.0);
        }
        assertThat(isPlaced(context)).isTrue();
    }

    /// Rows of the table above with key 0, 1 or null (2) whose number modulo `step` is not `rest`.
    private static long counted(int key, int step, int rest) {
        return java.util.stream.IntStream.range(0, 10_007)
                .filter(i -> (i % 11 == 3 ? 2 : i % 2) == key && i % step != rest)
                .count();
    }

    @Test
    void moreMasksThanALoopTakesAreLeftToGroupIds(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "a:int8", "b:int8", "c:int8", "d:int8", "e:int8", "f:int8", "g:int8");
        for (int i = 0; i < 500; i++) {
            Object[] values = new Object[8];
            for (int column = 0; column < 8; column++) {
                values[column] = i % (column + 2) == 0 ? null : column == 0 ? i % 3 : 1;
            }
            rows.row(values);
        }
        Expr[] sums = java.util.stream.Stream.of("a", "b", "c", "d", "e", "f", "g")
                .map(name -> sum(name).as("s" + name))
                .toArray(Expr[]::new);
        QueryContext many = context(pool);
        QueryContext few = context(pool);
        try (Table table = rows.build(pool);
                Table expected = withoutNull(table, context(pool, "cpu.direct.maxBits", "0"), sums);
                Table found = withoutNull(table, many, sums);
                Table fewer = withoutNull(table, few, java.util.Arrays.copyOf(sums, 6))) {
            Tables.assertSame(expected, found, Comparison.ANY_ORDER);
            assertThat(fewer.rowCount()).isEqualTo(3);
        }
        assertThat(isPlaced(many)).isFalse();
        assertThat(isPlaced(few)).isTrue();
    }

    private static Table withoutNull(Table table, QueryContext context, Expr... asked) {
        return GroupBy.on(table, "k").nullKeys(NullKeys.EXCLUDE).aggregate(context, asked);
    }

    @Test
    void theLoopStopsAtARowWithAnotherKeyOrALargerValue(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int16", "u:uint8", "v:int32", "w:float64", "x:int64", "f:float32");
        for (int i = 0; i < 3000; i++) {
            int key = i == 1777 ? 99 : i % 3;
            rows.row(key, i % 200, i == 2222 ? -7 : i % 5, i / 4.0, i == 2555 ? Long.MAX_VALUE / 2 : i, 0.5f);
        }
        Expr[] asked = {
            count().as("n"),
            sum("u").as("u"),
            mean("v").as("v"),
            sum("w").as("w"),
            sum("x").as("x"),
            mean("f").as("f"),
            min("x").as("least"),
            max("v").as("most"),
            corr("u", "v").as("r")
        };
        QueryContext placed = context(pool, "morsel.rows", "1000");
        try (Table table = rows.build(pool);
                Table expected = GroupBy.on(table, "k").aggregate(context(pool, "cpu.direct.maxBits", "0"), asked);
                Table found = GroupBy.on(table, "k").aggregate(placed, asked);
                Table few = GroupBy.on(table, "k").aggregate(placed, sum("v").as("v"), sum("w").as("w"));
                Table same = GroupBy.on(table, "k")
                        .aggregate(context(pool, "cpu.direct.maxBits", "0"), sum("v").as("v"), sum("w").as("w"))) {
            Tables.assertSame(expected, found, Comparison.ANY_ORDER.rounded());
            Tables.assertSame(same, few, Comparison.ANY_ORDER.rounded());
        }
        assertThat(isPlaced(placed)).isTrue();
    }

    @Test
    void eachKeyAndEachValueLeavesNullsOut(MemoryPool pool) {
        Tables.Rows rows = Tables.of(
                "k:int16",
                "l:uint8",
                "m:int64",
                "n:int32",
                "t:string",
                "b:int8",
                "s:int16",
                "u:uint32",
                "x:int64",
                "w:float64",
                "f:float32");
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2077; i++) {
            boolean nulls = i > 700;
            rows.row(
                    maybe(random, nulls, i % 3 - 1),
                    maybe(random, nulls, i % 5),
                    maybe(random, nulls, i == 1900 ? 1L << 60 : i % 7),
                    maybe(random, nulls, Integer.MAX_VALUE - i % 4),
                    maybe(random, nulls, i == 1500 ? "longer" : "t" + i % 6),
                    maybe(random, nulls, i % 4),
                    maybe(random, nulls, i == 1111 ? -3 : i % 9),
                    maybe(random, nulls, i % 8),
                    maybe(random, nulls, i == 2000 ? Long.MAX_VALUE / 2 : i - 50L),
                    maybe(random, nulls, i / 4.0),
                    maybe(random, nulls, i / 8f));
        }
        List<List<String>> keys = List.of(
                List.of("k"),
                List.of("l"),
                List.of("m"),
                List.of("n"),
                List.of("t"),
                List.of("t", "k"),
                List.of("l", "t"));
        List<Expr> asked = List.of(
                sum("b"), sum("s"), sum("u"), sum("x"), sum("w"), mean("f"), min("s"), max("x"), count("b"), count());
        try (Table table = rows.build(pool);
                Table slice = table.slice(333, 1701)) {
            for (List<String> by : keys) {
                for (Expr one : asked) {
                    for (NullKeys nullKeys : NullKeys.values()) {
                        Expr[] own = {one.as("r")};
                        QueryContext placed = context(pool, "morsel.rows", "500");
                        try (Table expected =
                                        ask(slice, by, nullKeys, false, own, context(pool, "cpu.direct.maxBits", "0"));
                                Table found = ask(slice, by, nullKeys, false, own, placed)) {
                            Tables.assertSame(expected, found, Comparison.ANY_ORDER.rounded());
                        }
                    }
                }
            }
        }
    }

    /// Morsels in which `a` has nulls, and morsels in which `b` does, have the same fields for different
    /// arguments.
    @Test
    void nullsMoveFromOneArgumentToAnother(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "a:int32", "b:int32");
        for (int i = 0; i < 600; i++) {
            boolean first = i / 100 % 2 == 0;
            rows.row(i % 3, first && i % 5 == 0 ? null : 1, !first && i % 7 == 0 ? null : 1);
        }
        QueryContext context = context(pool);
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k")
                        .aggregate(
                                context,
                                count("a").as("n"),
                                sum("b").as("s"),
                                count("b").as("m"),
                                sum("a").as("t"))) {
            assertThat(Arrays.stream(result.longs("n")).sum()).isEqualTo(540);
            assertThat(Arrays.stream(result.longs("t")).sum()).isEqualTo(540);
            assertThat(Arrays.stream(result.longs("m")).sum()).isEqualTo(557);
            assertThat(Arrays.stream(result.longs("s")).sum()).isEqualTo(557);
        }
        assertThat(isPlaced(context)).isTrue();
    }

    @Test
    void sortedKeysAreCounted(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:string", "l:int32", "v:int32");
        for (int i = 0; i < 6000; i++) {
            rows.row("k" + i / 600, i / 60 % 10, 1);
        }
        QueryContext context = context(pool);
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k", "l").aggregate(context, sum("v").as("s"))) {
            assertThat(result.longs("s")).hasSize(100).containsOnly(60);
        }
        assertThat(isPlaced(context)).isTrue();
    }

    @Test
    void randomRequestsGiveWhatGroupIdsGive() {
        RandomCases.run(60, random -> {
            try (MemoryPool pool = MemoryPool.create()) {
                compare(random, pool);
            }
        });
    }

    private static void compare(SplittableRandom random, MemoryPool pool) {
        boolean nulls = random.nextBoolean();
        boolean late = random.nextBoolean();
        boolean hashed = random.nextBoolean();
        Tables.Rows rows = Tables.of(
                "a:int16",
                "b:string",
                "c:uint8",
                "d:date",
                "u:int32",
                "v:int64",
                "w:float64",
                "x:uint16",
                "y:int8",
                "f:bool",
                "g:int64",
                "h:timestamp[us]",
                "t:string");
        int count = random.nextInt(20, 900);
        for (int i = 0; i < count; i++) {
            int wide = late && i > count / 2 ? 9 : 3;
            rows.row(
                    maybe(random, nulls, random.nextInt(wide) - 1),
                    maybe(random, nulls, "k" + random.nextInt(wide) % 10),
                    maybe(random, nulls, random.nextInt(wide)),
                    maybe(random, nulls, java.time.LocalDate.ofEpochDay(random.nextInt(wide))),
                    maybe(random, nulls, random.nextInt(wide)),
                    maybe(random, nulls, random.nextLong(-5, wide * 100L)),
                    maybe(random, nulls, random.nextInt(1000) / 8.0),
                    maybe(random, nulls, random.nextInt(200)),
                    maybe(random, nulls, random.nextInt(wide)),
                    random.nextInt(10) > 0,
                    maybe(random, nulls, (random.nextInt(wide) - 1L) << 61 | random.nextInt(2)),
                    maybe(random, nulls, java.time.LocalDateTime.of(2000 + random.nextInt(wide), 1, 1, 0, 0)),
                    maybe(random, nulls, "id00000%05d".formatted(9 * random.nextInt(wide * 10))));
        }
        List<String> keys = List.of(
                        List.of("a"),
                        List.of("b"),
                        List.of("a", "b"),
                        List.of("c", "d"),
                        List.of("b", "c", "d"),
                        List.of("g"),
                        List.of("h"),
                        List.of("h", "c"),
                        List.of("t"))
                .get(random.nextInt(9));
        List<Expr> all = List.of(
                sum("u"),
                sum("v"),
                mean("w"),
                mean("u"),
                count(),
                count("x"),
                corr("x", "y"),
                min("u"),
                max("v"),
                max("d"),
                sum("y"),
                corr("y", "u"),
                mean("x"),
                min("x"));
        Expr[] asked = random.ints(random.nextInt(1, 5), 0, all.size())
                .distinct()
                .mapToObj(number -> all.get(number).as("r" + number))
                .toArray(Expr[]::new);
        NullKeys nullKeys = random.nextBoolean() ? NullKeys.INCLUDE : NullKeys.EXCLUDE;
        boolean filtered = random.nextBoolean();
        try (Table table = rows.build(pool);
                Table expected = ask(table, keys, nullKeys, filtered, asked, context(pool, "cpu.direct.maxBits", "0"));
                Table found = ask(
                        table,
                        keys,
                        nullKeys,
                        filtered,
                        asked,
                        context(
                                pool,
                                "cpu.index.maxBits",
                                hashed ? "0" : "20",
                                "cpu.direct.packAboveBits",
                                random.nextBoolean() ? "14" : "0",
                                "morsel.rows",
                                "" + random.nextInt(5, 300)))) {
            Tables.assertSame(expected, found, Comparison.ANY_ORDER.rounded());
        }
    }

    private static @org.jspecify.annotations.Nullable Object maybe(
            SplittableRandom random, boolean nulls, Object value) {
        return nulls && random.nextInt(8) == 0 ? null : value;
    }

    private static Table ask(
            Table table, List<String> keys, NullKeys nullKeys, boolean filtered, Expr[] asked, QueryContext context) {
        GroupBy query = GroupBy.on(table, keys.toArray(String[]::new)).nullKeys(nullKeys);
        return (filtered ? query.where(col("f")) : query).aggregate(context, asked);
    }
}
