package dev.sheaf.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

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
            throw Outputs.unwritable("the result", failure);
        }
    }

    @Override
    public void commit() {
        try {
            stream.flush();
        } catch (IOException failure) {
            throw Outputs.unwritable("the result", failure);
        }
    }

    @Override
    public void close() {}
}
