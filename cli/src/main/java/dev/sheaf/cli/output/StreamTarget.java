package dev.sheaf.cli.output;

import dev.sheaf.file.PendingFile;
import dev.sheaf.io.text.TextTarget;
import dev.sheaf.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Text to a stream that somebody else closes: standard output.
public final class StreamTarget implements TextTarget {
    private final OutputStream stream;
    private final boolean printable;

    private StreamTarget(OutputStream stream, boolean printable) {
        this.stream = stream;
        this.printable = printable;
    }

    /// Text to `stream`, unbuffered: callers append whole rows or more.
    public StreamTarget(OutputStream stream) {
        this(stream, false);
    }

    /// Text to a terminal, on which control characters are shown as escapes ([Printable]).
    public static StreamTarget toTerminal(OutputStream stream) {
        return new StreamTarget(stream, true);
    }

    @Override
    public void append(CharSequence text) {
        try {
            String shown = printable ? Printable.lines(text.toString()) : text.toString();
            stream.write(shown.getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    @Override
    public void commit() {
        try {
            stream.flush();
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    private static RuntimeException failed(IOException failure) {
        return BrokenPipe.isCause(failure)
                ? new ReaderGoneException(failure)
                : new UncheckedIOException(
                        "cannot write the result to standard output: " + PendingFile.reason(failure), failure);
    }

    @Override
    public void close() {}
}
