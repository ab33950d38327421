package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class SortingTest {
    private static final int CASES = 400;
    private static final Tasks THREADS =
            (count, task) -> IntStream.range(0, count).parallel().forEach(task);

    @Test
    void anyColumnsComeInTheOrderOfTheirValues(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(random, pool, Tasks.SEQUENTIAL, RowSort.Limits.DEFAULT));
    }

    @Test
    void distributingAndThreadsDoNotChangeTheOrder(MemoryPool pool) {
        RandomCases.run(CASES, random -> {
            RowSort.Limits tiny = new RowSort.Limits(random.nextInt(5), random.nextInt(10, 50));
            check(random, pool, THREADS, tiny);
        });
    }

    private static void check(SplittableRandom random, MemoryPool pool, Tasks tasks, RowSort.Limits limits) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = IntStream.rangeClosed(0, random.nextInt(4))
                .mapToObj(i -> new Field("k" + i, tables.anyType()))
                .toList();
        Sample sample = tables.sample(new Schema(fields), tables.size(100));
        int[] keys = IntStream.range(0, fields.size()).toArray();
        List<SortDirection> directions = directions(random, keys.length);
        Comparator<Integer> order = ValueOrder.of(sample, keys, directions);
        List<Integer> expected =
                IntStream.range(0, sample.rowCount()).boxed().sorted(order).toList();
        try (Table table = sample.build(pool);
                Buffer rows = Sorting.argsort(table.columns(), directions, table.rowCount(), pool, tasks, limits)) {
            assertThat(numbers(rows, table.rowCount()))
                    .as("%s %s %s", fields, directions, limits)
                    .isEqualTo(expected);
        }
    }

    @Test
    void runsAreSortedByThemselves(MemoryPool pool) {
        RandomCases.run(CASES, random -> {
            RandomTables tables = new RandomTables(random);
            List<Field> fields = IntStream.rangeClosed(0, random.nextInt(3))
                    .mapToObj(i -> new Field("k" + i, tables.anyType()))
                    .toList();
            Sample sample = tables.sample(new Schema(fields), tables.size(200));
            int[] keys = IntStream.range(0, fields.size()).toArray();
            List<SortDirection> directions = directions(random, keys.length);
            int runs = random.nextInt(1, 40);
            int[] ids = random.ints(sample.rowCount(), -1, runs).toArray();
            List<Integer> expected = IntStream.range(0, ids.length)
                    .filter(row -> ids[row] >= 0)
                    .boxed()
                    .sorted(Comparator.comparing((Integer row) -> ids[row])
                            .thenComparing(ValueOrder.of(sample, keys, directions)))
                    .toList();
            RowSort.Limits limits = random.nextBoolean()
                    ? RowSort.Limits.DEFAULT
                    : new RowSort.Limits(random.nextInt(5), random.nextInt(10, 50));
            try (Table table = sample.build(pool);
                    CountingSort.Grouped grouped = grouped(ids, runs, pool);
                    Buffer rows = Sorting.sortRuns(
                            grouped, table.columns(), directions, table.rowCount(), pool, THREADS, limits)) {
                assertThat(numbers(rows, grouped.rowCount()))
                        .as("%s %s %s", fields, directions, limits)
                        .isEqualTo(expected);
            }
        });
    }

    private static CountingSort.Grouped grouped(int[] ids, int runs, MemoryPool pool) {
        try (Buffer numbers = pool.allocate(ids.length * (long) Integer.BYTES, "test")) {
            for (int row = 0; row < ids.length; row++) {
                numbers.segment().setAtIndex(ValueLayout.JAVA_INT, row, ids[row]);
            }
            return CountingSort.of(numbers.segment(), ids.length, runs, pool, Tasks.SEQUENTIAL);
        }
    }

    @Test
    void textsThatBeginAlikeAreReadFromWhereTheyDiffer(MemoryPool pool) {
        RandomCases.run(CASES, random -> {
            List<SortDirection> directions = directions(random, 2);
            int rows = random.nextInt(2, 1500);
            String all = List.of("", "C", "C0", "h\0", "http:").get(random.nextInt(5));
            int most = random.nextInt(1, 40);
            String[] texts = IntStream.range(0, rows)
                    .mapToObj(_ -> random.nextInt(9) == 0
                            ? null
                            : all
                                    + "ab".repeat(random.nextInt(most))
                                    + random.nextInt(400)
                                    + "\0".repeat(random.nextInt(3)))
                    .map(text -> text != null && random.nextInt(300) == 0 ? all : text)
                    .toArray(String[]::new);
            int[] numbers = random.ints(rows, 0, 3).toArray();
            Comparator<String> values =
                    directions.getFirst().descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
            boolean nullsFirst = directions.getFirst().nullsFirst();
            Comparator<Integer> order = Comparator.comparing(
                            (Integer row) -> texts[row],
                            nullsFirst ? Comparator.nullsFirst(values) : Comparator.nullsLast(values))
                    .thenComparing(row -> directions.getLast().descending() ? -numbers[row] : numbers[row]);
            RowSort.Limits limits = random.nextBoolean() ? RowSort.Limits.DEFAULT : new RowSort.Limits(3, 40);
            try (Table table = Table.of("text", texts, "number", numbers);
                    Buffer sorted = Sorting.argsort(table.columns(), directions, rows, pool, THREADS, limits)) {
                assertThat(numbers(sorted, rows))
                        .isEqualTo(
                                IntStream.range(0, rows).boxed().sorted(order).toList());
            }
        });
    }

    @Test
    void equalTextsOfAMillionBytesTakeNoStack(MemoryPool pool) {
        String text = "x".repeat(1_000_000);
        try (Table table = Table.of("text", new String[] {text + "b", text, text + "a", text});
                Buffer rows = Sorting.argsort(
                        table.columns(),
                        List.of(SortDirection.ASCENDING),
                        4,
                        pool,
                        Tasks.SEQUENTIAL,
                        new RowSort.Limits(1, 100))) {
            assertThat(numbers(rows, 4)).containsExactly(1, 3, 2, 0);
        }
    }

    static List<SortDirection> directions(SplittableRandom random, int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> new SortDirection(random.nextBoolean(), random.nextBoolean()))
                .toList();
    }

    static List<Integer> numbers(Buffer rows, long count) {
        List<Integer> numbers = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            numbers.add(rows.segment().getAtIndex(ValueLayout.JAVA_INT, i));
        }
        return numbers;
    }

    @Test
    void zerosOfADictionaryAreEqual(MemoryPool pool) {
        List<SortDirection> falling = List.of(SortDirection.DESCENDING, SortDirection.DESCENDING);
        try (Table table = Table.of("x", new double[] {0.0, -0.0, 0.0}, "y", new int[] {1, 3, 2});
                Column codes = DictionaryEncoding.encode(table.column("x"), pool);
                Buffer rows = Sorting.argsort(List.of(codes, table.column("y")), falling, 3, pool)) {
            assertThat(IntStream.range(0, 3)
                            .map(i -> rows.segment().getAtIndex(ValueLayout.JAVA_INT, i))
                            .toArray())
                    .containsExactly(1, 2, 0);
        }
    }

    @Test
    void sortedTableKeepsRowsTogether(MemoryPool pool) {
        try (Table table = Table.of("k", new int[] {3, 1, 2}, "v", new String[] {"c", "a", "b"});
                Table sorted =
                        Sorting.sort(table, List.of(table.column("k")), List.of(SortDirection.DESCENDING), pool)) {
            assertThat(sorted.strings("v")).containsExactly("c", "b", "a");
        }
    }

    @Test
    void keysOfFewBitsShareOneWord(MemoryPool pool) {
        try (Table table = Table.of(
                        "month", new Integer[] {1, null, 12}, "day", new long[] {5, 31, 1}, "same", new int[] {7, 7, 7
                        });
                Buffer rows = pool.allocate(12, "rows")) {
            IntStream.range(0, 3).forEach(i -> rows.segment().setAtIndex(ValueLayout.JAVA_INT, i, i));
            List<SortDirection> directions =
                    List.of(SortDirection.ASCENDING, SortDirection.DESCENDING, SortDirection.ASCENDING);
            LimbRange range = new LimbRange(rows.segment(), 3, Tasks.SEQUENTIAL);
            try (SortWords words =
                    SortWords.of(table.columns(), directions, range, values -> Sorting.ranks(values, pool))) {
                assertThat(words.words()).hasSize(1);
                SortWord.Packed word = (SortWord.Packed) words.words()[0];
                assertThat(word.pieces()).as("null bit, 4 bits, 5 bits").hasSize(3);
            }
        }
    }

    @Test
    void rowsInOrderAreNotMoved(MemoryPool pool) {
        AtomicInteger rounds = new AtomicInteger();
        Tasks counted = (count, task) -> {
            rounds.incrementAndGet();
            Tasks.SEQUENTIAL.forEach(count, task);
        };
        try (Table table = Table.of("k", IntStream.range(0, 1000).toArray());
                Buffer rows = Sorting.argsort(
                        table.columns(),
                        List.of(SortDirection.ASCENDING),
                        1000,
                        pool,
                        counted,
                        new RowSort.Limits(8, 8))) {
            assertThat(numbers(rows, 1000)).isSorted();
            assertThat(rounds).as("range, words, scan").hasValue(3);
        }
    }

    @Test
    void aSortThatIsNotWantedAnyMoreEndsAndGivesItsMemoryBack(MemoryPool pool) {
        int[] values = new SplittableRandom(5).ints(300_000).toArray();
        AtomicInteger looks = new AtomicInteger();
        try (Table table = Table.of("k", values)) {
            List<Column> keys = table.columns();
            try (var _ = Checkpoint.watch(() -> {
                if (looks.incrementAndGet() == 6) {
                    throw new CancellationException("enough");
                }
            })) {
                assertThatThrownBy(() -> Sorting.argsort(keys, List.of(SortDirection.ASCENDING), values.length, pool))
                        .isInstanceOf(CancellationException.class);
            }
        }
    }
}
