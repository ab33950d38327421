package dev.sheaf.cli.shell;

import dev.sheaf.cli.output.StreamTarget;
import dev.sheaf.io.text.TextTarget;
import dev.sheaf.text.Printable;
import dev.sheaf.text.Screen;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.Terminal;

/// A terminal as results and messages are written to it.
record Screenful(Terminal terminal, boolean styled) {
    /// The lines around the rows of a table: what was typed, its frame, names and types, where rows are left out,
    /// the line that counts, and the prompt.
    private static final int OTHER_LINES = 12;

    private static final int FEWEST_ROWS = 10;
    private static final int ROWS_OF_UNKNOWN_HEIGHT = 40;

    Screen screen() {
        return new Screen(terminal.getWidth(), styled);
    }

    /// How many rows of a table fit on the screen.
    long rows() {
        int height = terminal.getHeight();
        return height <= 0 ? ROWS_OF_UNKNOWN_HEIGHT : Math.max(FEWEST_ROWS, height - OTHER_LINES);
    }

    void say(String text) {
        terminal.writer().println(Printable.lines(text));
        terminal.flush();
    }

    /// Where tables are drawn, whose cells show control characters as escapes already.
    TextTarget tables() {
        return new StreamTarget(terminal.output());
    }

    /// Where other forms of results go.
    TextTarget values() {
        return StreamTarget.toTerminal(terminal.output());
    }

    PrintStream progress() {
        return new PrintStream(terminal.output(), true, StandardCharsets.UTF_8);
    }
}
