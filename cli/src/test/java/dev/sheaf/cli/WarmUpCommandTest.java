package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpCommandTest {
    @Test
    void everyCommandThatItRunsWorks() {
        assertThat(Outcome.of("warm-up", "--rows", "20k")).isEqualTo(new Outcome(0, "", ""));
    }

    @Test
    void isNoCommandForUsers() {
        assertThat(Outcome.of("help").out()).doesNotContain("warm-up");
        assertThat(Outcome.of("nothing").err()).doesNotContain("warm-up");
    }
}
