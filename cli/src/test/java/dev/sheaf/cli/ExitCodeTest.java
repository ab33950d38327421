package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.sql.SqlException;
import dev.sheaf.sql.SqlSession;
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
        return report(failure, debug, false);
    }

    private static Outcome report(Throwable failure, boolean debug, boolean toPerson) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new ByteArrayOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                toPerson,
                0,
                false);
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
    void aMistakeInSqlIsALineAndAPersonSeesThePlace() {
        SqlSession session = new SqlSession();
        RuntimeException wrong = catchThrowableOfType(SqlException.class, () -> session.plan("SELECT 1 +\n  two"));

        assertThat(report(wrong).err())
                .isEqualTo("sheaf: line 2, column 3: column \"two\" not found; this query has no FROM."
                        + " Text takes single quotes: 'two'.\n");
        assertThat(report(wrong, false, true).err()).endsWith(".\n    two\n    ^^^\n");
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
