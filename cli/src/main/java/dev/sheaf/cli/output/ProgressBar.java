package dev.sheaf.cli.output;

import dev.sheaf.query.ProgressListener;
import dev.sheaf.text.Printable;
import java.io.PrintStream;
import java.util.Locale;

/// A line on a terminal that says how far a query is: `writing orders ━━━━━━━━╌╌╌╌ 62 %`. It appears when a step
/// takes longer than half a second, is redrawn ten times a second at most, and leaves nothing behind.
public final class ProgressBar implements ProgressListener, AutoCloseable {
    private static final long FIRST_AFTER_NANOS = 500_000_000;
    private static final long REDRAW_NANOS = 100_000_000;
    private static final int WIDTH = 30;
    private static final String ERASE = "\r\u001B[K";

    private final PrintStream terminal;
    private long nextDraw = System.nanoTime() + FIRST_AFTER_NANOS;
    private boolean drawn;
    private boolean closed;

    /// A bar on `terminal`, which must understand escape sequences.
    public ProgressBar(PrintStream terminal) {
        this.terminal = terminal;
    }

    @Override
    public synchronized void progress(String step, long done, long total) {
        long now = System.nanoTime();
        if (closed || now - nextDraw < 0) {
            return;
        }
        nextDraw = now + REDRAW_NANOS;
        drawn = true;
        terminal.print(ERASE + line(Printable.line(step), done, total));
        terminal.flush();
    }

    static String line(String step, long done, long total) {
        if (total <= 0) {
            return String.format(Locale.ROOT, "%s  %,d", step, done);
        }
        long percent = Math.clamp(done * 100 / total, 0, 100);
        int filled = (int) percent * WIDTH / 100;
        return step + " " + "━".repeat(filled) + "╌".repeat(WIDTH - filled) + " " + percent + " %";
    }

    /// Erases the line.
    @Override
    public synchronized void close() {
        closed = true;
        if (drawn) {
            drawn = false;
            terminal.print(ERASE);
            terminal.flush();
        }
    }
}
