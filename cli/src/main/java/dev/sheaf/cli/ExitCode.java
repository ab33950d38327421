package dev.sheaf.cli;

import dev.sheaf.cli.output.ReaderGoneException;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.sql.SqlException;
import dev.sheaf.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/// What the process ends with, and what it says before that.
final class ExitCode {
    /// Done; also when the reader of a pipe has seen enough.
    static final int DONE = 0;

    /// The request was right and could not be met: damaged file, no memory, no room on the disk, overflow.
    static final int FAILED = 1;

    /// The request was wrong: bad SQL, unknown column or option, missing file.
    static final int WRONG_REQUEST = 2;

    /// Stopped by Ctrl-C, as shells number it.
    static final int INTERRUPTED = 130;

    private ExitCode() {}

    /// Tells the user about a failure, in a line if it has one to say, and returns the code.
    static int report(Throwable failure, Terminal terminal, boolean debug) {
        int code = of(failure);
        String message = message(failure, terminal.errIsTerminal());
        if (!message.isEmpty()) {
            terminal.tell(message);
        }
        if (debug) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            terminal.err().print(Printable.lines(trace.toString()));
        }
        return code;
    }

    private static int of(Throwable failure) {
        return switch (failure) {
            case ReaderGoneException _ -> DONE;
            case IllegalArgumentException _ -> WRONG_REQUEST;
            case QueryCancelledException _ -> INTERRUPTED;
            default -> FAILED;
        };
    }

    /// One line; a person at a terminal is shown the place in the query, too.
    static String message(Throwable failure, boolean toPerson) {
        String message = failure.getMessage();
        return switch (failure) {
            case ReaderGoneException _, QueryCancelledException _ -> "";
            case SqlException _ when toPerson && message != null -> message;
            case SqlException wrong -> wrong.place() + ": " + oneLine(wrong.problem());
            case IllegalArgumentException _ when message != null -> oneLine(message);
            case CorruptFileException _, MemoryLimitException _, ArithmeticException _ -> oneLine(message);
            case UncheckedIOException _, IOException _ -> oneLine(message);
            case OutOfMemoryError _ ->
                "the Java heap is full (" + message + "); raise it with SHEAF_JAVA_OPTS=-Xmx4g, say";
            default -> "internal error: " + oneLine(failure.toString()) + " (--debug shows where)";
        };
    }

    private static String oneLine(@org.jspecify.annotations.Nullable String text) {
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
