package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The cases that libcudf tests its streaming group-by with: those of data by its names from [StreamingCases] and
/// [StreamingKeyCases], the others below, each with the name that it has there. What differs by our contract is
/// said at the case, and in docs/design/partial-state.md.
@ExtendWith(PoolCheck.class)
class StreamingSuiteTest {
    private static Stream<StreamingCase> cases() {
        return Stream.concat(StreamingCases.all(), StreamingKeyCases.all());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void batchesInOneObjectGiveTheResult(StreamingCase batches, MemoryPool pool) {
        batches.checkStreamed(pool);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void objectsOfABatchEachMergeIntoTheResult(StreamingCase batches, MemoryPool pool) {
        batches.checkMerged(pool);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void statesOfABatchEachMergeIntoTheResult(StreamingCase batches, MemoryPool pool) {
        batches.checkStates(pool);
    }

    private static Tables.Rows rows(int... keysAndValues) {
        Tables.Rows rows = Tables.of("k:int32", "v:int32");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            rows.row(keysAndValues[i], keysAndValues[i + 1]);
        }
        return rows;
    }

    private static GroupByRequest sums() {
        return request(rows(), List.of("k"), sum("v").as("s"));
    }

    private static GroupByRequest request(Tables.Rows rows, List<String> keys, Expr... aggregates) {
        return GroupByRequest.of(rows.sample().schema(), keys, aggregates)
                .with(GroupByOptions.DEFAULT.with(Order.SORTED));
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).build();
    }

    private static void expect(StreamingGroupBy stream, int... keysAndSums) {
        Tables.Rows expected = Tables.of("k:int32", "s:int64");
        for (int i = 0; i < keysAndSums.length; i += 2) {
            expected.row(keysAndSums[i], keysAndSums[i + 1]);
        }
        try (Table result = stream.finalizeResult()) {
            Tables.assertSame(expected, result);
        }
    }

    /// MemoryResource. What is allocated comes from the pool of the context.
    @Test
    void statesLieInThePoolOfTheContext(MemoryPool pool) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(sums(), context(pool))) {
            StreamingCase.add(stream, rows(1, 10, 2, 20, 3, 30, 1, 40), pool);
            assertThat(pool.usedBytes()).isPositive();
        }
    }

    /// ConcurrentAggregate. One object is for one thread here: threads have one each, and those are merged.
    @Test
    void threadsHaveAnObjectEachAndMergeThem(MemoryPool pool) {
        StreamingGroupBy[] streams = new StreamingGroupBy[8];
        QueryContext context = QueryContext.builder().pool(pool).threads(8).build();
        Workers.forEach(context, streams.length, i -> {
            streams[i] = StreamingGroupBy.open(sums(), context);
            StreamingCase.add(streams[i], rows(0, 1, 1, 10, i + 2, 100), pool);
        });
        try (StreamingGroupBy all = StreamingGroupBy.open(sums(), context)) {
            for (StreamingGroupBy stream : streams) {
                all.merge(stream);
                stream.close();
            }
            expect(all, 0, 8, 1, 80, 2, 100, 3, 100, 4, 100, 5, 100, 6, 100, 7, 100, 8, 100, 9, 100);
        }
    }

    /// BatchExceedsMaxDistinctKeysThrows and BatchExceedingMaxDistinctKeysThrows. Keys count here, not rows, and a
    /// batch that is refused has changed nothing.
    @Test
    void aBatchOfTooManyKeysIsRefusedWhole(MemoryPool pool) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(sums(), 3, context(pool))) {
            assertThatThrownBy(() -> StreamingCase.add(stream, rows(1, 10, 2, 20, 3, 30, 4, 40, 5, 50), pool))
                    .isInstanceOf(KeyLimitException.class);
            assertThatThrownBy(() -> StreamingCase.add(stream, rows(0, 10, 1, 20, 2, 30, 3, 40), pool))
                    .isInstanceOf(KeyLimitException.class);
            assertThat(stream.distinctKeys()).isZero();
            expect(stream);
        }
    }

    /// ExceedsDistinctKeyCapacityThrows. There the object is of no more use but for its result, and may hold a key
    /// too many; here it goes on with what it held.
    @Test
    void aKeyTooManyIsRefusedAndTheObjectGoesOn(MemoryPool pool) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(sums(), 4, context(pool))) {
            StreamingCase.add(stream, rows(0, 10, 1, 20, 2, 30, 3, 40), pool);
            assertThatThrownBy(() -> StreamingCase.add(stream, rows(4, 50), pool))
                    .isInstanceOf(KeyLimitException.class);
            assertThat(stream.distinctKeys()).isEqualTo(4);
            StreamingCase.add(stream, rows(), pool);
            StreamingCase.add(stream, rows(3, 2), pool);
            expect(stream, 0, 10, 1, 20, 2, 30, 3, 42);
        }
    }

    /// CumulativeRowsCanExceedMaxDistinctKeys.
    @Test
    void rowsMayBeManyMoreThanKeys(MemoryPool pool) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(sums(), 3, context(pool))) {
            for (int i = 0; i < 5; i++) {
                StreamingCase.add(stream, rows(0, 10, 1, 20, 2, 30), pool);
            }
            assertThat(stream.distinctKeys()).isEqualTo(3);
            expect(stream, 0, 50, 1, 100, 2, 150);
        }
    }

    /// SlicedInputColumns.
    @Test
    void rowsOfASliceAreItsOwn(MemoryPool pool) {
        try (Table whole = rows(0, 10, 1, 20, 2, 30, 3, 40, 1, 50, 2, 60).build(pool);
                Table slice = whole.slice(2, 4);
                StreamingGroupBy stream = StreamingGroupBy.open(sums(), context(pool))) {
            stream.add(slice);
            expect(stream, 1, 50, 2, 90, 3, 40);
        }
    }

    /// FinalizeBeforeAggregateThrows. No rows are an input like any other here, and have no groups.
    @Test
    void aResultBeforeTheFirstRowIsEmpty(MemoryPool pool) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(sums(), context(pool))) {
            expect(stream);
        }
    }

    /// MergeDifferentKeyTypesThrows.
    @Test
    void objectsOfOtherKeyTypesDoNotMerge(MemoryPool pool) {
        GroupByRequest wide = request(Tables.of("k:int64", "v:int32"), List.of("k"), sum("v").as("s"));
        GroupByRequest text = request(Tables.of("k:string", "v:int32"), List.of("k"), sum("v").as("s"));
        try (StreamingGroupBy ints = StreamingGroupBy.open(sums(), context(pool));
                StreamingGroupBy longs = StreamingGroupBy.open(wide, context(pool));
                StreamingGroupBy texts = StreamingGroupBy.open(text, context(pool))) {
            assertThatThrownBy(() -> ints.merge(longs)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> ints.merge(texts)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> texts.merge(ints)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /// PackedManyKeysUpToMaxDistinctKeys: ten batches, half of each keys of its own and half keys of all.
    @Test
    void thereMayBeExactlyAsManyKeysAsAllowed(MemoryPool pool) {
        Tables.Rows all = Tables.of("a:int32", "b:int16", "v:int32");
        GroupByRequest request = request(all, List.of("a", "b"), sum("v"), min("v"), max("v"), count().as("n"));
        try (StreamingGroupBy stream = StreamingGroupBy.open(request, 2_750, context(pool))) {
            for (int batch = 0; batch < 10; batch++) {
                Tables.Rows rows = Tables.of("a:int32", "b:int16", "v:int32");
                for (int i = 0; i < 500; i++) {
                    int a = i < 250 ? batch * 500 + i : i;
                    rows.row(a, i % 3 - 1, (batch * 1000 + i) % 97 - 48);
                    all.row(a, i % 3 - 1, (batch * 1000 + i) % 97 - 48);
                }
                StreamingCase.add(stream, rows, pool);
            }
            assertThat(stream.distinctKeys()).isEqualTo(2_750);
            expectWhole(stream, all, pool);
        }
    }

    private static void expectWhole(StreamingGroupBy stream, Tables.Rows all, MemoryPool pool) {
        GroupByRequest request = stream.request();
        try (Table table = all.build(pool);
                Table actual = stream.finalizeResult();
                Table expected = GroupBy.on(
                                table,
                                request.input()
                                        .names()
                                        .subList(0, request.keys().size())
                                        .toArray(String[]::new))
                        .order(Order.SORTED)
                        .aggregate(context(pool), request.aggregates().toArray(Expr[]::new))) {
            Tables.assertSame(expected, actual, Comparison.ORDERED);
        }
    }

    /// PackedLargeBatchFewKeys: each batch is larger than any piece in which rows are worked on.
    @Test
    void largeBatchesOfFewKeysGiveFewGroups(MemoryPool pool) {
        int count = (1 << 18) + 12_345;
        int[] keys = new int[count];
        long[] values = new long[count];
        long[] sums = new long[9];
        long[] counts = new long[9];
        for (int i = 0; i < count; i++) {
            keys[i] = (int) (i * 7L % 9);
            values[i] = i % 11 - 5L;
            sums[keys[i]] += 2 * values[i];
            counts[keys[i]] += 2;
        }
        try (Table batch = Table.of("k", keys, "v", values)) {
            GroupByRequest request = GroupByRequest.of(
                            batch.schema(), List.of("k"), sum("v").as("s"), count().as("n"), min("v").as("m"))
                    .with(GroupByOptions.DEFAULT.with(Order.SORTED));
            try (StreamingGroupBy stream = StreamingGroupBy.open(request, count, context(pool))) {
                stream.add(batch);
                stream.add(batch);
                assertThat(stream.distinctKeys()).isEqualTo(9);
                Tables.Rows expected = Tables.of("k:int32", "s:int64", "n:int64", "m:int64");
                for (int key = 0; key < 9; key++) {
                    expected.row(key, sums[key], counts[key], -5);
                }
                try (Table result = stream.finalizeResult()) {
                    Tables.assertSame(expected, result);
                }
            }
        }
    }
}
