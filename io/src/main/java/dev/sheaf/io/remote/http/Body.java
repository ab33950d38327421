package dev.sheaf.io.remote.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Takes the body of an answer, to memory or to a temporary file.
///
/// A server decides how much it sends, so memory has a limit. The temporary file is this user's alone and goes
/// when it is closed; on Unix it has no name from the start, so a killed process leaves none.
final class Body implements HttpResponse.BodySubscriber<Body> {
    private final CompletableFuture<Body> done = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int mostBytes;
    private final boolean cuts;
    private final @Nullable FileChannel file;
    private final AtomicLong received;
    private Flow.@Nullable Subscription subscription;

    private Body(int mostBytes, boolean cuts, @Nullable FileChannel file, AtomicLong received) {
        this.mostBytes = mostBytes;
        this.cuts = cuts;
        this.file = file;
        this.received = received;
    }

    /// Fails when there is more.
    static Body ofAtMost(int mostBytes, AtomicLong received) {
        return new Body(mostBytes, false, null, received);
    }

    /// Forgets what is more.
    static Body ofFirst(int mostBytes, AtomicLong received) {
        return new Body(mostBytes, true, null, received);
    }

    /// @throws IOException if there is no room for temporary files
    static Body ofFile(AtomicLong received) throws IOException {
        Path path = Files.createTempFile("sheaf-", ".download");
        FileChannel file = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        return new Body(0, false, file, received);
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    @Nullable
    FileChannel file() {
        return file;
    }

    @Override
    public CompletionStage<Body> getBody() {
        return done;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        try {
            for (ByteBuffer piece : pieces) {
                received.addAndGet(piece.remaining());
                take(piece);
            }
        } catch (IOException failure) {
            if (subscription != null) {
                subscription.cancel();
            }
            onError(failure);
        }
    }

    private void take(ByteBuffer piece) throws IOException {
        if (file != null) {
            while (piece.hasRemaining()) {
                file.write(piece);
            }
            return;
        }
        int room = mostBytes - bytes.size();
        if (piece.remaining() > room && !cuts) {
            throw new IOException("the server sends more than the " + mostBytes + " bytes that were asked for");
        }
        byte[] some = new byte[Math.min(room, piece.remaining())];
        piece.get(some);
        bytes.writeBytes(some);
    }

    @Override
    public void onError(Throwable failure) {
        discard();
        done.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        done.complete(this);
    }

    /// Removes the temporary file.
    private void discard() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException _) {
            // the failure that led here is told
        }
    }
}
