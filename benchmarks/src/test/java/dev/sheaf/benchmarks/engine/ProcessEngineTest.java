package dev.sheaf.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.benchmarks.data.Question;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the processes are shell scripts")
class ProcessEngineTest {
    private static final Question Q1 = new Question("q1", "SELECT 1", 0);

    @TempDir
    private Path folder;

    @Test
    void asksByLinesAndReadsLines() {
        try (Engine engine = answering("case $line in version) echo $RELEASE ;; 'run q1') echo 12.5 ;; esac")) {
            assertThat(engine.version()).isEqualTo("release 7");
            assertThat(engine.millis(Q1)).isEqualTo(12.5);
            assertThat(engine.isInProcess()).isFalse();
        }
    }

    @Test
    void saysWhatTheOtherProcessSaid() {
        try (Engine engine = answering("echo 'error: no such column'")) {
            assertThatThrownBy(() -> engine.millis(Q1)).hasMessage("fake does not run q1: error: no such column");
        }
    }

    @Test
    void saysThatTheOtherProcessEnded() {
        try (Engine engine = answering("exit")) {
            assertThatThrownBy(() -> engine.millis(Q1)).hasMessageContaining("fake");
        }
    }

    @Test
    void installsOnce() {
        Installation installation = new Installation("fake", folder.resolve("fake"));
        installation.once(List.of("true"));

        assertThatCode(() -> installation.once(List.of("false"))).doesNotThrowAnyException();
    }

    @Test
    void saysWhyAPeerIsNotInstalled() {
        Installation installation = new Installation("fake", folder.resolve("fake"));

        assertThatThrownBy(() -> installation.once(List.of("sh", "-c", "echo no network; exit 3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fake cannot be installed by \"sh -c echo no network; exit 3\"")
                .hasMessageEndingWith("see to it that this command works there:\n  no network");
        assertThatThrownBy(() -> installation.once(List.of("no-such-command")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Engine answering(String body) {
        return ProcessEngine.start(
                "fake",
                List.of("sh", "-c", "while read -r line; do " + body + "; done"),
                Map.of("RELEASE", "release 7"));
    }
}
