package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DevicesCommandTest {
    @Test
    void theCpuIsAlwaysThere() {
        Outcome outcome = Outcome.of("devices");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .containsPattern("│ backend +│ available +│ details +│")
                .containsPattern("│ cpu +│ yes +│ \\d+ threads? +│");
    }
}
