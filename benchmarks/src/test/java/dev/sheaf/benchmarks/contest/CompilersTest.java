package dev.sheaf.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompilersTest {
    private static final double MOST_SECONDS = 20;

    @Test
    void javaThreadsAtWorkDoNotCountAsCompilers() {
        long start = System.nanoTime();
        Compilers.quieten(MOST_SECONDS, CompilersTest::workForAWhile);
        assertThat((System.nanoTime() - start) / 1e9).isBetween(1.0, MOST_SECONDS);
    }

    private static void workForAWhile() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 50_000_000) {
            Thread.onSpinWait();
        }
    }
}
