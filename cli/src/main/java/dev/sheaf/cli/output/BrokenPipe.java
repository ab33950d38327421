package dev.sheaf.cli.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/// Tells a pipe whose reader has gone from other failures to write.
///
/// Java gives no error numbers, only the system's words for them, which depend on the user's language. So a pipe of
/// our own is broken to hear those words.
final class BrokenPipe {
    private BrokenPipe() {}

    /// Whether writing failed with the system's error EPIPE.
    static boolean isCause(IOException failure) {
        String message = failure.getMessage();
        return message != null && message.equals(words());
    }

    private static String words() {
        try {
            Pipe pipe = Pipe.open();
            pipe.source().close();
            try (Pipe.SinkChannel sink = pipe.sink()) {
                sink.write(ByteBuffer.wrap(new byte[1]));
            }
            return "Broken pipe";
        } catch (IOException broken) {
            return String.valueOf(broken.getMessage());
        }
    }
}
