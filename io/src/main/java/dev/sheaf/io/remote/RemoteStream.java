package dev.sheaf.io.remote;

import dev.sheaf.io.remote.http.Ranges;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// Reads a file from its start, and asks for the next piece while one is read. One thread uses it.
///
/// Holds two pieces of 4 MiB at most; the first ones are smaller: who only looks at the beginning of a file
/// gets little more.
final class RemoteStream extends InputStream {
    private static final int FIRST_BYTES = 1 << 16;
    private static final int MOST_BYTES = 4 << 20;

    private final Ranges file;
    private long asked;
    private int nextSize = FIRST_BYTES;
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private @Nullable FutureTask<ByteBuffer> ahead;

    RemoteStream(Ranges file) {
        this.file = file;
    }

    @Override
    public int read() throws IOException {
        return fill() ? piece.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int from, int size) throws IOException {
        if (size == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(size, piece.remaining());
        piece.get(target, from, count);
        return count;
    }

    /// Whether there is a byte left, which is then in the piece.
    private boolean fill() throws IOException {
        if (piece.hasRemaining()) {
            return true;
        }
        piece = ahead == null ? fetch(asked, nextSize) : await(ahead);
        asked += piece.remaining();
        nextSize = Math.min(MOST_BYTES, 4 * nextSize);
        ahead = asked > FIRST_BYTES && asked < file.byteSize() ? start(asked, nextSize) : null;
        return piece.hasRemaining();
    }

    private FutureTask<ByteBuffer> start(long position, int size) {
        FutureTask<ByteBuffer> task = new FutureTask<>(() -> fetch(position, size));
        Thread.ofVirtual().start(task);
        return task;
    }

    private ByteBuffer fetch(long position, int size) throws IOException {
        long left = file.byteSize() - position;
        ByteBuffer bytes = ByteBuffer.allocate(Math.clamp(left, 0, size));
        while (bytes.hasRemaining()) {
            file.read(bytes, position + bytes.position());
        }
        return bytes.flip();
    }

    private static ByteBuffer await(FutureTask<ByteBuffer> task) throws IOException {
        try {
            return task.get();
        } catch (InterruptedException interrupted) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException known ? known : new IOException(failed.getCause());
        }
    }

    @Override
    public int available() {
        return piece.remaining();
    }

    @Override
    public void close() throws IOException {
        if (ahead != null) {
            ahead.cancel(true);
        }
        file.close();
    }
}
