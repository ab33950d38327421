package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.last;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.variance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The cases that libcudf tests its streaming group-by with, and where our contract says more, that too.
@ExtendWith(PoolCheck.class)
class StreamingGroupByTest {
    private static final GroupByOptions IN_ORDER = GroupByOptions.DEFAULT.with(Order.SORTED);

    /// Keys 1, 2, 3 with the values 0 to 9.
    private static Tables.Rows basic() {
        int[] keys = {1, 2, 3, 1, 2, 2, 1, 3, 3, 2};
        Tables.Rows rows = Tables.of("k:int32", "v:int32");
        for (int i = 0; i < keys.length; i++) {
            rows.row(keys[i], i);
        }
        return rows;
    }

    private static Tables.Rows nulls() {
        Integer[] keys = {1, 2, 3, 1, 2, 2, 1, null, 3, 2, 4};
        Integer[] values = {null, 1, 2, 3, 4, null, 6, 7, 8, 9, null};
        Tables.Rows rows = Tables.of("k:int32", "v:int32");
        for (int i = 0; i < keys.length; i++) {
            rows.row(keys[i], values[i]);
        }
        return rows;
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).build();
    }

    private static GroupByRequest request(Tables.Rows rows, Expr... aggregates) {
        return GroupByRequest.of(rows.sample().schema(), List.of("k"), aggregates)
                .with(IN_ORDER);
    }

    private static void add(StreamingGroupBy stream, Tables.Rows rows, int from, int to, MemoryPool pool) {
        try (Table table = rows.build(pool);
                Table part = table.slice(from, to - from)) {
            stream.add(part);
        }
    }

    private static void expect(StreamingGroupBy stream, Tables.Rows expected) {
        try (Table result = stream.finalizeResult()) {
            Tables.assertSame(expected, result, Comparison.ORDERED.rounded());
        }
    }

    @Test
    void batchesGiveWhatOneTableGives(MemoryPool pool) {
        GroupByRequest request = request(
                basic(), sum("v"), mean("v"), min("v"), max("v"), count("v"), variance("v"), std("v"), product("v"));
        try (StreamingGroupBy stream = StreamingGroupBy.open(request, context(pool))) {
            add(stream, basic(), 0, 4, pool);
            add(stream, basic(), 4, 9, pool);
            add(stream, basic(), 9, 10, pool);
            assertThat(stream.distinctKeys()).isEqualTo(3);
            assertThat(stream.rows()).isEqualTo(10);
            expect(
                    stream,
                    Tables.of(
                                    "k:int32",
                                    "sum(v):int64",
                                    "mean(v):float64",
                                    "min(v):int32",
                                    "max(v):int32",
                                    "count(v):int64",
                                    "var_samp(v):float64",
                                    "stddev_samp(v):float64",
                                    "product(v):int64")
                            .row(1, 9, 3.0, 0, 6, 3, 9.0, 3.0, 0)
                            .row(2, 19, 4.75, 1, 9, 4, 131.0 / 12, Math.sqrt(131.0 / 12), 180)
                            .row(3, 17, 17.0 / 3, 2, 8, 3, 31.0 / 3, Math.sqrt(31.0 / 3), 112));
        }
    }

    @Test
    void rowsWithNullKeysAreLeftOutAndNullValuesSkipped(MemoryPool pool) {
        GroupByRequest request = request(nulls(), sum("v"), count("v"), count().as("rows"), variance("v"))
                .with(IN_ORDER.with(NullKeys.EXCLUDE));
        try (StreamingGroupBy stream = StreamingGroupBy.open(request, context(pool))) {
            add(stream, nulls(), 0, 6, pool);
            add(stream, nulls(), 6, 11, pool);
            assertThat(stream.distinctKeys()).isEqualTo(4);
            expect(
                    stream,
                    Tables.of("k:int32", "sum(v):int64", "count(v):int64", "rows:int64", "var_samp(v):float64")
                            .row(1, 9, 2, 3, 4.5)
                            .row(2, 14, 3, 4, 49.0 / 3)
                            .row(3, 10, 2, 2, 18.0)
                            .row(4, null, 0, 1, null));
        }
    }

    @Test
    void nullIsAKeyUnlessLeftOut(MemoryPool pool) {
        GroupByRequest request = request(nulls(), sum("v"));
        try (StreamingGroupBy stream = StreamingGroupBy.open(request, context(pool))) {
            add(stream, nulls(), 0, 8, pool);
            add(stream, nulls(), 8, 11, pool);
            assertThat(stream.distinctKeys()).isEqualTo(5);
            expect(
                    stream,
                    Tables.of("k:int32", "sum(v):int64")
                            .row(1, 9)
                            .row(2, 14)
                            .row(3, 10)
                            .row(4, null)
                            .row(null, 7));
        }
    }

    @Test
    void nothingAddedGivesNoGroupsAndOneWithoutKeys(MemoryPool pool) {
        GroupByRequest keyed = request(basic(), sum("v"));
        try (StreamingGroupBy stream = StreamingGroupBy.open(keyed, context(pool))) {
            expect(stream, Tables.of("k:int32", "sum(v):int64"));
            add(stream, basic(), 0, 0, pool);
            assertThat(stream.distinctKeys()).isZero();
            expect(stream, Tables.of("k:int32", "sum(v):int64"));
        }
        GroupByRequest whole = GroupByRequest.of(basic().sample().schema(), List.of(), sum("v"), count().as("n"));
        try (StreamingGroupBy stream = StreamingGroupBy.open(whole, context(pool))) {
            expect(stream, Tables.of("sum(v):int64", "n:int64").row(null, 0));
            add(stream, basic(), 0, 10, pool);
            expect(stream, Tables.of("sum(v):int64", "n:int64").row(45, 10));
        }
    }

    @Test
    void aResultChangesNothingAndMayBeAskedForAgain(MemoryPool pool) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(request(basic(), sum("v")), context(pool))) {
            add(stream, basic(), 0, 3, pool);
            try (Table early = stream.finalizeResult()) {
                add(stream, basic(), 3, 10, pool);
                Tables.Rows all = Tables.of("k:int32", "sum(v):int64")
                        .row(1, 9)
                        .row(2, 19)
                        .row(3, 17);
                expect(stream, all);
                expect(stream, all);
                Tables.assertSame(
                        Tables.of("k:int32", "sum(v):int64").row(1, 0).row(2, 1).row(3, 2), early);
            }
        }
    }

    @Test
    void rowsOfTheOtherFollowMine(MemoryPool pool) {
        GroupByRequest request =
                request(basic(), first("v"), last("v"), argMin(col("k")).as("at"), sum("v"));
        try (StreamingGroupBy mine = StreamingGroupBy.open(request, context(pool));
                StreamingGroupBy other = StreamingGroupBy.open(request, context(pool))) {
            add(mine, basic(), 0, 2, pool);
            add(other, basic(), 2, 10, pool);
            mine.merge(other);
            Tables.Rows both = Tables.of("k:int32", "first(v):int32", "last(v):int32", "at:int64", "sum(v):int64")
                    .row(1, 0, 6, 0, 9)
                    .row(2, 1, 9, 1, 19)
                    .row(3, 2, 8, 2, 17);
            expect(mine, both);
            assertThat(mine.rows()).isEqualTo(10);
            assertThat(other.rows()).isEqualTo(8);
        }
    }

    @Test
    void emptyOnesMergeBothWays(MemoryPool pool) {
        GroupByRequest request = request(basic(), sum("v"));
        try (StreamingGroupBy full = StreamingGroupBy.open(request, context(pool));
                StreamingGroupBy empty = StreamingGroupBy.open(request, context(pool));
                StreamingGroupBy target = StreamingGroupBy.open(request, context(pool))) {
            add(full, basic(), 0, 10, pool);
            full.merge(empty);
            target.merge(full);
            target.merge(target);
            expect(
                    target,
                    Tables.of("k:int32", "sum(v):int64").row(1, 18).row(2, 38).row(3, 34));
        }
    }

    @Test
    void tooManyKeysLeaveTheStateAsItWas(MemoryPool pool) {
        GroupByRequest request = request(basic(), sum("v"), count().as("n"));
        try (StreamingGroupBy stream = StreamingGroupBy.open(request, 2, context(pool))) {
            add(stream, basic(), 0, 2, pool);
            assertThatThrownBy(() -> add(stream, basic(), 0, 10, pool))
                    .isInstanceOf(KeyLimitException.class)
                    .hasMessageContaining("at most 2 distinct keys")
                    .hasMessageContaining("there are 3");
            assertThat(stream.distinctKeys()).isEqualTo(2);
            assertThat(stream.rows()).isEqualTo(2);
            add(stream, basic(), 3, 7, pool);
            expect(
                    stream,
                    Tables.of("k:int32", "sum(v):int64", "n:int64").row(1, 9, 3).row(2, 10, 3));
        }
    }

    @Test
    void anotherStateWithTooManyKeysIsNotTaken(MemoryPool pool) {
        GroupByRequest request = request(nulls(), sum("v"), last("v"));
        try (StreamingGroupBy small = StreamingGroupBy.open(request, 3, context(pool));
                StreamingGroupBy large = StreamingGroupBy.open(request, context(pool))) {
            add(small, nulls(), 0, 2, pool);
            add(large, nulls(), 0, 11, pool);
            assertThatThrownBy(() -> small.merge(large)).isInstanceOf(KeyLimitException.class);
            expect(
                    small,
                    Tables.of("k:int32", "sum(v):int64", "last(v):int32")
                            .row(1, null, null)
                            .row(2, 1, 1));
        }
    }

    @Test
    void aBatchMayHaveMoreRowsThanThereMayBeKeys(MemoryPool pool) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(request(basic(), sum("v")), 3, context(pool))) {
            add(stream, basic(), 0, 10, pool);
            assertThat(stream.distinctKeys()).isEqualTo(3);
        }
    }

    @Test
    void aValueThatCannotBeComputedLeavesTheStateAsItWas(MemoryPool pool) {
        Tables.Rows rows =
                Tables.of("k:int32", "v:string").row(1, "1").row(2, "2").row(1, "x");
        GroupByRequest request =
                request(rows, sum(col("v").cast(DataType.INT32)).as("s"), count().as("n"));
        try (StreamingGroupBy stream = StreamingGroupBy.open(request, context(pool))) {
            add(stream, rows, 0, 2, pool);
            assertThatThrownBy(() -> add(stream, rows, 0, 3, pool)).hasMessageContaining("x");
            add(stream, rows, 1, 2, pool);
            expect(
                    stream,
                    Tables.of("k:int32", "s:int64", "n:int64").row(1, 1, 1).row(2, 4, 2));
        }
    }

    @Test
    void textListsAndSeveralColumnsAreKeys(MemoryPool pool) {
        Tables.Rows rows = Tables.of("a:string", "b:list<int32>", "c:float64", "v:int64")
                .row("x", List.of(1, 2), 0.0, 1)
                .row("y", List.of(), Double.NaN, 2)
                .row("x", List.of(1, 2), -0.0, 4)
                .row("y", List.of(), Double.NaN, 8)
                .row("x", List.of(1), 0.0, 16);
        GroupByRequest request = GroupByRequest.of(rows.sample().schema(), List.of("a", "b", "c"), sum("v"))
                .with(GroupByOptions.DEFAULT.with(Order.FIRST_APPEARANCE));
        try (StreamingGroupBy stream = StreamingGroupBy.open(request, context(pool))) {
            add(stream, rows, 0, 2, pool);
            add(stream, rows, 2, 5, pool);
            expect(
                    stream,
                    Tables.of("a:string", "b:list<int32>", "c:float64", "sum(v):int64")
                            .row("x", List.of(1, 2), 0.0, 5)
                            .row("y", List.of(), Double.NaN, 10)
                            .row("x", List.of(1), 0.0, 16));
        }
    }

    @Test
    void overflowIsDecidedByTheTotal(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:int64")
                .row(1, Long.MAX_VALUE)
                .row(1, Long.MAX_VALUE)
                .row(1, -Long.MAX_VALUE);
        try (StreamingGroupBy stream = StreamingGroupBy.open(request(rows, sum("v")), context(pool))) {
            add(stream, rows, 0, 2, pool);
            assertThatThrownBy(stream::finalizeResult)
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("sum(v)");
            add(stream, rows, 2, 3, pool);
            expect(stream, Tables.of("k:int32", "sum(v):int64").row(1, Long.MAX_VALUE));
        }
    }

    @Test
    void statesOfOtherRequestsAreRefused(MemoryPool pool) {
        try (StreamingGroupBy sums = StreamingGroupBy.open(request(basic(), sum("v")), context(pool));
                StreamingGroupBy means = StreamingGroupBy.open(request(basic(), mean("v")), context(pool));
                StreamingGroupBy nulls = StreamingGroupBy.open(
                        request(basic(), sum("v")).with(IN_ORDER.with(NullKeys.EXCLUDE)), context(pool))) {
            assertThatThrownBy(() -> sums.merge(means))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("aggregates are [sum(v) as sum(v)] here and [mean(v) as mean(v)] there");
            assertThatThrownBy(() -> sums.merge(nulls))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("options are");
        }
    }

    @Test
    void badRequestsAndBatchesAreRefused(MemoryPool pool) {
        Tables.Rows text = Tables.of("k:int32", "v:string").row(1, "a");
        assertThatThrownBy(() -> StreamingGroupBy.open(request(text, sum("v")), context(pool)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StreamingGroupBy.open(request(basic(), sum("v")), 0, context(pool)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxDistinctKeys");
        try (StreamingGroupBy stream = StreamingGroupBy.open(request(basic(), sum("v")), context(pool))) {
            assertThatThrownBy(() -> add(stream, text, 0, 1, pool))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("column \"v\" is string");
        }
    }

    @Test
    void supportIsThatOfTheRegistry() {
        assertThat(StreamingGroupBy.isSupported(DataType.INT32, AggregationKind.SUM))
                .isTrue();
        assertThat(StreamingGroupBy.isSupported(DataType.STRING, AggregationKind.SUM))
                .isFalse();
        assertThat(StreamingGroupBy.isSupported(DataType.STRING, AggregationKind.MIN))
                .isTrue();
        assertThat(StreamingGroupBy.isSupported(DataType.FLOAT64, AggregationKind.CORRELATION))
                .isTrue();
        for (AggregationKind kind : AggregationKind.values()) {
            DataType type = switch (kind) {
                case ANY, ALL -> DataType.BOOL;
                case JOIN -> DataType.STRING;
                case MERGE_COUNTS, MERGE_M2, MERGE_TDIGEST -> DataType.NULL;
                default -> DataType.INT64;
            };
            assertThat(StreamingGroupBy.isSupported(type, kind)).as(kind.name()).isTrue();
        }
    }

    @Test
    void memoryGrowsWithKeysAndNotWithRows(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:int64");
        for (int i = 0; i < 1000; i++) {
            rows.row(i % 100, i);
        }
        try (Table table = rows.build(pool);
                StreamingGroupBy stream =
                        StreamingGroupBy.open(request(rows, sum("v"), min("v"), first("v")), context(pool))) {
            stream.add(table);
            long used = pool.usedBytes();
            for (int i = 0; i < 2000; i++) {
                stream.add(table);
            }
            assertThat(pool.usedBytes()).isLessThan(used + (4 << 20));
            assertThat(stream.distinctKeys()).isEqualTo(100);
        }
    }

    /// Keys of twenty bits would be numbered by an index of 4 MiB.
    @Test
    void anIndexOfKeysTakesAPartOfTheMemoryThatThereIs() {
        try (MemoryPool little = MemoryPool.withLimit(3 << 20)) {
            try (Table batch = Table.of("k", new int[] {0, 1_000_000, 0});
                    StreamingGroupBy stream = StreamingGroupBy.open(
                            GroupByRequest.of(batch.schema(), List.of("k"), count().as("n"))
                                    .with(IN_ORDER),
                            context(little))) {
                stream.add(batch);
                try (Table result = stream.finalizeResult()) {
                    assertThat(result.longs("n")).containsExactly(2, 1);
                }
            }
            PoolCheck.assertEmpty(little);
        }
    }

    @Test
    void severalThreadsAddToOne(MemoryPool pool) throws Exception {
        int threads = 4;
        int batches = 40;
        int rows = 5_000;
        int[] keys = IntStream.range(0, rows).map(row -> row % 7).toArray();
        long[] values = IntStream.range(0, rows).mapToLong(row -> row).toArray();
        try (Table batch = Table.of("k", keys, "v", values);
                ExecutorService executor = Executors.newFixedThreadPool(threads);
                StreamingGroupBy stream = StreamingGroupBy.open(
                        GroupByRequest.of(batch.schema(), List.of("k"), count().as("n"), sum("v").as("s"), max("v"))
                                .with(IN_ORDER),
                        context(pool))) {
            List<Future<?>> adding = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                adding.add(executor.submit(() -> {
                    for (int j = 0; j < batches; j++) {
                        // Whole batches may be grouped apart, short ones wait for their turn.
                        try (Table part = batch.slice(0, j % 2 == 0 ? rows : 70)) {
                            stream.add(part);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> done : adding) {
                done.get();
            }
            long added = (long) threads * batches / 2 * (rows + 70);
            assertThat(stream.rows()).isEqualTo(added);
            try (Table result = stream.finalizeResult()) {
                assertThat(Arrays.stream(result.longs("n")).sum()).isEqualTo(added);
                long sum = Arrays.stream(values).sum() + LongStream.range(0, 70).sum();
                assertThat(result.values("s").stream()
                                .mapToLong(each -> ((Number) each).longValue())
                                .sum())
                        .isEqualTo((long) threads * batches / 2 * sum);
            }
        }
    }

    @Test
    void aConsumerOfResultsCannotAdd(MemoryPool pool) {
        try (Table table = basic().build(pool);
                StreamingGroupBy stream = StreamingGroupBy.open(request(basic(), sum("v")), context(pool))) {
            stream.add(table);
            assertThatThrownBy(() -> stream.forEachResult(_ -> stream.add(table)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("after the consumer has returned");
        }
    }
}
