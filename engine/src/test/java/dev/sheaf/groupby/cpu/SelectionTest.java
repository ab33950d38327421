package dev.sheaf.groupby.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
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
            long selected = Selection.select(buffer.segment(), values.length, rank);
            for (int i = 0; i < values.length; i++) {
                long value = buffer.segment().getAtIndex(ValueLayout.JAVA_LONG, i);
                assertThat(i < rank ? value <= selected : value >= selected).isTrue();
            }
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
}
