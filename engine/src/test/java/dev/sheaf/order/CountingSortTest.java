package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class CountingSortTest {
    private static final Tasks THREADS =
            (count, task) -> IntStream.range(0, count).parallel().forEach(task);

    private static Buffer ids(MemoryPool pool, int... ids) {
        Buffer buffer = pool.allocate((long) ids.length * Integer.BYTES, "test");
        for (int row = 0; row < ids.length; row++) {
            buffer.segment().setAtIndex(ValueLayout.JAVA_INT, row, ids[row]);
        }
        return buffer;
    }

    @Test
    void rowsOfAGroupStandTogetherInTheirOrder(MemoryPool pool) {
        try (Buffer ids = ids(pool, 1, 0, -1, 1, 0);
                CountingSort.Grouped rows = CountingSort.of(ids.segment(), 5, 2, pool, Tasks.SEQUENTIAL)) {
            assertThat(rows.rowCount()).isEqualTo(4);
            assertThat(rows.rows().segment().asSlice(0, 16).toArray(ValueLayout.JAVA_INT))
                    .containsExactly(1, 4, 0, 3);
        }
    }

    @Test
    void manyChunksGiveWhatOneGives(MemoryPool pool) {
        RandomCases.run(20, random -> {
            int count = random.nextInt(1, 200_000);
            int groups = random.nextInt(1, random.nextBoolean() ? 40 : 20_000);
            int least = random.nextBoolean() ? 0 : -1;
            int[] numbers = random.ints(count, least, groups).toArray();
            try (Buffer ids = ids(pool, numbers);
                    CountingSort.Grouped rows = CountingSort.of(ids.segment(), count, groups, pool, THREADS)) {
                int[] expected = IntStream.range(0, count)
                        .filter(row -> numbers[row] >= 0)
                        .boxed()
                        .sorted(Comparator.comparing(row -> numbers[row]))
                        .mapToInt(row -> row)
                        .toArray();
                assertThat(rows.rowCount()).isEqualTo(expected.length);
                assertThat(rows.rows()
                                .segment()
                                .asSlice(0, rows.rowCount() * Integer.BYTES)
                                .toArray(ValueLayout.JAVA_INT))
                        .isEqualTo(expected);
                int[] starts = new int[groups + 1];
                Arrays.stream(numbers).filter(id -> id >= 0).forEach(id -> starts[id + 1]++);
                Arrays.parallelPrefix(starts, Integer::sum);
                assertThat(rows.offsets()
                                .segment()
                                .asSlice(0, (groups + 1L) * Integer.BYTES)
                                .toArray(ValueLayout.JAVA_INT))
                        .isEqualTo(starts);
            }
        });
    }

    @Test
    void workThatIsStoppedLeavesNoMemory(MemoryPool pool) {
        try (Buffer ids = ids(pool, 0, 1)) {
            for (int last = 0; last < 2; last++) {
                int[] left = {last};
                Tasks stopped = (count, task) -> {
                    if (left[0]-- == 0) {
                        throw new IllegalStateException("stopped");
                    }
                    Tasks.SEQUENTIAL.forEach(count, task);
                };
                assertThatThrownBy(() -> CountingSort.of(ids.segment(), 2, 2, pool, stopped))
                        .isInstanceOf(IllegalStateException.class);
            }
        }
    }
}
