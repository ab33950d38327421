package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ClustersTest {
    private static final Tasks THREADS =
            (count, task) -> IntStream.range(0, count).parallel().forEach(task);

    @Test
    void rowsOfEqualKeysStandTogetherInTheirOrder(MemoryPool pool) {
        RandomCases.run(200, random -> {
            RandomTables tables = new RandomTables(random);
            List<Field> fields = IntStream.rangeClosed(0, random.nextInt(3))
                    .mapToObj(i -> new Field("k" + i, tables.anyType()))
                    .toList();
            Sample sample = tables.sample(new Schema(fields), tables.size(300));
            try (Table table = sample.build(pool);
                    CountingSort.Grouped found = Clusters.of(
                                    table.columns(),
                                    sample.rowCount(),
                                    byFirstRow(sample.rowCount(), pool),
                                    pool,
                                    THREADS)
                            .orElseThrow()) {
                assertThat(clusters(found)).as("%s", fields).isEqualTo(byFirstRow(expected(sample, fields.size())));
            }
        });
    }

    @Test
    void whatIsStoppedAmidLeavesNoMemory(MemoryPool pool) {
        Schema schema = new Schema(List.of(new Field("k", DataType.INT32)));
        List<@Nullable Object> keys =
                List.copyOf(IntStream.range(0, 300).map(i -> i % 7).boxed().toList());
        try (Table table = Sample.plain(schema, List.of(keys)).build(pool)) {
            long before = pool.usedBytes();
            int stops = 0;
            while (isStopped(table, stops, pool)) {
                assertThat(pool.usedBytes()).isEqualTo(before);
                stops++;
            }
            assertThat(stops).isGreaterThan(2);
        }
    }

    /// Whether finding clusters ends early if the tasks stop after so many calls.
    private static boolean isStopped(Table table, int calls, MemoryPool pool) {
        AtomicInteger left = new AtomicInteger(calls);
        Tasks stopping = (count, task) -> {
            if (left.getAndDecrement() == 0) {
                throw new CancellationException();
            }
            Tasks.SEQUENTIAL.forEach(count, task);
        };
        try {
            Clusters.of(table.columns(), 300, byFirstRow(300, pool), pool, stopping)
                    .orElseThrow()
                    .close();
            return false;
        } catch (CancellationException stopped) {
            return true;
        }
    }

    private static Collection<List<Integer>> expected(Sample sample, int keys) {
        Comparator<Integer> order = ValueOrder.of(
                sample, IntStream.range(0, keys).toArray(), Collections.nCopies(keys, SortDirection.ASCENDING));
        TreeMap<Integer, List<Integer>> rows = new TreeMap<>(order);
        IntStream.range(0, sample.rowCount())
                .forEach(
                        row -> rows.computeIfAbsent(row, _ -> new ArrayList<>()).add(row));
        return rows.values();
    }

    private static GroupOrder byFirstRow(int rows, MemoryPool pool) {
        return (firsts, groups) -> GroupPlaces.byFirstRow(firsts, groups, rows, pool, THREADS);
    }

    private static List<List<Integer>> byFirstRow(Collection<List<Integer>> clusters) {
        return clusters.stream().sorted(Comparator.comparing(List::getFirst)).toList();
    }

    private static List<List<Integer>> clusters(CountingSort.Grouped found) {
        List<Integer> rows = SortingTest.numbers(found.rows(), found.rowCount());
        List<Integer> starts = SortingTest.numbers(found.offsets(), found.count() + 1L);
        return IntStream.range(0, found.count())
                .mapToObj(i -> rows.subList(starts.get(i), starts.get(i + 1)))
                .toList();
    }

    @Test
    void manyRowsOnThreadsGiveWhatAMapGives(MemoryPool pool) {
        RandomCases.run(4, random -> {
            int[] numbers = random.ints(150_000, 0, random.nextInt(1, 200_000)).toArray();
            TreeMap<Integer, List<Integer>> expected = new TreeMap<>();
            for (int row = 0; row < numbers.length; row++) {
                expected.computeIfAbsent(numbers[row], _ -> new ArrayList<>()).add(row);
            }
            try (Table table = Table.of("number", numbers);
                    CountingSort.Grouped found = Clusters.of(
                                    table.columns(), numbers.length, byFirstRow(numbers.length, pool), pool, THREADS)
                            .orElseThrow()) {
                assertThat(clusters(found)).isEqualTo(byFirstRow(expected.values()));
            }
        });
    }

    @Test
    void keysThatShareAHashAreNotTakenForOne(MemoryPool pool) {
        RandomCases.run(40, random -> {
            int rows = random.nextInt(2, 1000);
            int[] numbers = random.ints(rows, 0, random.nextInt(1, 1000)).toArray();
            String[] texts = random.ints(rows, 0, 3)
                    .mapToObj(i -> "text longer than seven bytes " + i)
                    .toArray(String[]::new);
            try (Table table = Table.of("number", numbers, "text", texts)) {
                List<Column> keys = table.columns();
                long different = IntStream.range(0, rows)
                        .mapToObj(i -> numbers[i] + texts[i])
                        .distinct()
                        .count();
                Optional<CountingSort.Grouped> found =
                        Clusters.of(keys, rows, random.nextInt(2), byFirstRow(rows, pool), pool, THREADS);
                found.ifPresent(CountingSort.Grouped::close);
                assertThat(found.isPresent() ? different <= 2 : different >= 2).isTrue();
            }
        });
    }

    @Test
    void theyPayWhereHardlyAKeyComesTwice() {
        int[] numbers = IntStream.range(0, 4000).map(i -> i * 1_000_003).toArray();
        int[] repeated = IntStream.range(0, 4000).map(i -> i % 7 * 1_000_003).toArray();
        try (Table table = Table.of("number", numbers, "repeated", repeated)) {
            assertThat(Clusters.pay(List.of(table.column("number")), 4000, 1000))
                    .isTrue();
            assertThat(Clusters.pay(table.columns(), 4000, 1000)).isTrue();
            assertThat(Clusters.pay(List.of(table.column("repeated")), 4000, 1000))
                    .isFalse();
            assertThat(Clusters.pay(table.columns(), 4000, 1001)).isFalse();
        }
    }
}
