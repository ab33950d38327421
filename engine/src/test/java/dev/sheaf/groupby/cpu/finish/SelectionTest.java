package dev.sheaf.groupby.cpu.finish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class SelectionTest {
    private static long select(long[] values, int rank, MemoryPool pool) {
        try (Buffer buffer = pool.allocate(values.length * 8L, "values")) {
            for (int i = 0; i < values.length; i++) {
                buffer.segment().setAtIndex(ValueLayout.JAVA_LONG, i, values[i]);
            }
            Selection selection = new Selection();
            long selected = selection.select(Longs.of(buffer.segment()), 0, values.length, rank);
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            long next = rank + 1 < values.length ? sorted[rank + 1] : Long.MAX_VALUE;
            assertThat(selection.next()).isEqualTo(next);
            return selected;
        }
    }

    @Test
    void everyRankIsThatOfSortedOrder(MemoryPool pool) {
        RandomCases.run(60, random -> {
            long[] values = random.longs(1 + random.nextInt(200), 0, 1 + random.nextInt(300))
                    .toArray();
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            for (int rank = 0; rank < values.length; rank++) {
                assertThat(select(values, rank, pool)).isEqualTo(sorted[rank]);
            }
        });
    }

    @Test
    void sortedTurnedAndEqualValuesAreNoBadCase(MemoryPool pool) {
        int size = 100_000;
        assertThat(select(LongStream.range(0, size).toArray(), size / 2, pool)).isEqualTo(size / 2);
        assertThat(select(LongStream.range(0, size).map(i -> size - i).toArray(), 10, pool))
                .isEqualTo(11);
        assertThat(select(new long[size], size - 1, pool)).isZero();
    }

    @Test
    void valuesMayLieAtTheEndsOfTheRange(MemoryPool pool) {
        long[] ends = LongStream.range(0, 100)
                .map(i -> i % 3 == 0 ? Long.MIN_VALUE + i : i % 3 == 1 ? Long.MAX_VALUE - i : i)
                .toArray();
        long[] sorted = ends.clone();
        Arrays.sort(sorted);
        for (int rank = 0; rank < ends.length; rank++) {
            assertThat(select(ends, rank, pool)).isEqualTo(sorted[rank]);
        }
    }
}
