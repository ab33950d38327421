package dev.sheaf.benchmarks.alone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamBenchTest {
    private static final long ROWS = 10_000_000;
    private static final long KEYS = 100_000;

    /// Eight times what keys and states take as plain columns, and a batch for each thread.
    private static final long MOST_BYTES = 8 * KEYS * 3 * Long.BYTES + (2L << 20);

    @Test
    void memoryFollowsTheKeysAndNotTheRows() {
        StreamBench.Outcome outcome = StreamBench.measure(ROWS, KEYS, 2);

        assertThat(outcome.groups()).isEqualTo(KEYS);
        assertThat(outcome.total()).isEqualTo(NumberStream.total(ROWS));
        assertThat(outcome.peakBytes()).isLessThan(MOST_BYTES);
    }
}
