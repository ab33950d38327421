package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryCancelledException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
    private static Outcome report(Throwable failure, boolean debug) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.of(
                new ByteArrayInputStream(new byte[0]),
                new ByteArrayOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = ExitCode.report(failure, terminal, debug);
        return new Outcome(code, "", err.toString(StandardCharsets.UTF_8));
    }

    private static Outcome report(Throwable failure) {
        return report(failure, false);
    }

    @Test
    void aWrongRequestIsTwo() {
        assertThat(report(new IllegalArgumentException("no file x")))
                .isEqualTo(new Outcome(2, "", "sheaf: no file x\n"));
    }

    @Test
    void whatCannotBeDoneIsOne() {
        assertThat(report(new CorruptFileException(Path.of("a.parquet"), "", "it is empty")))
                .isEqualTo(new Outcome(1, "", "sheaf: a.parquet: it is empty\n"));
        assertThat(report(new MemoryLimitException("no room", 1, 1))).isEqualTo(new Outcome(1, "", "sheaf: no room\n"));
        assertThat(report(new ArithmeticException("sum of \"v\" overflows")))
                .isEqualTo(new Outcome(1, "", "sheaf: sum of \"v\" overflows\n"));
        assertThat(report(new UncheckedIOException("cannot write\nx", new IOException())))
                .isEqualTo(new Outcome(1, "", "sheaf: cannot write; x\n"));
    }

    @Test
    void errorsOfOursSayHowToFindOutMore() {
        assertThat(report(new IllegalStateException("huh")))
                .isEqualTo(new Outcome(
                        1, "", "sheaf: internal error: java.lang.IllegalStateException: huh (--debug shows where)\n"));
        assertThat(report(new OutOfMemoryError("Java heap space")).err()).contains("-Xmx");
    }

    @Test
    void stoppedWorkIsQuiet() {
        assertThat(report(new QueryCancelledException("interrupted"))).isEqualTo(new Outcome(130, "", ""));
    }

    @Test
    void traceIsShownOnlyUnderDebug() {
        assertThat(report(new IllegalArgumentException("no file x"), true).err())
                .startsWith("sheaf: no file x\njava.lang.IllegalArgumentException: no file x\n\tat ");
    }
}
