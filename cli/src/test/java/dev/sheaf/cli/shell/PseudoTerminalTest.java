package dev.sheaf.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The shell as a process on a terminal of the system, which `script` makes.
class PseudoTerminalTest {
    private static final int SECONDS = 120;

    /// Who runs in the background of a shell ignores interrupts, and so do all that it starts, this test's process too.
    private static final String HEEDING_INTERRUPTS =
            "$(env --default-signal=INT true 2>/dev/null && echo env --default-signal=INT)";

    @TempDir
    private Path folder;

    @Test
    void sheafAloneOpensAShell() throws Exception {
        Assumptions.assumeTrue(hasScript(), "script, of util-linux, is not installed");
        Path typescript = folder.resolve("typescript");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = "stty cols 80 rows 30; exec " + HEEDING_INTERRUPTS + " '" + java
                + "' --enable-native-access=ALL-UNNAMED -cp '" + System.getProperty("java.class.path")
                + "' dev.sheaf.cli.Main";
        ProcessBuilder builder = new ProcessBuilder("script", "-q", "-e", "-c", command, typescript.toString());
        builder.environment().put("SHEAF_TERMINAL", "in out 80 err");
        builder.environment().put("SHEAF_CACHE", folder.resolve("cache").toString());
        builder.environment().put("TERM", "xterm");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("shown").toFile())
                .start();
        try (Writer keys = process.outputWriter(StandardCharsets.UTF_8)) {
            waitFor("sheaf> ");
            type(keys, "SELECT 6 * 7 AS answer;\r", "42");
            type(keys, "SELECT max(sin(n) * cos(n)) FROM range(1000000000000) t(n);\r", "group by"); // its progress
            type(keys, "\003", "stopped");
            type(keys, "SELECT 'still' || 'there' AS x;\r", "stillthere");
            keys.write(".quit\r");
            keys.flush();
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isZero();
    }

    private static boolean hasScript() {
        try {
            Process process = new ProcessBuilder("script", "--version")
                    .redirectErrorStream(true)
                    .start();
            String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 && version.contains("util-linux");
        } catch (IOException none) {
            return false;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private void type(Writer keys, String text, String answer) throws Exception {
        keys.write(text);
        keys.flush();
        waitFor(answer);
    }

    private void waitFor(String text) throws Exception {
        Path shown = folder.resolve("shown");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!Files.readString(shown, StandardCharsets.ISO_8859_1).contains(text)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(
                        "no \"" + text + "\" but: " + Files.readString(shown, StandardCharsets.ISO_8859_1));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
