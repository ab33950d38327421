package dev.sheaf.benchmarks.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlainLoopTest {
    /// More than one piece.
    private static final int ROWS = 200_000;

    @Test
    void everyThreadCountReadsTheSameWordsOnce() {
        try (Table table = Table.of("n", LongStream.range(0, ROWS).toArray())) {
            PlainLoop loop = new PlainLoop(table, 0, 1, 2);

            assertThat(loop.run(1)).isEqualTo(ROWS * (ROWS - 1L) / 2);
            assertThat(loop.run(2)).isEqualTo(ROWS * (ROWS - 1L) / 2);
            assertThat(loop.updates()).isZero();
        }
    }

    @Test
    void textsAreReadWithTheirOffsets() {
        String[] texts = new String[64];
        Arrays.fill(texts, "\1\0\0\0\0\0\0\0");
        try (Table table = Table.of("t", texts)) {
            long offsets = IntStream.range(0, 32)
                    .mapToLong(pair -> 16L * pair + ((16L * pair + 8) << 32))
                    .sum();

            assertThat(new PlainLoop(table, 0, 1, 1).run(1)).isEqualTo(64 + offsets);
        }
    }

    @Test
    void everyRowUpdatesTheWordsOfOneGroup() {
        try (Table table = Table.of("n", new int[ROWS])) {
            PlainLoop loop = new PlainLoop(table, 1_000, 3, 2);
            loop.run(2);

            assertThat(loop.updates()).isEqualTo(3L * ROWS);
        }
    }
}
