package dev.sheaf.cli.shell;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;

/// A shell on a virtual terminal, whose keys the test types.
final class Typed implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final MemoryPool pool = MemoryPool.create();
    private final SqlSession session = new SqlSession(pool);
    private final LineDisciplineTerminal terminal;
    private final Thread thread;

    Typed() throws IOException {
        this(Optional.empty());
    }

    Typed(Optional<Path> history) throws IOException {
        terminal = new LineDisciplineTerminal("test", "ansi", written, StandardCharsets.UTF_8);
        terminal.setSize(new Size(80, 30));
        Shell shell = new Shell(terminal, false, session, failure -> String.valueOf(failure.getMessage()), history);
        thread = new Thread(shell::run, "shell");
        thread.setDaemon(true);
        thread.start();
        waitFor("sheaf> ");
    }

    /// Types keys, `\r` for enter.
    Typed type(String keys) throws IOException {
        written.reset();
        terminal.processInputBytes(keys.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /// Presses Ctrl-C.
    void interrupt() throws IOException {
        terminal.processInputByte(3);
    }

    /// Types a line and waits until it has been dealt with.
    String line(String text) throws IOException {
        type(text + "\r");
        return waitFor("sheaf> ");
    }

    /// What is on the terminal once it holds `text`.
    String waitFor(String text) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!shown().contains(text)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("no \"" + text + "\" but: " + shown());
            }
            Thread.onSpinWait();
        }
        return shown();
    }

    /// What was written since the last key, without escape sequences.
    String shown() {
        return written.toString(StandardCharsets.UTF_8).replaceAll("\u001B\\[[0-9;?]*[A-Za-z]", "");
    }

    boolean hasEnded() throws InterruptedException {
        return thread.join(PATIENCE);
    }

    @Override
    public void close() throws IOException {
        try {
            terminal.processInputBytes("\003\004".getBytes(StandardCharsets.UTF_8));
            hasEnded();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        terminal.close();
        session.close();
        PoolCheck.assertEmpty(pool);
        pool.close();
    }
}
