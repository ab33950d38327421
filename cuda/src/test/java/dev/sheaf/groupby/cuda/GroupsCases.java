package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.collectSet;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.histogram;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Random groups that are kept on a device, and lists of groups there, beside those of the CPU.
final class GroupsCases {
    private static final List<String> VALUES = List.of("i", "l", "d", "f", "n", "b", "t");
    private static final String[] LISTED = {"t", "d", "b", "n", "i"};

    private final Gpu gpu;
    private final MemoryPool pool;

    GroupsCases(Gpu gpu, MemoryPool pool) {
        this.gpu = gpu;
        this.pool = pool;
    }

    /// What is asked of a table.
    private record Asked(List<Expr> keys, Optional<Expr> filter, NullKeys nulls, GroupsOptions options) {
        GroupBy of(Table host) {
            GroupBy all = GroupBy.on(host).by(keys.toArray(Expr[]::new)).nullKeys(nulls);
            return filter.map(all::where).orElse(all);
        }

        GpuGroupBy of(GpuTable device) {
            GpuGroupBy all = device.groupBy().by(keys.toArray(Expr[]::new)).nullKeys(nulls);
            return filter.map(all::where).orElse(all);
        }
    }

    private static Asked drawn(SplittableRandom random) {
        GroupsOptions options = GroupsOptions.DEFAULT.order(
                ScanCases.one(random, List.of(Order.FIRST_APPEARANCE, Order.FIRST_APPEARANCE, Order.SORTED)));
        if (random.nextInt(3) == 0) {
            String by = ScanCases.one(random, List.of("i", "d", "n"));
            options = options.within(by, new SortDirection(random.nextBoolean(), random.nextBoolean()));
        }
        List<List<Expr>> keys = List.of(
                List.of(col("k")),
                List.of(col("i")),
                List.of(col("t")),
                List.of(col("k"), col("t")),
                List.of(col("i"), col("k")),
                List.of(col("b"), col("d")),
                List.of(col("k").plus(1).as("next"), col("b")));
        return new Asked(
                ScanCases.one(random, keys),
                random.nextInt(3) == 0 ? Optional.of(col("i").gt(-2)) : Optional.empty(),
                ScanCases.one(random, List.of(NullKeys.INCLUDE, NullKeys.EXCLUDE)),
                options);
    }

    void compare(SplittableRandom random, int mostRows) {
        try (Table host = ScanCases.random(random, mostRows)) {
            compare(host, drawn(random), "cuda");
        }
    }

    /// Groups that the device does not find, each with a word of the reason.
    void ofTheCpu() {
        try (Table host = ScanCases.random(new SplittableRandom(1), 300)) {
            GroupsOptions byText = GroupsOptions.DEFAULT.within("t", SortDirection.ASCENDING);
            compare(
                    host,
                    new Asked(List.of(col("k")), Optional.empty(), NullKeys.INCLUDE, byText),
                    "ordered by values");
        }
        try (Table sorted = Table.of("k", new int[] {1, 1, 2, 5, 5}, "i", new int[] {1, 2, 3, 4, 5});
                GpuTable device = gpu.load(sorted);
                GpuStream stream = gpu.openStream();
                GpuGroups groups = device.groupBy("k")
                        .groups(context(), stream, GroupsOptions.DEFAULT.keysSorted(SortDirection.ASCENDING))) {
            assertThat(values(groups.offsets(), "offsets")).containsExactly(0, 2, 3, 5);
        }
    }

    private QueryContext context() {
        return QueryContext.builder().pool(pool).threads(1).build();
    }

    private void compare(Table host, Asked asked, String decided) {
        QueryContext context = context();
        try (Groups expected = asked.of(host).groups(context, asked.options());
                GpuStream stream = gpu.openStream();
                GpuTable device = gpu.load(host);
                GpuGroups found = asked.of(device).groups(context, stream, asked.options())) {
            assertThat(found.groupCount()).as("%s", asked).isEqualTo(expected.groupCount());
            assertThat(found.rowCount()).as("%s", asked).isEqualTo(expected.rowCount());
            comparePlaces(found, expected, asked);
            compareValues(found, expected, host, device, asked);
            compareAggregates(found, expected, context, stream, asked);
        }
        assertThat(context.decisions()).anyMatch(decision -> decision.toString().contains(decided));
    }

    private void comparePlaces(GpuGroups found, Groups expected, Asked asked) {
        try (Offsets offsets = expected.offsets();
                FixedColumn rows = expected.rows();
                FixedColumn first = expected.first();
                FixedColumn ids = expected.ids();
                ListColumn all = expected.all();
                Table keys = down(found.keys())) {
            List<Object> starts = new ArrayList<>();
            IntStream.rangeClosed(0, expected.groupCount()).forEach(group -> starts.add((int) offsets.start(group)));
            assertThat(keys.schema()).as("%s", asked).isEqualTo(expected.keys().schema());
            for (String key : keys.schema().names()) {
                assertThat(keys.values(key))
                        .as("%s", asked)
                        .isEqualTo(expected.keys().values(key));
            }
            assertThat(values(found.offsets(), "offsets")).as("%s", asked).isEqualTo(starts);
            assertThat(values(found.rows(), "rows")).as("%s", asked).isEqualTo(all(rows));
            assertThat(values(found.first(), "first")).as("%s", asked).isEqualTo(all(first));
            assertThat(values(found.ids(), "groups")).as("%s", asked).isEqualTo(all(ids));
            assertThat(values(found.all(), "rows")).as("%s", asked).isEqualTo(all(all));
        }
    }

    private void compareValues(GpuGroups found, Groups expected, Table host, GpuTable device, Asked asked) {
        try (Table values = down(found.values(device));
                Table wanted = expected.values(host);
                Table lists = down(found.lists(LISTED))) {
            for (String name : host.schema().names()) {
                assertThat(values.values(name)).as("%s of %s", name, asked).isEqualTo(wanted.values(name));
            }
            for (int group = 0; group < Math.min(4, found.groupCount()); group++) {
                try (Table rows = down(found.rows(group));
                        Table same = expected.rows(group)) {
                    for (String name : LISTED) {
                        List<@Nullable Object> values1 = same.values(name);
                        assertThat(rows.values(name))
                                .as("%s of %s", name, asked)
                                .isEqualTo(values1);
                        assertThat(lists.values(name).get(group))
                                .as("%s of %s", name, asked)
                                .isEqualTo(values1);
                    }
                    Object[] key = new Object[asked.keys().size()];
                    for (int i = 0; i < key.length; i++) {
                        key[i] = expected.keys().column(i).get(group);
                    }
                    assertThat(found.indexOf(key)).as("%s", asked).isEqualTo(group);
                }
            }
        }
    }

    private void compareAggregates(
            GpuGroups found, Groups expected, QueryContext context, GpuStream stream, Asked asked) {
        Expr[] plain = {
            sum("i").as("s"),
            count().as("c"),
            max("n").as("m"),
            mean("d").as("a"),
            first("t").as("f")
        };
        Expr[] listed = {
            count().as("c"), list("t", true).as("ts"), list("d", false).as("ds")
        };
        for (Expr[] aggregates : List.of(plain, listed)) {
            try (Table actual = down(found.aggregate(context, stream, aggregates));
                    Table wanted = expected.aggregate(context, aggregates)) {
                assertThat(actual.schema().names()).isEqualTo(wanted.schema().names());
                for (String name : wanted.schema().names()) {
                    assertThat(actual.values(name)).as("%s of %s", name, asked).isEqualTo(wanted.values(name));
                }
            }
        }
    }

    /// Lists among the results of a group-by that stay on the device; sets in any order.
    void lists(SplittableRandom random, int mostRows) {
        String of = ScanCases.one(random, VALUES);
        String other = ScanCases.one(random, VALUES);
        Expr[] aggregates = {
            list(of, true).as("list"),
            list(other, false).as("all"),
            collectSet(of).as("set"),
            topK(ScanCases.one(random, List.of("i", "d", "n", "t"))).as("top"),
            collectList(other).filter(col("i").gt(0)).as("some"),
            count().as("c")
        };
        Asked asked = drawn(random);
        QueryContext context = context();
        try (Table host = ScanCases.random(random, mostRows);
                GpuStream stream = gpu.openStream();
                GpuTable device = gpu.load(host);
                GpuTable made = asked.of(device).aggregate(context, stream, aggregates);
                Table actual = made.download(pool, stream);
                Table expected = asked.of(host).aggregate(context, aggregates)) {
            compareGroups(actual, expected, List.of("list", "all", "top", "some", "c"), asked);
            compareSets(actual, expected, asked);
            lists(made, actual, stream);
        }
        assertThat(context.decisions()).anyMatch(decision -> decision.choice().contains("cuda"));
    }

    /// Lists alone, which a sort of the rows puts together: of values that move along with it, of others, and of more
    /// than move along.
    void sortedLists(SplittableRandom random, int mostRows) {
        List<Expr> aggregates = new ArrayList<>();
        int lists = ScanCases.one(random, List.of(1, 1, 2, 3, 9));
        for (int i = 0; i < lists; i++) {
            Expr list = list(ScanCases.one(random, VALUES), random.nextBoolean());
            Expr computed = collectList(col("i").times(2));
            Expr each = random.nextInt(6) == 0 ? computed : list;
            Expr kept = random.nextInt(4) == 0 ? ((Expr.Aggregate) each).filter(col("l").gt(0)) : each;
            aggregates.add(kept.as("l" + i));
        }
        try (Table host = ScanCases.random(random, mostRows)) {
            compareLists(host, drawn(random), aggregates);
        }
    }

    private void compareLists(Table host, Asked asked, List<Expr> lists) {
        List<String> names = lists.stream().map(Expr::outputName).toList();
        Expr[] aggregates = lists.toArray(Expr[]::new);
        QueryContext context = context();
        try (GpuStream stream = gpu.openStream();
                GpuTable device = gpu.load(host);
                GpuTable made = asked.of(device).aggregate(context, stream, aggregates);
                Table actual = made.download(pool, stream);
                Table expected = asked.of(host).aggregate(context, aggregates)) {
            assertThat(actual.schema()).isEqualTo(expected.schema());
            compareGroups(actual, expected, names, asked);
            try (Table downloaded = asked.of(device).download(context, aggregates)) {
                compareGroups(downloaded, expected, names, asked);
            }
        }
        String how = host.rowCount() > 0 ? ListedGroups.HOW : "cuda";
        assertThat(context.decisions()).anyMatch(decision -> decision.choice().contains(how));
    }

    /// Lists by keys whose values are the numbers of groups, of which some have no row, and in a column of each type.
    void listsByValues(SplittableRandom random) {
        listsByValues(random, 7);
        listsByValues(random, Integer.MAX_VALUE);
    }

    /// @param rarity one of so many values is null
    private void listsByValues(SplittableRandom random, int rarity) {
        Schema schema = Schema.of(
                new Field("byte", DataType.INT8),
                new Field("unsigned", DataType.UINT64),
                new Field("code", DataType.UINT32),
                new Field("day", DataType.DATE),
                new Field("price", DataType.decimal(10, 2)),
                new Field("wide", DataType.decimal(38, 3)));
        try (TableBuilder builder = new TableBuilder(schema, MemoryPool.shared())) {
            for (int row = 0; row < 900; row++) {
                @Nullable
                Object[] values = {
                    (byte) random.nextInt(-7, 7),
                    BigInteger.ONE.shiftLeft(63).add(BigInteger.valueOf(random.nextInt(-9, 9))),
                    0xfffffff0L + random.nextInt(16),
                    LocalDate.of(1969, 12, 30).plusDays(random.nextInt(5)),
                    BigDecimal.valueOf(3L * random.nextInt(-4, 4), 2),
                    new BigDecimal(new BigInteger(120, new Random(random.nextLong())), 3)
                };
                for (int column = 0; column < values.length; column++) {
                    values[column] = random.nextInt(rarity) == 0 ? null : values[column];
                }
                builder.row(values);
            }
            try (Table host = builder.build()) {
                for (List<String> keys : List.of(
                        List.of("byte"),
                        List.of("unsigned"),
                        List.of("code"),
                        List.of("day"),
                        List.of("day", "byte", "price"))) {
                    for (NullKeys nulls : NullKeys.values()) {
                        List<Expr> columns = keys.stream().map(Expressions::col).toList();
                        Asked asked = new Asked(columns, Optional.empty(), nulls, GroupsOptions.DEFAULT);
                        compareLists(
                                host,
                                asked,
                                List.of(
                                        list("wide", false).as("l0"),
                                        list("unsigned", true).as("l1")));
                    }
                }
            }
        }
    }

    private static void compareGroups(Table actual, Table expected, List<String> names, Asked asked) {
        assertThat(actual.rowCount()).as("%s", asked).isEqualTo(expected.rowCount());
        List<List<@Nullable Object>> keys = keys(actual, asked);
        List<List<@Nullable Object>> wanted = keys(expected, asked);
        for (int row = 0; row < expected.rowCount(); row++) {
            int at = keys.indexOf(wanted.get(row));
            for (String name : names) {
                assertThat(actual.column(name).get(at))
                        .as("%s of %s, key %s", name, asked, wanted.get(row))
                        .isEqualTo(expected.column(name).get(row));
            }
        }
    }

    private static void compareSets(Table actual, Table expected, Asked asked) {
        List<List<@Nullable Object>> keys = keys(actual, asked);
        List<List<@Nullable Object>> wanted = keys(expected, asked);
        for (int row = 0; row < expected.rowCount(); row++) {
            assertThat(set(actual.column("set").get(keys.indexOf(wanted.get(row)))))
                    .as("%s", asked)
                    .isEqualTo(set(expected.column("set").get(row)));
        }
    }

    private static List<List<@Nullable Object>> keys(Table table, Asked asked) {
        List<List<@Nullable Object>> keys = new ArrayList<>();
        for (int row = 0; row < table.rowCount(); row++) {
            List<@Nullable Object> key = new ArrayList<>();
            for (int i = 0; i < asked.keys().size(); i++) {
                key.add(table.column(i).get(row));
            }
            keys.add(key);
        }
        return keys;
    }

    /// Lists and histograms in an order of groups, which the device brings them into.
    void ordered(SplittableRandom random, int mostRows) {
        String of = ScanCases.one(random, VALUES);
        Expr[] aggregates = {
            list(of, true).as("list"), histogram("i", -10.0, 0.0, 50.0).as("buckets"), count().as("c")
        };
        Order order = ScanCases.one(random, List.of(Order.FIRST_APPEARANCE, Order.SORTED));
        List<String> keys = ScanCases.one(random, List.of(List.of("k"), List.of("t", "k")));
        QueryContext context = context();
        try (Table host = ScanCases.random(random, mostRows);
                GpuStream stream = gpu.openStream();
                GpuTable device = gpu.load(host);
                GpuTable made = device.groupBy(keys.toArray(String[]::new))
                        .order(order)
                        .aggregate(context, stream, aggregates);
                Table actual = made.download(pool, stream);
                Table expected = GroupBy.on(host, keys.toArray(String[]::new))
                        .order(order)
                        .aggregate(context, aggregates)) {
            assertThat(actual.schema().names()).isEqualTo(expected.schema().names());
            for (String name : expected.schema().names()) {
                assertThat(actual.values(name))
                        .as("%s by %s, %s", name, keys, order)
                        .isEqualTo(expected.values(name));
            }
        }
        assertThat(context.decisions()).anyMatch(decision -> decision.choice().contains("cuda"));
    }

    /// Rows of a table that has lists.
    private void lists(GpuTable made, Table all, GpuStream stream) {
        Expr condition = col("c").gt(1);
        try (GpuTable kept = (GpuTable) made.run(new dev.sheaf.resident.ResidentOperator.Filter(condition), context())
                        .orElseThrow();
                Table actual = kept.download(pool, stream)) {
            List<@Nullable Object> wanted = new ArrayList<>();
            List<@Nullable Object> texts = new ArrayList<>();
            for (int row = 0; row < all.rowCount(); row++) {
                if ((Long) all.column("c").get(row) > 1) {
                    wanted.add(all.column("list").get(row));
                    texts.add(all.column("top").get(row));
                }
            }
            assertThat(actual.values("list")).isEqualTo(wanted);
            assertThat(actual.values("top")).isEqualTo(texts);
        }
    }

    private static @Nullable Object set(@Nullable Object list) {
        return list == null ? null : new HashSet<>((List<?>) list);
    }

    private static Expr list(String column, boolean skipNulls) {
        return new Expr.Aggregate(
                new Aggregation.CollectList(skipNulls), List.of(col(column)), Optional.empty(), false);
    }

    private static Expr topK(String column) {
        return new Expr.Aggregate(new Aggregation.TopK(2, true), List.of(col(column)), Optional.empty(), false);
    }

    private Table down(GpuTable table) {
        try (table;
                GpuStream stream = gpu.openStream()) {
            return table.download(pool, stream);
        }
    }

    private List<@Nullable Object> values(GpuTable table, String column) {
        try (Table host = down(table)) {
            return host.values(column);
        }
    }

    private static List<@Nullable Object> all(Column column) {
        List<@Nullable Object> values = new ArrayList<>();
        for (long row = 0; row < column.length(); row++) {
            values.add(column.get(row));
        }
        return values;
    }
}
