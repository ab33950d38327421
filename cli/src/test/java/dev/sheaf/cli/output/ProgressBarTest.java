package dev.sheaf.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressBarTest {
    @Test
    void showsTheShareThatIsDone() {
        assertThat(ProgressBar.line("reading", 62, 100)).isEqualTo("reading ━━━━━━━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌ 62 %");
    }

    @Test
    void showsTheCountWhenTheTotalIsNotKnown() {
        assertThat(ProgressBar.line("reading", 1_234_567, -1)).isEqualTo("reading  1,234,567");
    }

    @Test
    void neverPassesItsEnds() {
        assertThat(ProgressBar.line("s", 3, 2)).endsWith("━ 100 %");
        assertThat(ProgressBar.line("s", 0, 2)).endsWith("╌ 0 %");
    }
}
