package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What only a process of its own shows: signals, pipes, and that the virtual machine prints no warnings.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals and pipes of Unix")
class ProcessTest {
    /// The number of the signal that Ctrl-C sends.
    private static final int INTERRUPT = 2;

    private static final int SECONDS = 60;

    /// Of a file of which pages are written.
    private static final long ENOUGH_BYTES = 1 << 20;

    @TempDir
    private Path folder;

    @Test
    void exitCodesReachTheShell() throws Exception {
        assertThat(run("exec " + sheaf() + " datagen orders --rows 3 -o x.csv"))
                .matches(outcome -> outcome.exitCode() == 0)
                .matches(outcome -> outcome.err().matches("3 rows written to x.csv in \\d+\\.\\d s\n"));
        assertThat(run("exec " + sheaf() + " nonsense").exitCode()).isEqualTo(2);
    }

    /// Java reads arguments in the locale's character set, and loses what it has no character for.
    @Test
    void argumentsThatJavaCannotReadAreRefusedInsteadOfCountedWrong() throws Exception {
        String query = " sql --format csv \"SELECT count(*) AS n FROM (VALUES ('é')) AS t(k) WHERE k = 'é'\"";

        assertThat(run("LC_ALL=C exec " + sheaf() + query))
                .matches(outcome -> outcome.exitCode() == 2)
                .matches(outcome -> outcome.err().contains("set LC_ALL=C.UTF-8"));
        assertThat(run("LC_ALL=C.UTF-8 exec " + sheaf() + query)).isEqualTo(new Outcome(0, "n\n1\n", ""));
        assertThat(run("LC_ALL=C exec " + sheaf() + " sql --format csv 'SELECT 1 AS n'"))
                .isEqualTo(new Outcome(0, "n\n1\n", ""));
    }

    /// Java would read the first of its own files instead, which has the number that is free.
    @Test
    void aClosedStandardInputHoldsNoQuery() throws Exception {
        String none = "sheaf: there is no query in standard input; it is empty or closed\n";

        assertThat(run("exec " + sheaf() + " sql - <&-")).isEqualTo(new Outcome(2, "", none));
        assertThat(run("exec " + sheaf() + " sql - </dev/null")).isEqualTo(new Outcome(2, "", none));
        assertThat(run("echo 'SELECT 1 AS n' | " + sheaf() + " sql --format csv -"))
                .isEqualTo(new Outcome(0, "n\n1\n", ""));
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoError() throws Exception {
        Outcome outcome = run("{ " + sheaf() + " sql --format csv 'SELECT * FROM range(100000000) AS t(n)';"
                + " echo code $? >&2; } | head -n 2");

        assertThat(outcome.out()).isEqualTo("n\n0\n");
        assertThat(outcome.err()).isEqualTo("code 0\n");
    }

    @Test
    void interruptionEndsAtOnceAndLeavesNothing() throws Exception {
        Process process = start("exec " + hearsInterrupts() + sheaf() + " datagen orders --rows 1G -o big.csv");
        try {
            waitForFile();

            assertThat(interrupted(process)).isEqualTo(new Outcome(130, "", ""));
            assertThat(folder).isEmptyDirectory();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aKilledProcessLeavesOneFileWhichTheNextRemoves() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path out = Files.createDirectory(folder.resolve("out"));
        String options = "SHEAF_CACHE=" + folder.resolve("cache") + " exec " + sheaf("-Djava.io.tmpdir=" + temporary);
        for (int kills = 0; kills < 2; kills++) {
            Process process = start(options + " datagen orders --rows 1G -o out/a.parquet");
            while (process.isAlive() && bytesIn(out) < ENOUGH_BYTES) {
                Thread.sleep(20);
            }
            process.destroyForcibly().waitFor();

            assertThat(out).isDirectoryContaining("glob:**unfinished");
            assertThat(out.toFile().list()).hasSize(1);
            assertThat(temporary).isEmptyDirectory();
        }

        assertThat(run(options + " sql --format csv 'SELECT 1 AS n' -o out/b.csv"))
                .isEqualTo(new Outcome(0, "", ""));
        assertThat(out.toFile().list()).containsExactly("b.csv");
        assertThat(folder.resolve("cache/native").toFile().list())
                .hasSize(1)
                .allMatch(name -> name.startsWith("snappy-"));
    }

    private static long bytesIn(Path folder) {
        return Stream.of(folder.toFile().listFiles()).mapToLong(File::length).sum();
    }

    @Test
    void anInterruptedQueryIsQuiet() throws Exception {
        Process process = start("exec " + hearsInterrupts() + sheaf()
                + " sql 'SELECT COUNT(*) FROM range(1000000000000) AS t(n) WHERE n % 7 = 3'");
        try {
            assertThat(process.waitFor(2, TimeUnit.SECONDS)).isFalse();
            assertThat(interrupted(process)).isEqualTo(new Outcome(130, "", ""));
        } finally {
            process.destroyForcibly();
        }
    }

    /// A process in the background of a script is started with interrupts ignored, and so are all that it starts.
    private static String hearsInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return "";
        }
        boolean ignored = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(
                        line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & (1L << (INTERRUPT - 1))) != 0);
        return ignored ? "env --default-signal=INT " : "";
    }

    private Process start(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
    }

    /// What comes of a process after Ctrl-C; both streams together are its output.
    private static Outcome interrupted(Process process) throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Outcome(
                process.exitValue(), new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8), "");
    }

    private void waitForFile() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (System.nanoTime() < deadline) {
            try (var files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    return;
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no file appeared");
    }

    private Outcome run(String script) throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        try {
            Process process = new ProcessBuilder("sh", "-c", script)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
            return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String sheaf(String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.sheaf.cli.Main"));
        command.replaceAll(part -> "'" + part + "'");
        return String.join(" ", command);
    }
}
