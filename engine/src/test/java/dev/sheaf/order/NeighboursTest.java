package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class NeighboursTest {
    private static final int CASES = 300;

    @Test
    void rowsThatAreEqualInTheOrderDoNotDiffer(MemoryPool pool) {
        RandomCases.run(CASES, random -> {
            RandomTables tables = new RandomTables(random);
            List<Field> fields = IntStream.rangeClosed(0, random.nextInt(3))
                    .mapToObj(i -> new Field("k" + i, tables.anyType()))
                    .toList();
            check(tables.sample(new Schema(fields), tables.size(100)), random, pool);
        });
    }

    @Test
    void longTextsAreComparedToTheirEnds(MemoryPool pool) {
        String[] texts = {"the same beginning", "the same beginning", "the same beginning!", null, null, "", "the"};
        try (Table table = Table.of("t", texts);
                Buffer rows = Sorting.argsort(List.of(), List.of(), texts.length, pool)) {
            boolean[] changes = new boolean[texts.length];
            Neighbours.of(table.columns()).mark(rows.segment(), 0, texts.length, changes);
            assertThat(changes).containsExactly(false, false, true, true, false, true, true);
        }
    }

    /// Over all rows in order at first, and over a stretch of them.
    private static void check(Sample sample, SplittableRandom random, MemoryPool pool) {
        int size = sample.rowCount();
        int[] keys = IntStream.range(0, sample.schema().size()).toArray();
        var directions = SortingTest.directions(random, keys.length);
        Comparator<Integer> order = ValueOrder.of(sample, keys, directions);
        try (Table table = sample.build(pool);
                Buffer rows = Sorting.argsort(table.columns(), directions, size, pool)) {
            List<Integer> numbers = SortingTest.numbers(rows, size);
            int from = random.nextInt(2) == 0 ? 0 : random.nextInt(size + 1);
            boolean[] changes = new boolean[size - from];
            Neighbours.of(table.columns()).mark(rows.segment(), from, size, changes);
            for (int i = Math.max(1, from); i < size; i++) {
                assertThat(changes[i - from])
                        .as("%s %s row %s of %s", sample.schema(), directions, i, numbers)
                        .isEqualTo(order.compare(numbers.get(i - 1), numbers.get(i)) != 0);
            }
        }
    }
}
