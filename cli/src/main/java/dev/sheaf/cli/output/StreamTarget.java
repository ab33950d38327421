package dev.sheaf.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Text to a stream that somebody else closes.
public final class StreamTarget implements TextTarget {
    private final OutputStream stream;

    /// Text to `stream`, unbuffered: callers append whole rows or more.
    public StreamTarget(OutputStream stream) {
        this.stream = stream;
    }

    @Override
    public void append(CharSequence text) {
        try {
            stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw unwritable(failure);
        }
    }

    @Override
    public void commit() {
        try {
            stream.flush();
        } catch (IOException failure) {
            throw unwritable(failure);
        }
    }

    @Override
    public void close() {}

    /// A closed pipe is known by its message only, "Broken pipe" on Unix, "The pipe is being closed" on Windows.
    private static RuntimeException unwritable(IOException failure) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("pipe")
                ? new ReaderGoneException(failure)
                : new UncheckedIOException("cannot write the result: " + failure.getMessage(), failure);
    }
}
