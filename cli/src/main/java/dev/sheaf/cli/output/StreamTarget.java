package dev.sheaf.cli.output;

import dev.sheaf.file.PendingFile;
import dev.sheaf.io.text.TextTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Text to a stream that somebody else closes: standard output.
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
