package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.Values;
import dev.sheaf.testing.groupby.ReferenceOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class JoinTest {
    private static Table sales(MemoryPool pool) {
        return Tables.of("item:string", "units:int32")
                .row("pen", 3)
                .row("ink", 1)
                .row(null, 9)
                .row("pen", 5)
                .row("cup", 2)
                .build(pool);
    }

    private static Table prices(MemoryPool pool) {
        return Tables.of("item:string", "units:int64", "price:float64")
                .row("ink", 10L, 4.0)
                .row("pen", 12L, 1.5)
                .row("pen", 100L, 1.0)
                .row("map", 1L, 7.0)
                .row(null, 1L, 0.0)
                .build(pool);
    }

    private static void check(MemoryPool pool, JoinKind kind, Tables.Rows expected) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table left = sales(pool);
                Table right = prices(pool);
                Table actual = LazyFrame.of(left)
                        .join(LazyFrame.of(right), kind, "item")
                        .collect(context)) {
            Tables.assertSame(expected, actual);
        }
    }

    @Test
    void innerJoinsGivePairsInTheOrderOfTheLeft(MemoryPool pool) {
        check(
                pool,
                JoinKind.INNER,
                Tables.of("item:string", "units:int32", "units_right:int64", "price:float64")
                        .row("pen", 3, 12L, 1.5)
                        .row("pen", 3, 100L, 1.0)
                        .row("ink", 1, 10L, 4.0)
                        .row("pen", 5, 12L, 1.5)
                        .row("pen", 5, 100L, 1.0));
    }

    @Test
    void leftJoinsKeepRowsWithoutPartner(MemoryPool pool) {
        check(
                pool,
                JoinKind.LEFT,
                Tables.of("item:string", "units:int32", "units_right:int64", "price:float64")
                        .row("pen", 3, 12L, 1.5)
                        .row("pen", 3, 100L, 1.0)
                        .row("ink", 1, 10L, 4.0)
                        .row(null, 9, null, null)
                        .row("pen", 5, 12L, 1.5)
                        .row("pen", 5, 100L, 1.0)
                        .row("cup", 2, null, null));
    }

    @Test
    void rightJoinsFollowTheRight(MemoryPool pool) {
        check(
                pool,
                JoinKind.RIGHT,
                Tables.of("item:string", "units:int32", "units_right:int64", "price:float64")
                        .row("ink", 1, 10L, 4.0)
                        .row("pen", 3, 12L, 1.5)
                        .row("pen", 5, 12L, 1.5)
                        .row("pen", 3, 100L, 1.0)
                        .row("pen", 5, 100L, 1.0)
                        .row("map", null, 1L, 7.0)
                        .row(null, null, 1L, 0.0));
    }

    @Test
    void fullJoinsEndWithTheRestOfTheRight(MemoryPool pool) {
        check(
                pool,
                JoinKind.FULL,
                Tables.of("item:string", "units:int32", "units_right:int64", "price:float64")
                        .row("pen", 3, 12L, 1.5)
                        .row("pen", 3, 100L, 1.0)
                        .row("ink", 1, 10L, 4.0)
                        .row(null, 9, null, null)
                        .row("pen", 5, 12L, 1.5)
                        .row("pen", 5, 100L, 1.0)
                        .row("cup", 2, null, null)
                        .row("map", null, 1L, 7.0)
                        .row(null, null, 1L, 0.0));
    }

    @Test
    void semiAndAntiJoinsGiveLeftRowsOnce(MemoryPool pool) {
        check(
                pool,
                JoinKind.SEMI,
                Tables.of("item:string", "units:int32")
                        .row("pen", 3)
                        .row("ink", 1)
                        .row("pen", 5));
        check(
                pool,
                JoinKind.ANTI,
                Tables.of("item:string", "units:int32").row(null, 9).row("cup", 2));
    }

    @Test
    void conditionsDecideBesideKeys(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table left = sales(pool);
                Table right = prices(pool);
                Table actual = LazyFrame.of(left)
                        .join(
                                LazyFrame.of(right),
                                JoinKind.LEFT,
                                List.of(JoinKey.on("item", "item_right")),
                                col("units").times(10).gt(col("units_right")))
                        .select("item", "units", "price")
                        .collect(context)) {
            Tables.assertSame(
                    Tables.of("item:string", "units:int32", "price:float64")
                            .row("pen", 3, 1.5)
                            .row("ink", 1, null)
                            .row(null, 9, null)
                            .row("pen", 5, 1.5)
                            .row("cup", 2, null),
                    actual);
        }
    }

    @Test
    void everyPairIsACrossJoin(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table left = sales(pool);
                Table right = prices(pool)) {
            assertThat(LazyFrame.of(left).crossJoin(LazyFrame.of(right)).count())
                    .isEqualTo(25);
            try (Table actual = LazyFrame.of(left)
                    .crossJoin(LazyFrame.of(right))
                    .filter(col("item").eq(col("item_right")))
                    .groupBy("item")
                    .agg(sum("price"))
                    .sort("item")
                    .collect(context)) {
                Tables.assertSame(
                        Tables.of("item:string", "sum(price):float64")
                                .row("ink", 4.0)
                                .row("pen", 5.0),
                        actual);
            }
        }
    }

    @Test
    void equalitiesAboveAnInnerJoinBecomeKeysAndFiltersGoBelow(MemoryPool pool) {
        try (Table left = sales(pool);
                Table right = prices(pool)) {
            String plan = LazyFrame.of(left)
                    .crossJoin(LazyFrame.of(right))
                    .filter(col("item_right")
                            .eq(col("item"))
                            .and(col("units").gt(1))
                            .and(col("price").lt(5.0)))
                    .explain();

            assertThat(plan)
                    .contains("inner join on item = item_right")
                    .contains("├─ filter (units > 1)")
                    .contains("filter (price < 5.0)");
        }
    }

    /// The key of the second join comes through the first, that of the first does not come through.
    @Test
    void joinsGatherOnlyWhatIsReadAbove(MemoryPool pool) {
        try (Table left = sales(pool);
                Table right = prices(pool)) {
            LazyFrame prices = LazyFrame.of(right);
            LazyFrame joined = LazyFrame.of(left)
                    .join(
                            prices.select(col("item").as("i"), col("units").as("u")),
                            JoinKind.LEFT,
                            List.of(JoinKey.on("item", "i")))
                    .join(
                            prices.select(col("units").as("v"), col("price")),
                            JoinKind.LEFT,
                            List.of(JoinKey.on("u", "v")))
                    .select("units", "price");
            assertThat(joined.explain()).contains("keep units, price").contains("keep units, u");
            try (Table result = joined.collect(QueryContext.builder().pool(pool).build())) {
                Tables.assertSame(
                        Tables.of("units:int32", "price:float64")
                                .row(3, 1.5)
                                .row(3, 1.0)
                                .row(1, 4.0)
                                .row(9, null)
                                .row(5, 1.5)
                                .row(5, 1.0)
                                .row(2, null),
                        result);
            }
            assertThat(joined.select(count().as("n")).explain()).contains("keep no columns");
        }
    }

    @Test
    void namesThatAreNotThereAreRefused(MemoryPool pool) {
        try (Table left = sales(pool);
                Table right = prices(pool)) {
            LazyFrame sales = LazyFrame.of(left);
            LazyFrame prices = LazyFrame.of(right);
            assertThatThrownBy(() -> sales.join(prices, "itme")).hasMessageContaining("Did you mean \"item\"?");
            assertThatThrownBy(() -> sales.join(prices)).hasMessageContaining("crossJoin");
            assertThatThrownBy(() -> sales.join(prices, JoinKind.INNER, List.of(JoinKey.on("item", "price"))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /// Keys of every type, few values of each, against all pairs compared one by one.
    @Test
    void fullJoinOfJoinGivesRowsWithoutPartner() {
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
            Sample numbers = Sample.plain(
                    Schema.of(new Field("n", DataType.INT32)), List.of(List.<@Nullable Object>of(1, 2, 3)));
            Sample few = Sample.plain(Schema.of(new Field("m", DataType.INT32)), List.of(List.<@Nullable Object>of(2)));
            Sample most = Sample.plain(
                    Schema.of(new Field("k", DataType.INT32)), List.of(List.<@Nullable Object>of(2, 3, 4)));
            for (int threads = 1; threads <= 3; threads++) {
                QueryContext context =
                        QueryContext.builder().pool(pool).threads(threads).build();
                try (Table first = numbers.build(pool);
                        Table second = few.build(pool);
                        Table third = most.build(pool);
                        Table result = LazyFrame.of(first)
                                .join(LazyFrame.of(second), JoinKind.SEMI, List.of(JoinKey.on("n", "m")))
                                .join(LazyFrame.of(third), JoinKind.FULL, List.of(JoinKey.on("n", "k")))
                                .collect(context)) {
                    assertThat(result.values("n")).containsExactly(2, null, null);
                    assertThat(result.values("k")).containsExactly(2, 3, 4);
                }
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void randomJoinsGiveWhatNestedLoopsGive() {
        RandomCases.run(300, random -> {
            try (MemoryPool pool = MemoryPool.withLimit(256 << 20)) {
                compare(random, pool);
                PoolCheck.assertEmpty(pool);
            }
        });
    }

    private static void compare(SplittableRandom random, MemoryPool pool) {
        RandomTables tables = new RandomTables(random);
        int keys = random.nextInt(4);
        List<DataType> types =
                IntStream.range(0, keys).mapToObj(_ -> tables.anyType()).toList();
        List<List<@Nullable Object>> domains = new ArrayList<>();
        for (DataType type : types) {
            domains.add(tables.column(new Field("k", type), 1 + random.nextInt(6)));
        }
        Sample left = side(random, "l", types, domains, random.nextInt(keys == 0 ? 20 : 80));
        Sample right = side(random, "r", types, domains, random.nextInt(keys == 0 ? 20 : 80));
        JoinKind kind = JoinKind.values()[random.nextInt(JoinKind.values().length)];
        boolean nullSafe = random.nextInt(3) == 0;
        boolean condition = random.nextInt(3) == 0;
        List<JoinKey> on = IntStream.range(0, keys)
                .mapToObj(key -> new JoinKey(col("l" + key), col("r" + key), nullSafe))
                .toList();
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(1 + random.nextInt(4))
                .settings(new Settings(Map.of(
                        "morsel.rows", List.of("1", "3", "64").get(random.nextInt(3)),
                        "join.spill.bytes", List.of("0", "1", "600").get(random.nextInt(3)),
                        "join.ahead.rows", List.of("-1", "5", "1000").get(random.nextInt(3)),
                        "sort.spill.bytes", List.of("0", "500").get(random.nextInt(2)))))
                .build();
        try (Table leftTable = left.build(pool);
                Table rightTable = right.build(pool)) {
            LazyFrame first = LazyFrame.of(leftTable);
            LazyFrame second = LazyFrame.of(rightTable);
            Expr less = col("l").lt(col("r"));
            LazyFrame joined = condition ? first.join(second, kind, on, less) : first.join(second, kind, on);
            String[] columns = kind.givesRight() ? new String[] {"l", "r"} : new String[] {"l"};
            List<List<@Nullable Object>> expected;
            try {
                expected = nestedLoops(left, right, keys, kind, nullSafe, condition);
            } catch (IllegalArgumentException several) {
                assertThatThrownBy(() -> joined.select(columns).collect(context))
                        .as(kind + " join of\n" + left + "\nand\n" + right)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(several.getMessage());
                return;
            }
            try (Table actual = joined.select(columns).collect(context)) {
                assertThat(actual.rows()
                                .map(row -> Arrays.stream(columns).map(row::get).toList())
                                .toList())
                        .as(kind + " join of\n" + left + "\nand\n" + right)
                        .isEqualTo(expected);
            }
        }
    }

    private static Sample side(
            SplittableRandom random,
            String name,
            List<DataType> types,
            List<List<@Nullable Object>> domains,
            int rows) {
        List<Field> fields = new ArrayList<>();
        List<List<@Nullable Object>> columns = new ArrayList<>();
        List<Boolean> dictionaries = new ArrayList<>();
        for (int key = 0; key < types.size(); key++) {
            List<@Nullable Object> domain = domains.get(key);
            fields.add(new Field(name + key, types.get(key)));
            columns.add(random.ints(rows, 0, domain.size() + 1)
                    .<@Nullable Object>mapToObj(i -> i == domain.size() ? null : domain.get(i))
                    .toList());
            dictionaries.add(random.nextInt(4) == 0);
        }
        fields.add(new Field(name, DataType.INT64));
        columns.add(
                LongStream.range(0, rows).<@Nullable Object>mapToObj(row -> row).toList());
        dictionaries.add(false);
        return new Sample(new Schema(fields), columns, dictionaries, random.nextInt(3));
    }

    private static List<List<@Nullable Object>> nestedLoops(
            Sample left, Sample right, int keys, JoinKind kind, boolean nullSafe, boolean condition) {
        if (kind == JoinKind.RIGHT) {
            return rightJoin(left, right, keys, nullSafe, condition);
        }
        List<List<@Nullable Object>> result = new ArrayList<>();
        boolean[] seen = new boolean[right.rowCount()];
        for (int l = 0; l < left.rowCount(); l++) {
            boolean any = false;
            for (int r = 0; r < right.rowCount(); r++) {
                if (matches(left.row(l), right.row(r), keys, nullSafe) && (!condition || l < r)) {
                    if (kind == JoinKind.SINGLE && any) {
                        throw new IllegalArgumentException("more than one row");
                    }
                    if (kind.givesRight() && (kind != JoinKind.FIRST || !any)) {
                        result.add(Arrays.asList((long) l, (long) r));
                    }
                    any = true;
                    seen[r] = true;
                }
            }
            addLeft(result, kind, l, any);
        }
        for (int r = 0; r < seen.length && kind == JoinKind.FULL; r++) {
            if (!seen[r]) {
                result.add(Arrays.asList(null, (long) r));
            }
        }
        return result;
    }

    private static void addLeft(List<List<@Nullable Object>> result, JoinKind kind, int row, boolean matched) {
        switch (kind) {
            case INNER, RIGHT -> {}
            case LEFT, FULL, FIRST, SINGLE -> {
                if (!matched) {
                    result.add(Arrays.asList((long) row, null));
                }
            }
            case SEMI -> {
                if (matched) {
                    result.add(List.of((long) row));
                }
            }
            case ANTI -> {
                if (!matched) {
                    result.add(List.of((long) row));
                }
            }
        }
    }

    private static List<List<@Nullable Object>> rightJoin(
            Sample left, Sample right, int keys, boolean nullSafe, boolean condition) {
        List<List<@Nullable Object>> result = new ArrayList<>();
        for (int r = 0; r < right.rowCount(); r++) {
            boolean any = false;
            for (int l = 0; l < left.rowCount(); l++) {
                if (matches(left.row(l), right.row(r), keys, nullSafe) && (!condition || l < r)) {
                    any = true;
                    result.add(Arrays.asList((long) l, (long) r));
                }
            }
            if (!any) {
                result.add(Arrays.asList(null, (long) r));
            }
        }
        return result;
    }

    private static boolean matches(
            List<@Nullable Object> left, List<@Nullable Object> right, int keys, boolean nullSafe) {
        for (int key = 0; key < keys; key++) {
            Object first = Values.comparable(ReferenceOrder.key(left.get(key)));
            Object second = Values.comparable(ReferenceOrder.key(right.get(key)));
            if (!Objects.equals(first, second) || (first == null && !nullSafe)) {
                return false;
            }
        }
        return true;
    }
}
