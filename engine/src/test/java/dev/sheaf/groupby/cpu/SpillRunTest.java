package dev.sheaf.groupby.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Offer;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.StreamingGroupBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.query.SourceStats;
import dev.sheaf.testing.PoolCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Group-bys of more than their memory holds, of rows that are made as they are read.
class SpillRunTest {
    private static final Schema SCHEMA =
            Schema.of(new Field("a", DataType.STRING), new Field("b", DataType.STRING), new Field("v", DataType.INT64));
    private static final int ROWS = 400_000;
    private static final int FEW_ROWS = 100_000;
    private static final int BATCH_ROWS = 20_000;

    @TempDir
    Path folder;

    @AfterEach
    void nothingIsLeft() {
        assertThat(folder).isEmptyDirectory();
    }

    private QueryContext context(MemoryPool pool, Map<String, String> settings) {
        return QueryContext.builder()
                .pool(pool)
                .threads(2)
                .spillFolder(folder)
                .settings(new Settings(settings))
                .build();
    }

    private static GroupByRequest request(String... keys) {
        return GroupByRequest.of(
                SCHEMA,
                List.of(keys),
                Expressions.sum("v").as("sum"),
                Expressions.count().as("rows"));
    }

    @Test
    void anOfferForetellsThatGroupsMaySpill() {
        try (MemoryPool pool = MemoryPool.withLimit(32L << 20)) {
            QueryContext context = context(pool, Map.of());
            assertThat(reason(request("a", "b"), ROWS, context))
                    .isEqualTo("always there; may spill: as many as 400,000 groups of about 104 bytes would take"
                            + " 39.7 MiB, and they may take 12.8 MiB of the memory limit of 32.0 MiB");
            assertThat(reason(request("a", "b"), FEW_ROWS, context)).isEqualTo("always there");
            assertThat(reason(request(), ROWS, context)).isEqualTo("always there");
        }
    }

    private static String reason(GroupByRequest request, long rows, QueryContext context) {
        return ((Offer.Accepted) new CpuBackend().offer(request, SourceStats.ofRows(rows), context)).reason();
    }

    /// A few long texts are the keys of many groups, and written out they would take more than the limit.
    @Test
    void fewTextsOfManyGroupsAreCodesInTheResult() {
        int[] numbers = IntStream.range(0, 200_000).toArray();
        String[] texts = Arrays.stream(numbers)
                .mapToObj(i -> "one of two thousand texts of about fifty bytes " + i * 7919L % 2000)
                .toArray(String[]::new);
        try (Table table = Table.of("text", texts, "number", numbers);
                MemoryPool pool = MemoryPool.withLimit(10 << 20)) {
            QueryContext context = context(pool, Map.of());
            try (Table groups = GroupBy.on(table, "text", "number")
                    .aggregate(context, Expressions.sum("number").as("sum"))) {
                assertThat(groups.rowCount()).isEqualTo(numbers.length);
                assertThat(groups.rows())
                        .allSatisfy(
                                row -> assertThat(row.getString("text")).isEqualTo(texts[(int) row.getLong("sum")]));
            }
            assertThat(context.spill().bytesWritten()).isPositive();
            PoolCheck.assertEmpty(pool);
        }
    }

    /// Neither key has half as many texts as there are groups when that is asked; both together have.
    @Test
    void fewTextsOfTwoKeysAreCodesInTheResult() {
        int[] numbers = IntStream.range(0, 200_000).toArray();
        String[] first = fewTexts("one", numbers, 7919);
        String[] second = fewTexts("two", numbers, 104_729);
        try (Table table = Table.of("first", first, "second", second, "number", numbers);
                MemoryPool pool = MemoryPool.withLimit(16 << 20)) {
            QueryContext context = context(pool, Map.of());
            try (Table groups = GroupBy.on(table, "first", "second", "number")
                    .aggregate(context, Expressions.sum("number").as("sum"))) {
                assertThat(groups.rowCount()).isEqualTo(numbers.length);
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    private static String[] fewTexts(String name, int[] numbers, long step) {
        return Arrays.stream(numbers)
                .mapToObj(i -> name + " of two thousand texts of two hundred bytes" + ".".repeat(150) + i * step % 2000)
                .toArray(String[]::new);
    }

    /// Keys of two texts each, all different: the texts alone take more than the limit.
    @Test
    void textsOfSeveralKeysGoToDiskWithTheirGroups() {
        long limit = 32L << 20;
        try (MemoryPool pool = MemoryPool.withLimit(limit)) {
            QueryContext context = context(pool, Map.of());
            check(run(request("a", "b"), context), ROWS);
            assertThat(context.spill().bytesWritten()).isGreaterThan(limit);
            PoolCheck.assertEmpty(pool);
        }
    }

    /// A whole morsel's texts take more than the limit.
    @ParameterizedTest
    @CsvSource({"2, a", "7, a", "7, a b"})
    void morselsOfLongTextsAreCut(int failing, String keys) {
        int rows = 8192;
        String[] texts = new String[rows];
        long[] values = new long[rows];
        for (int i = 0; i < rows; i++) {
            texts[i] = "%d %s".formatted(i, "text ".repeat(400));
            values[i] = i;
        }
        try (MemoryPool pool = MemoryPool.withLimit(12L << 20)) {
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .threads(1)
                    .spillFolder(folder)
                    .build();
            Table table = Table.of("a", texts, "b", texts, "v", values);
            long[] found =
                    run(filtered(failing, keys.split(" ")), new TableSource(table.schema(), List.of(table)), context);
            assertThat(found[0])
                    .isEqualTo(found[2])
                    .isEqualTo(LongStream.range(0, rows)
                            .filter(v -> v % failing != 0)
                            .count());
            assertThat(found[1])
                    .isEqualTo(LongStream.range(0, rows)
                            .filter(v -> v % failing != 0)
                            .sum());
            assertThat(context.spill().bytesWritten()).isPositive();
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void batchesOfAStreamAreCutToo() {
        int rows = 8192;
        String[] texts = new String[rows];
        for (int i = 0; i < rows; i++) {
            texts[i] = "%d %s".formatted(i, "text ".repeat(400));
        }
        long[] found = new long[3];
        try (MemoryPool pool = MemoryPool.withLimit(20L << 20);
                Table table = Table.of("a", texts, "b", texts, "v", new long[rows]);
                StreamingGroupBy stream = StreamingGroupBy.open(request("a"), context(pool, Map.of()))) {
            stream.add(table);
            stream.forEachResult(part -> add(part, found));
        }
        assertThat(found).containsExactly(rows, 0, rows);
    }

    private static GroupByRequest filtered(int failing, String... keys) {
        GroupByRequest all = request(keys);
        Expr passes =
                Expressions.call(Function.MODULO, Expressions.col("v"), failing).ne(0);
        return new GroupByRequest(all.input(), Optional.of(passes), all.keys(), all.aggregates(), all.options());
    }

    /// Pairs of a key and a value, both texts and all different, take more than groups may have.
    @Test
    void distinctValuesGoToDiskWithTheirKeys() {
        long limit = 32L << 20;
        try (MemoryPool pool = MemoryPool.withLimit(limit)) {
            QueryContext context = context(pool, Map.of());
            GroupByRequest request = GroupByRequest.of(
                    SCHEMA,
                    List.of("b"),
                    Expressions.sum("v").as("sum"),
                    Expressions.nunique("a").as("rows"));
            check(run(request, context), ROWS);
            assertThat(context.spill().bytesWritten()).isGreaterThan(limit / 2);
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void partitionsThatDoNotFitAreSplitAgain() {
        try (MemoryPool pool = MemoryPool.withLimit(64L << 20)) {
            QueryContext context = context(pool, Map.of("cpu.partitions", "2", "cpu.spill.bytes", "3000000"));
            check(run(request("v"), context), ROWS);
            assertThat(context.spill().partitions()).isGreaterThan(2);
            PoolCheck.assertEmpty(pool);
        }
    }

    /// Neither the groups nor the sorted result fit.
    @ParameterizedTest
    @EnumSource(
            value = Order.class,
            names = {"SORTED", "FIRST_APPEARANCE"})
    void resultsInOrderMayBeMoreThanMemoryHolds(Order order) {
        try (MemoryPool pool = MemoryPool.withLimit(32L << 20)) {
            QueryContext context = context(pool, Map.of());
            GroupByRequest request = request("b", "a").with(GroupByOptions.DEFAULT.with(order));
            check(runInOrder(request, context, order), ROWS);
            assertThat(context.decisions().toString()).contains("external: ");
            PoolCheck.assertEmpty(pool);
        }
    }

    private long[] runInOrder(GroupByRequest request, QueryContext context, Order order) {
        long[] found = new long[3];
        long nextRow = 0;
        String before = "";
        try (BatchSource source = new Generated();
                BatchSource result = new CpuBackend().execute(request, source, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                try (Batch open = batch) {
                    assertThat(open.firstRow()).isEqualTo(nextRow);
                    nextRow += open.rowCount();
                    add(open.table(), found);
                    before = inOrder(open.table(), before, order, nextRow - open.rowCount());
                }
            }
        }
        return found;
    }

    /// Returns the last key.
    private static String inOrder(Table table, String before, Order order, long firstRow) {
        String last = before;
        List<Object> keys = table.values("b");
        long[] values = table.longs("sum");
        for (int row = 0; row < keys.size(); row++) {
            String key = (String) keys.get(row);
            boolean inPlace = order == Order.SORTED ? key.compareTo(last) > 0 : values[row] == firstRow + row;
            if (!inPlace) {
                throw new AssertionError(key + " after " + last + " in row " + (firstRow + row));
            }
            last = key;
        }
        return last;
    }

    @Test
    void resultsOfAStreamInOrderMayBeMoreThanMemoryHolds() {
        try (MemoryPool pool = MemoryPool.withLimit(32L << 20)) {
            QueryContext context = context(pool, Map.of());
            GroupByRequest request = request("b", "a").with(GroupByOptions.DEFAULT.with(Order.SORTED));
            try (StreamingGroupBy stream = StreamingGroupBy.open(request, context);
                    BatchSource source = new Generated()) {
                stream.addAll(source);
                long[] found = new long[3];
                String[] before = {""};
                stream.forEachResult(table -> {
                    before[0] = inOrder(table, before[0], Order.SORTED, 0);
                    add(table, found);
                });
                check(found, ROWS);
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    /// A limit of one byte splits every partition as often as it can be.
    @Test
    void fewFilesAreOpenHoweverSmallTheMemory() throws Exception {
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context = context(pool, Map.of("cpu.spill.bytes", "1", "cpu.partitions", "4"));
            long[] found = new long[3];
            long files = 0;
            try (BatchSource source = new Generated(FEW_ROWS);
                    BatchSource result = new CpuBackend().execute(request("v"), source, context)) {
                Batch batch;
                while ((batch = result.next(context)) != null) {
                    try (Batch open = batch) {
                        add(open.table(), found);
                    }
                    files = Math.max(files, files());
                }
            }
            assertThat(found[0]).isEqualTo(FEW_ROWS);
            assertThat(context.spill().partitions()).isGreaterThan(4);
            assertThat(files).isBetween(2L, 5L);
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void resultsOfAStreamLeaveNoFilesBehind() throws Exception {
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context = context(pool, Map.of("cpu.spill.bytes", "1", "cpu.partitions", "4"));
            try (StreamingGroupBy stream = StreamingGroupBy.open(request("v"), context);
                    BatchSource source = new Generated(FEW_ROWS)) {
                stream.addAll(source);
                for (int i = 0; i < 2; i++) {
                    assertThat(stream.distinctKeys()).isEqualTo(FEW_ROWS);
                    assertThat(files()).isEqualTo(1);
                }
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    private long files() throws Exception {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(".spill")).count();
        }
    }

    @Test
    void streamsGoOnAndGiveTheirResultAgainAndAgain() {
        try (MemoryPool pool = MemoryPool.withLimit(32L << 20)) {
            QueryContext context = context(pool, Map.of());
            try (StreamingGroupBy stream = StreamingGroupBy.open(request("a", "b"), context);
                    BatchSource source = new Generated()) {
                stream.addAll(source);
                assertThat(stream.distinctKeys()).isEqualTo(ROWS);
                for (int i = 0; i < 2; i++) {
                    long[] found = new long[3];
                    stream.forEachResult(table -> add(table, found));
                    check(found, ROWS);
                }
            }
            assertThat(context.spill().bytesWritten()).isPositive();
            PoolCheck.assertEmpty(pool);
        }
    }

    /// Groups, the sum of sums, and the sum of counts.
    private long[] run(GroupByRequest request, QueryContext context) {
        return run(request, new Generated(), context);
    }

    private static long[] run(GroupByRequest request, BatchSource source, QueryContext context) {
        long[] found = new long[3];
        try (source;
                BatchSource result = new CpuBackend().execute(request, source, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                try (Batch open = batch) {
                    add(open.table(), found);
                }
            }
        }
        return found;
    }

    private static void add(Table table, long[] found) {
        found[0] += table.rowCount();
        found[1] += LongStream.of(table.longs("sum")).sum();
        found[2] += LongStream.of(table.longs("rows")).sum();
    }

    private static void check(long[] found, long groups) {
        assertThat(found).containsExactly(groups, (long) ROWS * (ROWS - 1) / 2, ROWS);
    }

    private static final class Generated implements BatchSource {
        private final AtomicLong next = new AtomicLong();
        private final long rows;

        Generated() {
            this(ROWS);
        }

        Generated(long rows) {
            this.rows = rows;
        }

        @Override
        public Schema schema() {
            return SCHEMA;
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            long first = next.getAndAdd(BATCH_ROWS);
            if (first >= rows) {
                return null;
            }
            String[] a = new String[BATCH_ROWS];
            String[] b = new String[BATCH_ROWS];
            long[] v = new long[BATCH_ROWS];
            for (int i = 0; i < BATCH_ROWS; i++) {
                v[i] = first + i;
                a[i] = "a rather long key number " + v[i];
                b[i] = v[i] + " is also a key that is not short";
            }
            return new Batch(Table.of("a", a, "b", b, "v", v), first);
        }

        @Override
        public void close() {}
    }
}
