package dev.sheaf.groupby.cpu.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.OrderInGroup;
import dev.sheaf.groupby.cpu.chunk.TestSettings;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.finish.Quantiles;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Reductions that keep values: ends, extremes of text, heaps, lists, members.
@ExtendWith(PoolCheck.class)
class ValuesReductionTest {
    private static final Finalizer SECOND = (states, _) -> states.get(1).retain();

    @Test
    void anExportThatFindsNoRoomLeavesNothing() {
        for (int failing = 1; failing < 40; failing++) {
            AtomicInteger left = new AtomicInteger(failing);
            Runnable trap = () -> {
                if (left.decrementAndGet() == 0) {
                    throw new IllegalStateException("no room");
                }
            };
            try (MemoryPool pool = MemoryPool.create()) {
                FirstLastReduction first = new FirstLastReduction(DataType.INT64, false, TestSettings.tiny(), pool);
                try (first;
                        var _ = Checkpoint.watch(trap)) {
                    first.export(3).forEach(Column::close);
                } catch (IllegalStateException noRoom) {
                    assertThat(noRoom).hasMessage("no room");
                }
                PoolCheck.assertEmpty(pool);
            }
        }
    }

    @Test
    void theLastValueSurvivesMoreRowsThanAreKeptOpen(MemoryPool pool) {
        FirstLastReduction last = new FirstLastReduction(DataType.STRING, true, TestSettings.tiny(), pool);
        ReductionRun run = new ReductionRun(last, 0, pool);
        for (int batch = 0; batch < 20; batch++) {
            Tables.Rows rows = Tables.of("g:int32", "v:string", "ordinal:int64");
            for (int row = 0; row < 5; row++) {
                int ordinal = batch * 5 + row;
                rows.row(ordinal % 3 == 2 ? -1 : ordinal % 3, ordinal % 7 == 0 ? null : "row " + ordinal, ordinal);
            }
            run.add(rows, 2);
        }
        assertThat(run.finish(SECOND, 2)).containsExactly("row 99", "row 97");
    }

    @Test
    void theFirstValueOfMergedHalvesIsTheOneWithTheLowestOrdinal(MemoryPool pool) {
        ReductionRun late = new ReductionRun(
                        new FirstLastReduction(DataType.INT32, false, TestSettings.tiny(), pool), 0, pool)
                .add(
                        Tables.of("g:int32", "v:int32", "ordinal:int64")
                                .row(0, 7, 70)
                                .row(1, 8, 80),
                        2);
        ReductionRun early = new ReductionRun(
                        new FirstLastReduction(DataType.INT32, false, TestSettings.tiny(), pool), 0, pool)
                .add(Tables.of("g:int32", "v:int32", "ordinal:int64").row(0, null, 3), 1);
        late.merge(early, new int[] {1}, 2);
        early.reduction().close();
        assertThat(late.finish(SECOND, 2)).containsExactly(7, null);
    }

    /// The least long of all, which states cannot tell from no value, is counted.
    @Test
    void theLeastLongIsAValueOfMergedStates(MemoryPool pool) {
        for (int k = 1; k <= CpuSettings.MOST_TOP_INLINE; k++) {
            Tables.Rows some = Tables.of("g:int32", "v:int64");
            Tables.Rows others = Tables.of("g:int32", "v:int64");
            List.of(5L, Long.MIN_VALUE, 7L).forEach(value -> some.row(0, value));
            List.of(6L, Long.MIN_VALUE, Long.MIN_VALUE).forEach(value -> others.row(1, value));
            others.row(0, 9L);
            ReductionRun right =
                    new ReductionRun(new TopFewReduction(DataType.INT64, k, true, 3, pool), 1, pool).add(others, 3);
            ReductionRun run = new ReductionRun(new TopFewReduction(DataType.INT64, k, true, 3, pool), 1, pool)
                    .add(some, 1)
                    .merge(right, new int[] {1, 0, 2}, 3);
            right.reduction().close();
            List<Long> first = List.of(7L, 6L, 5L, Long.MIN_VALUE);
            assertThat(run.finish(Finalizer::same, 3)).containsExactly(first.subList(0, k), List.of(9L), null);
        }
    }

    @Test
    void extremesOfTextLookBehindEqualPrefixes(MemoryPool pool) {
        Tables.Rows rows = Tables.of("g:int32", "v:string")
                .row(0, "a common prefix, then b")
                .row(0, "a common prefix, then a")
                .row(0, "a common prefix")
                .row(1, "")
                .row(1, "\u0000")
                .row(2, "z")
                .row(2, "\u00e9")
                .row(2, "\ud83d\ude00");
        ReductionRun least = new ReductionRun(
                new ExtremeRowReduction(DataType.STRING, false, false, TestSettings.tiny(), pool), 1, pool);
        assertThat(least.add(rows, 3).add(rows, 3).finish(Finalizer::same, 3))
                .containsExactly("a common prefix", "", "z");
        ReductionRun greatest = new ReductionRun(
                new ExtremeRowReduction(DataType.STRING, true, false, TestSettings.tiny(), pool), 1, pool);
        assertThat(greatest.add(rows, 3).add(rows, 3).finish(Finalizer::same, 3))
                .containsExactly("a common prefix, then b", "\u0000", "\ud83d\ude00");
    }

    @Test
    void heapsKeepTheGreatestWhateverTheOrder(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(11);
        int[] values = random.ints(500, -1000, 1000).toArray();
        Tables.Rows rows = Tables.of("g:int32", "v:int32");
        Arrays.stream(values).forEach(value -> rows.row(value & 1, value));
        List<Object> expected = Arrays.stream(values)
                .filter(value -> (value & 1) == 0)
                .boxed()
                .sorted(java.util.Comparator.reverseOrder())
                .limit(37)
                .<Object>map(value -> value)
                .toList();
        ReductionRun run = new ReductionRun(new TopKReduction(DataType.INT32, 37, true, 3, pool), 1, pool).add(rows, 2);
        assertThat(run.finish(Finalizer::same, 2).getFirst()).isEqualTo(expected);
    }

    @Test
    void heapsOfTheLeastLongAreHeapsToo(MemoryPool pool) {
        Tables.Rows rows = Tables.of("g:int32", "v:int64")
                .row(0, Long.MIN_VALUE)
                .row(0, Long.MIN_VALUE)
                .row(0, Long.MIN_VALUE)
                .row(0, 5)
                .row(1, null);
        ReductionRun run = new ReductionRun(new TopKReduction(DataType.INT64, 2, true, 3, pool), 1, pool).add(rows, 2);
        assertThat(run.finish(Finalizer::same, 2)).containsExactly(List.of(5L, Long.MIN_VALUE), null);
        ReductionRun least =
                new ReductionRun(new TopKReduction(DataType.INT64, 9, false, 3, pool), 1, pool).add(rows, 2);
        assertThat(least.finish(Finalizer::same, 2).getFirst())
                .isEqualTo(List.of(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, 5L));
    }

    @Test
    void aFewTopValuesAreThoseOfAHeap(MemoryPool pool) {
        for (int k = 1; k <= CpuSettings.MOST_TOP_INLINE; k++) {
            for (boolean greatest : new boolean[] {true, false}) {
                assertThat(topOfHalves(new TopFewReduction(DataType.INT64, k, greatest, 3, pool), k, greatest, pool))
                        .isEqualTo(topOfHalves(
                                new TopKReduction(DataType.INT64, k, greatest, 3, pool), k, greatest, pool));
            }
        }
    }

    /// Random values, the least and the greatest long among them, in two runs that are merged: enough of them for
    /// rows that change nothing to be sorted out.
    private static List<Object> topOfHalves(Reduction reduction, int k, boolean greatest, MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(5);
        Tables.Rows first = Tables.of("g:int32", "v:int64");
        Tables.Rows second = Tables.of("g:int32", "v:int64");
        for (int row = 0; row < 900; row++) {
            long value = random.nextInt(40) == 0 ? Long.MIN_VALUE + random.nextInt(2) * -1L : random.nextLong(-9, 9);
            (row % 3 == 0 ? first : second).row(random.nextInt(-1, 17), random.nextInt(5) == 0 ? null : value);
        }
        Reduction other = new TopFewReduction(DataType.INT64, k, greatest, 3, pool);
        ReductionRun run = new ReductionRun(reduction, 1, pool).add(first, 20);
        int[] ids = IntStream.range(0, 20).map(id -> 19 - id).toArray();
        run.merge(new ReductionRun(other, 1, pool).add(second, 20), ids, 20);
        other.close();
        return run.finish(Finalizer::same, 20);
    }

    @Test
    void theLeastLongIsAmongTheTopIfNothingIsAbove(MemoryPool pool) {
        Tables.Rows rows = Tables.of("g:int32", "v:int64")
                .row(0, Long.MIN_VALUE)
                .row(0, Long.MIN_VALUE)
                .row(0, 5)
                .row(0, Long.MIN_VALUE)
                .row(1, null);
        ReductionRun run =
                new ReductionRun(new TopFewReduction(DataType.INT64, 3, true, 3, pool), 1, pool).add(rows, 2);
        assertThat(run.finish(Finalizer::same, 2)).containsExactly(List.of(5L, Long.MIN_VALUE, Long.MIN_VALUE), null);
    }

    @Test
    void topOfNothingWantedIsAnEmptyList(MemoryPool pool) {
        ReductionRun run = new ReductionRun(new TopKReduction(DataType.INT64, 0, true, 3, pool), 1, pool)
                .add(Tables.of("g:int32", "v:int64").row(0, 5).row(1, null), 2);
        assertThat(run.finish(Finalizer::same, 2)).containsExactly(List.of(), null);
    }

    @Test
    void listsOfMergedHalvesAreInRowOrder(MemoryPool pool) {
        ReductionRun even = collect(pool, 0);
        ReductionRun odd = collect(pool, 1);
        even.merge(odd, new int[] {0}, 1);
        odd.reduction().close();
        List<String> expected = IntStream.range(0, 40).mapToObj(i -> "row " + i).toList();
        assertThat(even.finish(Finalizer::same, 1)).containsExactly(expected);
    }

    private static ReductionRun collect(MemoryPool pool, int from) {
        CollectReduction lists =
                new CollectReduction(DataType.STRING, new OrderInGroup.ByOrdinal(), TestSettings.tiny(), pool);
        ReductionRun run = new ReductionRun(lists, 0, pool);
        for (int ordinal = from; ordinal < 40; ordinal += 2) {
            run.add(
                    Tables.of("g:int32", "v:string", "ordinal:int64")
                            .row(-1, "no group", ordinal)
                            .row(0, "row " + ordinal, ordinal)
                            .row(-1, "no group", ordinal),
                    1);
        }
        return run;
    }

    @Test
    void valuesOfAnyTypeAreSortedForTheTop(MemoryPool pool) {
        CollectReduction lists =
                new CollectReduction(DataType.STRING, new OrderInGroup.ByValue(true, 2), TestSettings.tiny(), pool);
        Tables.Rows rows = Tables.of("g:int32", "v:string", "ordinal:int64")
                .row(0, "b", 0)
                .row(1, "x", 1)
                .row(0, "c", 2)
                .row(0, "a", 3)
                .row(0, "c", 4);
        assertThat(new ReductionRun(lists, 1, pool).add(rows, 2).finish(Finalizer::same, 2))
                .containsExactly(List.of("c", "c"), List.of("x"));
    }

    @Test
    void membersOfManyGroupsAreSelectedFrom(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(3);
        Tables.Rows rows = Tables.of("g:int32", "v:float64");
        double[] values = random.doubles(1001).toArray();
        Arrays.stream(values).forEach(value -> rows.row(0, value).row(2, -value));
        Arrays.sort(values);
        ReductionRun run = new ReductionRun(new GroupValuesReduction(pool), 1, pool).add(rows, 3);
        Finalizer median = Quantiles.of(0.5, dev.sheaf.expr.Aggregation.Interpolation.LINEAR);
        assertThat(run.finish(median, 3)).containsExactly(values[500], null, -values[500]);
    }

    @Test
    void distinctValuesKeepTheirLowestOrdinal(MemoryPool pool) {
        DistinctReduction left = new DistinctReduction(List.of(DataType.STRING), false, TestSettings.tiny(), pool);
        DistinctReduction right = new DistinctReduction(List.of(DataType.STRING), false, TestSettings.tiny(), pool);
        ReductionRun first = new ReductionRun(left, 0, pool)
                .add(
                        Tables.of("g:int32", "v:string", "ordinal:int64")
                                .row(0, "b", 10)
                                .row(0, "a", 11)
                                .row(1, null, 12)
                                .row(-1, "c", 13),
                        2);
        ReductionRun second = new ReductionRun(right, 0, pool)
                .add(
                        Tables.of("g:int32", "v:string", "ordinal:int64")
                                .row(0, "a", 1)
                                .row(0, "d", 2),
                        1);
        first.merge(second, new int[] {0}, 2);
        second.reduction().close();
        assertThat(first.finish((states, _) -> states.get(0).retain(), 2).getFirst())
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactlyInAnyOrder(10L, 1L, 2L);
    }
}
