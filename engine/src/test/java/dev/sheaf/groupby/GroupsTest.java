package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Interval;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class GroupsTest {
    private static final int CASES = 80;

    /// Morsels of a row and states that leave memory take a second a case.
    private static final int MANY_GROUPS_IN_A_BUILD = 8;

    private static Table points() {
        return Table.of("name", new String[] {"a", "b", "a", "b", "c"}, "points", new int[] {1, 2, 1, 3, 3});
    }

    private static List<Object> objects(Column column) {
        try (column) {
            return LongStream.range(0, column.length()).mapToObj(column::get).toList();
        }
    }

    private static List<Long> offsets(Groups groups) {
        try (Offsets offsets = groups.offsets()) {
            return LongStream.rangeClosed(0, groups.groupCount())
                    .mapToObj(offsets::start)
                    .toList();
        }
    }

    @Test
    void firstAndAllAreThoseOfGroupsIdx() {
        try (Table points = points();
                Groups groups = GroupBy.on(points, "name").groups()) {
            assertThat(objects(groups.first())).containsExactly(0, 1, 4);
            assertThat(objects(groups.all())).containsExactly(List.of(0, 2), List.of(1, 3), List.of(4));
        }
    }

    @Test
    void severalKeysGroupRowsThatAgreeInAllOfThem() {
        try (Table points = points();
                Groups groups = GroupBy.on(points, "name", "points").groups()) {
            assertThat(objects(groups.first())).containsExactly(0, 1, 3, 4);
            assertThat(objects(groups.all())).containsExactly(List.of(0, 2), List.of(1), List.of(3), List.of(4));
        }
    }

    /// As with `GroupBy.aggregate`, keys may stand beside aggregates, also those that are no column of the table.
    @Test
    void expressionsReadKeysAndAggregates() {
        Expr half = call(Function.INT_DIVIDE, col("points"), 2).as("half");
        try (Table points = points();
                Groups groups = GroupBy.on(points).by(half).order(Order.SORTED).groups();
                Table kept = groups.aggregate(sum("points").plus(col("half")).as("both"));
                Table whole = GroupBy.on(points)
                        .by(half)
                        .order(Order.SORTED)
                        .aggregate(sum("points").plus(col("half")).as("both"))) {
            assertThat(kept.values("both")).containsExactly(2L, 9L).isEqualTo(whole.values("both"));
            assertThatThrownBy(() ->
                            groups.aggregate(sum("points").plus(col("name")).as("both")))
                    .hasMessageContaining("column \"name\" not found; columns: half, sum(points)");
        }
    }

    @Test
    void keysOffsetsAndValuesAreThoseOfGetGroups() {
        try (Table table = Table.of("k", new int[] {3, 1, 2, 1, 3, 3}, "v", new int[] {0, 1, 2, 3, 4, 5});
                Groups groups = GroupBy.on(table, "k")
                        .groups(QueryContext.create(), GroupsOptions.DEFAULT.order(Order.SORTED));
                Table values = groups.values(table)) {
            assertThat(groups.keys().ints("k")).containsExactly(1, 2, 3);
            assertThat(offsets(groups)).containsExactly(0L, 2L, 3L, 6L);
            assertThat(values.ints("v")).containsExactly(1, 3, 2, 0, 4, 5);
            assertThat(objects(groups.rows())).containsExactly(1, 3, 2, 0, 4, 5);
            assertThat(groups).hasToString("3 groups of 6 rows by [k]");
        }
    }

    @Test
    void largeUnsignedKeysComeLastInSortedGroups(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        List<@Nullable Object> bytes = List.of((short) 200, (short) 100, (short) 128, (short) 127);
        List<@Nullable Object> shorts = List.of(65_535, 32_767, 32_768, 1);
        Schema schema = new Schema(List.of(new Field("b", DataType.UINT8), new Field("s", DataType.UINT16)));
        GroupsOptions sorted = GroupsOptions.DEFAULT.order(Order.SORTED);
        try (Table table = Sample.plain(schema, List.of(bytes, shorts)).build(pool);
                Groups byBytes = GroupBy.on(table, "b").groups(context, sorted);
                Groups byShorts = GroupBy.on(table, "s").groups(context, sorted)) {
            assertThat(objects(byBytes.rows())).containsExactly(1, 3, 2, 0);
            assertThat(objects(byShorts.rows())).containsExactly(3, 1, 2, 0);
        }
    }

    @Test
    void laterAggregatesGiveWhatTheGroupByGives() {
        try (Table points = points();
                Groups groups = GroupBy.on(points, "name").groups();
                Table sums = groups.aggregate(sum("points").as("s"));
                Table more = groups.aggregate(count().as("n"), first("points").as("f"));
                Table both = groups.aggregate(sum("points").plus(count()).as("both"), count().as("n"))) {
            assertThat(both.longs("both")).containsExactly(4, 7, 4);
            assertThat(both.longs("n")).containsExactly(2, 2, 1);
            assertThat(sums.strings("name")).containsExactly("a", "b", "c");
            assertThat(sums.longs("s")).containsExactly(2, 5, 3);
            assertThat(more.longs("n")).containsExactly(2, 2, 1);
            assertThat(more.ints("f")).containsExactly(1, 2, 3);
        }
    }

    @Test
    void iterationGivesEachKeyWithItsRows() {
        List<String> seen = new ArrayList<>();
        try (Table points = points();
                Groups groups = GroupBy.on(points, "name").groups()) {
            for (Groups.Group group : groups) {
                try (group) {
                    seen.add(group.key().get(0) + "="
                            + Arrays.toString(group.rows().ints("points")));
                }
            }
            try (Table b = groups.get("b").orElseThrow()) {
                assertThat(b.ints("points")).containsExactly(2, 3);
            }
            assertThat(groups.get("d")).isEmpty();
            assertThat(groups.indexOf("c")).isEqualTo(2);
            assertThatThrownBy(() -> groups.get("a", 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("2 values cannot name a group by the keys [name]");
        }
        assertThat(seen).containsExactly("a=[1, 1]", "b=[2, 3]", "c=[3]");
    }

    @Test
    void groupsAreFoundByTheFormOfTheKeyThatCame() {
        List<Interval> days = List.of(new Interval(0, 30, 0));
        try (Table lists = Table.of("k", new Object[] {days, List.of(new Interval(1, 0, 0))});
                Groups groups = GroupBy.on(lists, "k").groups()) {
            assertThat(groups.groupCount()).isOne();
            assertThat(groups.indexOf(days)).isZero();
            assertThat(groups.indexOf(List.of(new Interval(0, 29, 0)))).isNegative();
        }
    }

    @Test
    void rowsInsideGroupsComeInTheOrderAskedForAlsoToAggregates() {
        GroupsOptions falling = GroupsOptions.DEFAULT.within("points", SortDirection.DESCENDING);
        try (Table points = points();
                Groups groups = GroupBy.on(points, "name").groups(QueryContext.create(), falling);
                Table best = groups.aggregate(first("points").as("best"))) {
            assertThat(objects(groups.all())).containsExactly(List.of(0, 2), List.of(3, 1), List.of(4));
            assertThat(best.ints("best")).containsExactly(1, 3, 3);
        }
    }

    @Test
    void rowsThatFailTheFilterAreInNoGroup() {
        try (Table points = points();
                Groups groups = GroupBy.on(points, "name")
                        .where(col("points").gt(lit(1)))
                        .groups();
                Table counts = groups.aggregate(count().as("n"))) {
            assertThat(objects(groups.all())).containsExactly(List.of(1, 3), List.of(4));
            assertThat(objects(groups.ids())).containsExactly(null, 0, null, 0, 1);
            assertThat(counts.longs("n")).containsExactly(2, 1);
        }
    }

    @Test
    void keysSaidToBeSortedAreChecked() {
        GroupsOptions sorted = GroupsOptions.DEFAULT.keysSorted(SortDirection.ASCENDING);
        try (Table good = Table.of("k", new Integer[] {1, 1, 4, null, null});
                Table bad = Table.of("k", new int[] {1, 3, 2})) {
            try (Groups groups = GroupBy.on(good, "k").groups(QueryContext.create(), sorted);
                    Groups without =
                            GroupBy.on(good, "k").nullKeys(NullKeys.EXCLUDE).groups(QueryContext.create(), sorted)) {
                assertThat(objects(groups.all())).containsExactly(List.of(0, 1), List.of(2), List.of(3, 4));
                assertThat(objects(without.all())).containsExactly(List.of(0, 1), List.of(2));
            }
            assertThatThrownBy(() -> GroupBy.on(bad, "k").groups(QueryContext.create(), sorted))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("row 2 [2] comes before row 1 [3]");
            assertThatThrownBy(() -> GroupBy.on(bad, "k")
                            .groups(
                                    QueryContext.create(),
                                    sorted.keysSorted(SortDirection.ASCENDING, SortDirection.ASCENDING)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("2 directions for the 1 keys");
        }
    }

    @Test
    void nullsOfSortedKeysLieWhereEachColumnSays() {
        SortDirection nullsFirst = new SortDirection(false, true);
        GroupsOptions mixed = GroupsOptions.DEFAULT.keysSorted(nullsFirst, SortDirection.ASCENDING);
        try (Table good = Table.of("a", new Integer[] {null, 1, 1, 1}, "b", new Integer[] {7, 3, 3, null});
                Table bad = Table.of("a", new Integer[] {null, 1, 1, 1}, "b", new Integer[] {7, 3, null, 4})) {
            try (Groups groups = GroupBy.on(good, "a", "b").groups(QueryContext.create(), mixed)) {
                assertThat(objects(groups.all())).containsExactly(List.of(0), List.of(1, 2), List.of(3));
            }
            assertThatThrownBy(() -> GroupBy.on(bad, "a", "b").groups(QueryContext.create(), mixed))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("row 3 [1, 4] comes before row 2 [1, null]");
        }
    }

    @Test
    void anyKeysOnAnyThreadsGiveTheGroupsOfAMap(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(random, pool));
    }

    private static void check(SplittableRandom random, MemoryPool pool) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = new ArrayList<>();
        IntStream.range(0, random.nextInt(1, 4)).forEach(i -> fields.add(new Field("k" + i, tables.scalarType())));
        fields.add(new Field("v", DataType.INT32));
        Sample sample = tables.sample(new Schema(fields), tables.size(100));
        int keyCount = fields.size() - 1;
        NullKeys nulls = random.nextBoolean() ? NullKeys.INCLUDE : NullKeys.EXCLUDE;
        QueryContext context =
                QueryContext.builder().pool(pool).threads(random.nextInt(1, 4)).build();
        String[] keys = IntStream.range(0, keyCount).mapToObj(i -> "k" + i).toArray(String[]::new);
        List<List<Object>> expected =
                new ArrayList<>(expected(sample, keyCount, nulls).values());
        try (Table table = sample.build(pool);
                Groups groups = GroupBy.on(table, keys).nullKeys(nulls).groups(context, GroupsOptions.DEFAULT);
                Table counts = groups.aggregate(context, count().as("n"))) {
            assertThat(objects(groups.all())).as("%s", fields).isEqualTo(expected);
            assertThat(counts.longs("n"))
                    .containsExactly(expected.stream().mapToLong(List::size).toArray());
            checkSorted(table, keys, nulls, context, expected.size());
        }
    }

    /// Sorting rows first and saying so gives as many groups, in the order of the rows.
    private static void checkSorted(Table table, String[] keys, NullKeys nulls, QueryContext context, int groupCount) {
        List<Column> columns = Arrays.stream(keys).map(table::column).toList();
        List<SortDirection> directions =
                columns.stream().map(_ -> SortDirection.DESCENDING).toList();
        GroupsOptions options = GroupsOptions.DEFAULT.keysSorted(directions.toArray(SortDirection[]::new));
        try (Table sorted = Sorting.sort(table, columns, directions, context.pool());
                Groups groups = GroupBy.on(sorted, keys).nullKeys(nulls).groups(context, options);
                ListColumn all = groups.all()) {
            assertThat(groups.groupCount()).isEqualTo(groupCount);
            for (int group = 1; group < groupCount; group++) {
                assertThat(all.offsets().size(group)).isPositive();
            }
        }
    }

    private static Map<List<@Nullable Object>, List<Object>> expected(Sample sample, int keyCount, NullKeys nulls) {
        Map<List<@Nullable Object>, List<Object>> groups = new LinkedHashMap<>();
        for (int row = 0; row < sample.rowCount(); row++) {
            List<@Nullable Object> key = new ArrayList<>();
            for (int i = 0; i < keyCount; i++) {
                key.add(comparable(sample.columns().get(i).get(row)));
            }
            if (nulls == NullKeys.INCLUDE || !key.contains(null)) {
                groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
            }
        }
        return groups;
    }

    private static @Nullable Object comparable(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Float number -> number + 0.0f;
            case Double number -> number + 0.0;
            case byte[] bytes -> ByteBuffer.wrap(bytes);
            default -> value;
        };
    }

    /// A sample of one row says that no key comes twice.
    @Test
    void groupsFoundByHashesComeInTheOrderAskedFor(MemoryPool pool) {
        RandomCases.run(CASES / 4, random -> {
            int rows = random.nextInt(4, 10_000);
            int different = random.nextInt(1, rows + 1);
            String[] texts = IntStream.range(0, rows)
                    .mapToObj(_ -> random.nextInt(9) == 0 ? null : "key " + random.nextInt(different))
                    .toArray(String[]::new);
            int[] numbers = random.ints(rows, 0, 3).toArray();
            Object[] lists = IntStream.range(0, rows)
                    .mapToObj(_ -> Collections.nCopies(random.nextInt(3), "x"))
                    .toArray();
            Settings sampling = new Settings(Map.of("groups.sample.rows", "1"));
            QueryContext hashes = QueryContext.builder()
                    .pool(pool)
                    .threads(random.nextInt(1, 4))
                    .settings(sampling)
                    .build();
            QueryContext tables = QueryContext.builder().pool(pool).threads(1).build();
            Order order = random.nextBoolean() ? Order.FIRST_APPEARANCE : Order.SORTED;
            GroupsOptions options = GroupsOptions.DEFAULT.order(order);
            try (Table table = Table.of("text", texts, "number", numbers, "list", lists);
                    Groups found = GroupBy.on(table, "text", "number", "list").groups(hashes, options);
                    Groups expected =
                            GroupBy.on(table, "text", "number", "list").groups(tables, options)) {
                assertThat(objects(found.all())).as("%s", order).isEqualTo(objects(expected.all()));
                assertThat(found.keys().values("text"))
                        .isEqualTo(expected.keys().values("text"));
                assertThat(objects(found.ids())).isEqualTo(objects(expected.ids()));
            }
        });
    }

    @Test
    void manyRowsOnSeveralThreadsGroupAsOnOne(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(3);
        int rows = 300_000;
        long[] keys = random.longs(rows, 0, 40_000).toArray();
        QueryContext threads = QueryContext.builder().pool(pool).threads(4).build();
        QueryContext one = QueryContext.builder().pool(pool).threads(1).build();
        try (Table table = Table.of("k", keys, "v", keys);
                Groups many = GroupBy.on(table, "k").groups(threads, GroupsOptions.DEFAULT);
                Groups alone = GroupBy.on(table, "k").groups(one, GroupsOptions.DEFAULT);
                Table sums = many.aggregate(threads, sum("v").as("s"), count().as("n"))) {
            assertThat(objects(many.rows())).isEqualTo(objects(alone.rows()));
            assertThat(many.keys().longs("k")).isEqualTo(alone.keys().longs("k"));
            long[] k = sums.longs("k");
            long[] s = sums.longs("s");
            long[] n = sums.longs("n");
            assertThat(s)
                    .isEqualTo(IntStream.range(0, k.length)
                            .mapToLong(i -> k[i] * n[i])
                            .toArray());
        }
    }

    /// However many groups there are, and whether their states stay in memory or not.
    @Test
    void laterAggregatesOfManyGroupsGiveWhatTheGroupByGives(MemoryPool pool) {
        Expr[] asked = {
            count().as("n"),
            count("v").as("valid"),
            sum("v").as("sum"),
            min("v").as("least"),
            first("v").as("first"),
            mean("w").as("mean"),
            median("w").as("median"),
            nunique("v").as("different"),
            collectList("v").as("all"),
            sum("v").filter(col("w").gt(0.5)).as("some")
        };
        RandomCases.run(CASES, MANY_GROUPS_IN_A_BUILD, random -> {
            int rows = random.nextInt(1, 3_000);
            int groups = random.nextInt(1, rows + 1);
            Long[] keys = new Long[rows];
            Integer[] values = new Integer[rows];
            Arrays.setAll(keys, _ -> random.nextInt(50) == 0 ? null : 1_000_003L * random.nextInt(groups));
            int someNull = random.nextInt(rows);
            Arrays.setAll(values, i -> i >= someNull && random.nextInt(3) == 0 ? null : random.nextInt(-9, 9));
            NullKeys nulls = random.nextBoolean() ? NullKeys.INCLUDE : NullKeys.EXCLUDE;
            Map<String, String> settings = new LinkedHashMap<>();
            settings.put("cpu.index.maxBits", "" + random.nextInt(4));
            settings.put("morsel.rows", "" + random.nextInt(1, rows + 1));
            if (random.nextBoolean()) {
                settings.put("cpu.spill.bytes", "" + (1L << random.nextInt(15, 24)));
            }
            QueryContext few = QueryContext.builder()
                    .pool(pool)
                    .threads(random.nextInt(1, 4))
                    .settings(new Settings(settings))
                    .build();
            QueryContext plain = QueryContext.builder().pool(pool).threads(1).build();
            try (Table table = Table.of(
                            "k", keys, "v", values, "w", random.doubles(rows).toArray());
                    Groups kept = GroupBy.on(table, "k").nullKeys(nulls).groups(few, GroupsOptions.DEFAULT);
                    Table later = kept.aggregate(few, asked);
                    Table expected = GroupBy.on(table, "k")
                            .nullKeys(nulls)
                            .order(Order.FIRST_APPEARANCE)
                            .sums(Sums.REPRODUCIBLE)
                            .aggregate(plain, asked)) {
                for (Field field : expected.schema().fields()) {
                    List<Object> found = later.values(field.name());
                    if (field.name().equals("mean")) {
                        List<Object> means = expected.values("mean");
                        assertThat(IntStream.range(0, found.size())
                                        .filter(i ->
                                                !(Math.abs((double) found.get(i) - (double) means.get(i)) <= 1e-9)))
                                .isEmpty();
                    } else {
                        assertThat(found).as("%s of %s", field, settings).isEqualTo(expected.values(field.name()));
                    }
                }
            }
        });
    }

    @Test
    void aSumThatDoesNotFitNamesTheKeyOfItsGroup() {
        try (Table table = Table.of(
                        "k", new String[] {"a", "b", "b"}, "v", new long[] {1, Long.MAX_VALUE, Long.MAX_VALUE});
                Groups groups = GroupBy.on(table, "k").groups()) {
            assertThatThrownBy(() -> groups.aggregate(sum("v")))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("k = b");
        }
    }

    /// The failure has stopped the workers of the query by then.
    @Test
    void theKeyOfASumThatDoesNotFitIsLookedUpWhenItIsNeeded(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        GroupsOptions anyOrder = GroupsOptions.DEFAULT.order(Order.UNSPECIFIED);
        long[] values = {1, Long.MAX_VALUE, Long.MAX_VALUE};
        try (Table table = Table.of("k", new int[] {1, 2, 2}, "v", values);
                Groups groups =
                        GroupBy.on(table, "k").nullKeys(NullKeys.INCLUDE).groups(context, anyOrder)) {
            assertThatThrownBy(() -> groups.aggregates(context, List.of(sum("v"))))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("k = 2");
        }
    }

    @Test
    void aLimitThatAnOrderInsideOfGroupsDoesNotMeetLeavesNothing() {
        GroupsOptions falling = GroupsOptions.DEFAULT.within("v", SortDirection.DESCENDING);
        int[] values = new SplittableRandom(1).ints(2_000).toArray();
        Set<Boolean> ended = new HashSet<>();
        try (Table table =
                Table.of("k", IntStream.range(0, values.length).map(i -> i % 7).toArray(), "v", values)) {
            for (long limit = 4_000; limit < 120_000; limit += 1_000) {
                MemoryPool pool = MemoryPool.withLimit(limit);
                QueryContext context =
                        QueryContext.builder().pool(pool).threads(1).build();
                try (Groups groups = GroupBy.on(table, "k").groups(context, falling)) {
                    ended.add(groups.groupCount() == 7);
                } catch (MemoryLimitException tooSmall) {
                    ended.add(false);
                }
                PoolCheck.assertEmpty(pool);
            }
        }
        assertThat(ended).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void noRowsGiveNoGroups() {
        try (Table table = Table.of("k", new int[0], "v", new int[0]);
                Groups groups = GroupBy.on(table, "k").groups();
                Table sums = groups.aggregate(sum("v").as("s"))) {
            assertThat(groups.groupCount()).isZero();
            assertThat(offsets(groups)).containsExactly(0L);
            assertThat(sums.rowCount()).isZero();
        }
    }
}
