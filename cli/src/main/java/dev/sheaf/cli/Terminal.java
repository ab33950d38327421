package dev.sheaf.cli;

import dev.sheaf.cli.output.StreamTarget;
import dev.sheaf.io.text.TextTarget;
import dev.sheaf.text.Printable;
import dev.sheaf.text.Screen;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// The streams of a process, and which of them a person looks at: where standard output goes, `columns` wide or
/// 0 if that is not known, and where standard error goes. `styled` allows faint text.
record Terminal(
        InputStream in,
        OutputStream out,
        PrintStream err,
        boolean outIsTerminal,
        boolean errIsTerminal,
        int columns,
        boolean styled) {
    /// The words in which the launcher describes the streams: `in`, `out`, `err` and a number of columns.
    private static final String VARIABLE = "SHEAF_TERMINAL";

    /// The streams of this process.
    static Terminal ofProcess() {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        return of(StandardInput.ofProcess(), out, err, System.getenv());
    }

    static Terminal of(InputStream in, OutputStream out, PrintStream err, Map<String, String> environment) {
        String known = environment.get(VARIABLE);
        if (known == null) {
            known = isConsole() ? "out err" : "";
        }
        boolean styled = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment
                        .getOrDefault("TERM", "")
                        .toLowerCase(Locale.ROOT)
                        .equals("dumb");
        String number = known.replaceAll("[^0-9]", "");
        int columns = number.isEmpty() || number.length() > 5 ? 0 : Integer.parseInt(number);
        return new Terminal(in, out, err, known.contains("out"), known.contains("err"), columns, styled);
    }

    /// Whether a person types on standard input and looks at standard output.
    static boolean isInteractive(Map<String, String> environment) {
        String known = environment.get(VARIABLE);
        return known == null ? isConsole() : known.contains("in") && known.contains("out");
    }

    private static boolean isConsole() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /// Streams that nobody looks at.
    static Terminal of(InputStream in, OutputStream out, PrintStream err) {
        return new Terminal(in, out, err, false, false, 0, false);
    }

    /// Where tables on standard output are drawn.
    Screen screen() {
        return outIsTerminal ? new Screen(columns, styled) : Screen.UNLIMITED;
    }

    /// Where tables on standard error are drawn.
    Screen errorScreen() {
        return errIsTerminal ? new Screen(columns, styled) : Screen.UNLIMITED;
    }

    /// Standard output as a target of results.
    TextTarget target() {
        return new StreamTarget(out);
    }

    /// As [#target()], for forms in which values stand as they are.
    TextTarget plainTarget() {
        return outIsTerminal ? StreamTarget.toTerminal(out) : target();
    }

    /// Tells the user something on standard error.
    void tell(String message) {
        err.println("sheaf: " + Printable.lines(message));
    }

    /// Writes text to standard output.
    void print(String text) {
        TextTarget target = target();
        target.append(text);
        target.commit();
    }
}
