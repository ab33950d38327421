package dev.sheaf.groupby.cpu.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Reductions that keep values: ends, extremes of text, heaps, lists, members.
@ExtendWith(PoolCheck.class)
class ValuesReductionTest {
    private static final Finalizer SECOND = (states, _) -> states.get(1).retain();

    /// A table of sets is full when the keys of its members are, which are wider than their ordinals.
    @Test
    void setsHaveNoMoreRoomThanTheirMembers(MemoryPool pool) {
        DistinctReduction sets = new DistinctReduction(List.of(DataType.INT64), false, TestSettings.tiny(), pool);
        long most = (1L << 27) - 64;
        assertThat(sets.hasRoom(1, most)).isTrue();
        Tables.Rows rows = Tables.of("g:int32", "v:int64", "ordinal:int64")
                .row(0, Long.MIN_VALUE, 0)
                .row(0, Long.MAX_VALUE, 1);
        new ReductionRun(sets, 1, pool).add(rows, 1);
        assertThat(sets.hasRoom(1, most - 2)).isTrue();
        assertThat(sets.hasRoom(1, most + 64)).isFalse();
        sets.close();
    }

    /// Tables are put out by partition before heaps have no room; one group with too many is an error that says so.
    @Test
    void heapsHaveRoomForSoManyValues(MemoryPool pool) {
        TopKReduction heaps = new TopKReduction(DataType.INT64, 100, true, 3, 64, pool);
        assertThat(heaps.hasRoom(0, 16)).isTrue();
        assertThat(heaps.hasRoom(0, 17)).isFalse();
        Tables.Rows rows = Tables.of("g:int32", "v:int64");
        for (int i = 0; i < 40; i++) {
            rows.row(0, i);
        }
        assertThatThrownBy(() -> new ReductionRun(heaps, 1, pool).add(rows, 1))
                .hasMessageStartingWith("the 100 greatest or least values of each group are more than the 64");
        heaps.close();
    }

    /// Groups that leave by partition wait as they were exported, while their table takes others.
    @Test
    void exportedSetsKeepTheirTextsWhenTheSetIsUsedAgain(MemoryPool pool) {
        for (String text : List.of("string", "dictionary<string>")) {
            DistinctReduction sets = new DistinctReduction(List.of(DataType.STRING), true, TestSettings.tiny(), pool);
            ReductionRun run = new ReductionRun(sets, 1, pool);
            run.add(Tables.of("g:int32", "v:" + text, "ordinal:int64").row(0, "a text of many bytes", 0), 1);
            List<Column> left = sets.export(1);
            sets.clear();
            run.add(Tables.of("g:int32", "v:" + text, "ordinal:int64").row(0, "another one, as long", 1), 1);
            assertThat(left.get(1).get(0)).isEqualTo(List.of("a text of many bytes"));
            left.forEach(Column::close);
            sets.close();
        }
    }

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

    /// The least long of all is what a state without values keeps at least.
    @Test
    void theLeastLongIsAValueOfMergedStates(MemoryPool pool) {
        for (int k = 1; k <= 4; k++) {
            Tables.Rows some = Tables.of("g:int32", "v:int64");
            Tables.Rows others = Tables.of("g:int32", "v:int64");
            List.of(5L, Long.MIN_VALUE, 7L).forEach(value -> some.row(0, value));
            List.of(6L, Long.MIN_VALUE, Long.MIN_VALUE).forEach(value -> others.row(1, value));
            others.row(0, 9L).row(2, null);
            ReductionRun right =
                    new ReductionRun(new TopKReduction(DataType.INT64, k, true, 3, pool), 1, pool).add(others, 3);
            ReductionRun run = new ReductionRun(new TopKReduction(DataType.INT64, k, true, 3, pool), 1, pool)
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

    /// Batches bring a dictionary again, another one, or none.
    @Test
    void extremesOfDictionariesAreThoseOfTheirTexts(MemoryPool pool) {
        RandomCases.run(200, random -> {
            List<String> words = words(random);
            int groups = random.nextInt(1, 9);
            boolean greatest = random.nextBoolean();
            List<Extreme> expected = new ArrayList<>(Collections.nCopies(groups, null));
            CpuSettings settings = TestSettings.tiny();
            ReductionRun value = new ReductionRun(
                    new ExtremeRowReduction(DataType.STRING, greatest, false, settings, pool), 1, pool);
            ReductionRun place =
                    new ReductionRun(new ExtremeRowReduction(DataType.STRING, greatest, true, settings, pool), 1, pool);
            ReductionRun other = new ReductionRun(
                    new MinByReduction(DataType.STRING, DataType.INT64, greatest, false, settings, pool), 1, pool);
            for (int batch = random.nextInt(1, 8); batch > 0; batch--) {
                String text = random.nextInt(3) == 0 ? "string" : "dictionary<string>";
                Tables.Rows rows = Tables.of("g:int32", "v:" + text, "o:int64");
                Tables.Rows byRows = Tables.of("g:int32", "by:" + text, "v:int64", "o:int64");
                for (int row = random.nextInt(1, 90); row > 0; row--) {
                    String word = random.nextInt(9) == 0 ? null : words.get(random.nextInt(words.size()));
                    int group = random.nextInt(-1, groups);
                    long ordinal = random.nextInt(1 << 20);
                    rows.row(group, word, ordinal);
                    byRows.row(group, word, 3 * ordinal, ordinal);
                    if (group >= 0 && word != null) {
                        Extreme next = new Extreme(word, ordinal);
                        expected.set(group, next.orBetter(expected.get(group), greatest));
                    }
                }
                value.add(rows, groups);
                place.add(rows, groups);
                other.add(byRows, groups);
            }
            assertThat(value.finish(Finalizer::same, groups))
                    .isEqualTo(expected.stream()
                            .map(best -> best == null ? null : best.word())
                            .toList());
            assertThat(found(place.finish(SECOND, groups), expected)).isEqualTo(ordinals(expected, 1));
            assertThat(other.finish((states, _) -> states.get(2).retain(), groups))
                    .isEqualTo(ordinals(expected, 3));
        });
    }

    /// Words that often begin alike.
    private static List<String> words(SplittableRandom random) {
        String begin = random.nextBoolean() ? "" : "begins alike, ";
        return random.ints(random.nextInt(1, 40), 0, 60)
                .mapToObj(number -> begin + "word".substring(number % 5) + number)
                .toList();
    }

    private record Extreme(String word, long ordinal) {
        Extreme orBetter(@Nullable Extreme other, boolean greatest) {
            if (other == null) {
                return this;
            }
            int order = greatest ? other.word.compareTo(word) : word.compareTo(other.word);
            return order < 0 || (order == 0 && ordinal < other.ordinal) ? this : other;
        }
    }

    private static List<@Nullable Object> ordinals(List<@Nullable Extreme> extremes, long factor) {
        List<@Nullable Object> ordinals = new ArrayList<>();
        extremes.forEach(best -> ordinals.add(best == null ? null : factor * best.ordinal()));
        return ordinals;
    }

    /// The ordinals of groups that have one: those of other groups mean nothing.
    private static List<@Nullable Object> found(List<@Nullable Object> ordinals, List<@Nullable Extreme> extremes) {
        List<@Nullable Object> found = new ArrayList<>();
        for (int i = 0; i < extremes.size(); i++) {
            found.add(extremes.get(i) == null ? null : ordinals.get(i));
        }
        return found;
    }

    @Test
    void registersOfDictionariesAreThoseOfTheirTexts(MemoryPool pool) {
        RandomCases.run(100, random -> {
            List<String> words = words(random);
            ReductionRun plain = registers(pool);
            ReductionRun coded = registers(pool);
            for (int batch = random.nextInt(1, 5); batch > 0; batch--) {
                Tables.Rows texts = Tables.of("g:int32", "v:string");
                Tables.Rows codes = Tables.of("g:int32", "v:dictionary<string>");
                for (int row = random.nextInt(1, 90); row > 0; row--) {
                    String word = random.nextInt(7) == 0 ? null : words.get(random.nextInt(words.size()));
                    int group = word == null ? -1 : random.nextInt(-1, 4);
                    texts.row(group, word);
                    codes.row(group, word);
                }
                plain.add(texts, 4);
                coded.add(codes, 4);
            }
            assertThat(states(coded)).isEqualTo(states(plain));
        });
    }

    private static List<String> states(ReductionRun registers) {
        return registers.finish(Finalizer::same, 4).stream()
                .map(state -> state == null ? "none" : HexFormat.of().formatHex((byte[]) state))
                .toList();
    }

    private static ReductionRun registers(MemoryPool pool) {
        return new ReductionRun(new RegistersReduction(DataType.STRING, 8, TestSettings.tiny(), pool), 1, pool);
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
                .sorted(Comparator.reverseOrder())
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
    void topValuesOfMergedHalvesAreThoseOfSorting(MemoryPool pool) {
        for (int k : new int[] {1, 2, 3, 4, 9}) {
            for (boolean greatest : new boolean[] {true, false}) {
                checkTopOfHalves(k, greatest, pool);
            }
        }
    }

    /// Random values, the least and the greatest long among them, in two runs that are merged: enough of them for
    /// rows that change nothing to be sorted out.
    private static void checkTopOfHalves(int k, boolean greatest, MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(5);
        Tables.Rows first = Tables.of("g:int32", "v:int64");
        Tables.Rows second = Tables.of("g:int32", "v:int64");
        List<List<Long>> values = new ArrayList<>();
        IntStream.range(0, 20).forEach(_ -> values.add(new ArrayList<>()));
        for (int row = 0; row < 900; row++) {
            long value = random.nextInt(40) == 0 ? Long.MIN_VALUE + random.nextInt(2) * -1L : random.nextLong(-9, 9);
            int id = random.nextInt(-1, 17);
            boolean isNull = random.nextInt(5) == 0;
            (row % 3 == 0 ? first : second).row(id, isNull ? null : value);
            if (id >= 0 && !isNull) {
                values.get(row % 3 == 0 ? id : 19 - id).add(value);
            }
        }
        Comparator<Long> order = greatest ? Comparator.reverseOrder() : Comparator.naturalOrder();
        List<List<Long>> expected = values.stream()
                .map(all -> all.isEmpty()
                        ? null
                        : all.stream().sorted(order).limit(k).toList())
                .toList();
        Reduction other = new TopKReduction(DataType.INT64, k, greatest, 3, pool);
        ReductionRun run =
                new ReductionRun(new TopKReduction(DataType.INT64, k, greatest, 3, pool), 1, pool).add(first, 20);
        int[] ids = IntStream.range(0, 20).map(id -> 19 - id).toArray();
        run.merge(new ReductionRun(other, 1, pool).add(second, 20), ids, 20);
        other.close();
        assertThat(run.finish(Finalizer::same, 20)).isEqualTo(expected);
    }

    @Test
    void theLeastLongIsAmongTheTopIfNothingIsAbove(MemoryPool pool) {
        Tables.Rows rows = Tables.of("g:int32", "v:int64")
                .row(0, Long.MIN_VALUE)
                .row(0, Long.MIN_VALUE)
                .row(0, 5)
                .row(0, Long.MIN_VALUE)
                .row(1, null);
        ReductionRun run = new ReductionRun(new TopKReduction(DataType.INT64, 3, true, 3, pool), 1, pool).add(rows, 2);
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
