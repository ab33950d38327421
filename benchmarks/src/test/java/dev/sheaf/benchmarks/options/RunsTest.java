package dev.sheaf.benchmarks.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunsTest {
    private static long secondsAgo(double seconds) {
        return System.nanoTime() - (long) (seconds * 1e9);
    }

    @Test
    void quickQuestionsRunForTheirTimeAndSlowOnesFiveTimes() {
        Runs runs = Runs.lasting(10);
        assertThat(runs.isEnough(50, secondsAgo(5))).isFalse();
        assertThat(runs.isEnough(50, secondsAgo(11))).isTrue();
        assertThat(runs.isEnough(4, secondsAgo(1e4))).isFalse();
        assertThat(runs.isEnough(5, secondsAgo(1e4))).isTrue();
        assertThat(runs.isEnough(99, secondsAgo(0))).isTrue();
        assertThat(runs.quietening()).isEqualTo(30);
        assertThat(Runs.of(3).quietening()).isZero();
    }

    @Test
    void steadyRunsAreManyUnlessTheyTakeTooLong() {
        Runs runs = Runs.steady(10);
        assertThat(runs.isEnough(40, secondsAgo(100))).isFalse();
        assertThat(runs.isEnough(41, secondsAgo(100))).isTrue();
        assertThat(runs.isEnough(7, secondsAgo(151))).isTrue();
        assertThat(runs.quietening()).isEqualTo(75);
    }
}
