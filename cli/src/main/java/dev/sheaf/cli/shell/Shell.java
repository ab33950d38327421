package dev.sheaf.cli.shell;

import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.sql.SqlScript;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/// Reads statements from a terminal and runs them until the user leaves.
///
/// Ctrl-C stops the statement that runs, or forgets what is typed; Ctrl-D and `.quit` leave. Lines are kept in a
/// history that the next shell has, too.
public final class Shell {
    private static final String PROMPT = "sheaf> ";
    private static final String MORE = "  ...> ";

    private final Screenful screen;
    private final LineReader reader;
    private final StatementRunner runner;
    private final DotCommands commands;
    private final Function<Throwable, String> messages;

    /// Runs a shell on the terminal of this process until the user leaves.
    ///
    /// @param messages what to say of a failure, nothing if that is blank
    /// @param history the file of the history; none if empty
    /// @throws IOException if the terminal cannot be used
    public static void onTerminal(
            boolean styled, SqlSession session, Function<Throwable, String> messages, Optional<Path> history)
            throws IOException {
        try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
            new Shell(terminal, styled, session, messages, history).run();
        }
    }

    /// A shell on a terminal, which stays the caller's, as the session does.
    Shell(
            Terminal terminal,
            boolean styled,
            SqlSession session,
            Function<Throwable, String> messages,
            Optional<Path> history) {
        ShellState state = new ShellState(session);
        this.screen = new Screenful(terminal, styled);
        this.runner = new StatementRunner(state, screen);
        this.commands = new DotCommands(state, screen, runner);
        this.messages = messages;
        this.reader = reader(terminal, session, history);
    }

    private static LineReader reader(Terminal terminal, SqlSession session, Optional<Path> history) {
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("sheaf")
                .parser(new StatementParser())
                .completer(new Completion(session))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, MORE);
        history.ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
        return builder.build();
    }

    /// Reads and runs until the user leaves.
    void run() {
        screen.say("Sheaf. Statements end with ;  .help lists what else there is.");
        boolean goesOn = true;
        while (goesOn) {
            try {
                goesOn = accept(reader.readLine(PROMPT));
            } catch (UserInterruptException _) {
                goesOn = true; // what was typed is forgotten
            } catch (EndOfFileException _) {
                goesOn = false;
            }
        }
    }

    private boolean accept(String line) {
        try {
            if (line.stripLeading().startsWith(".")) {
                return commands.run(line);
            }
            SqlScript.of(line).statements().forEach(runner::run);
        } catch (QueryCancelledException _) {
            screen.say("stopped");
        } catch (RuntimeException | OutOfMemoryError failure) {
            String message = messages.apply(failure);
            if (!message.isBlank()) {
                screen.say(message);
            }
        }
        return true;
    }
}
