package dev.sheaf.groupby.cuda;

import dev.sheaf.query.Batch;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/// Reads the batches of the next stride on a thread of its own while the device works on those before.
final class ReadAhead implements AutoCloseable {
    private static final Executor THREADS =
            task -> Thread.ofPlatform().name("sheaf-stride").daemon().start(task);

    private final StrideReader reader;
    private CompletableFuture<List<Batch>> coming;

    ReadAhead(StrideReader reader) {
        this.reader = reader;
        this.coming = CompletableFuture.supplyAsync(reader::next, THREADS);
    }

    /// The batches of the next stride, which the caller closes; none at the end. Starts reading those after them.
    List<Batch> next() {
        List<Batch> batches = take();
        coming = batches.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : CompletableFuture.supplyAsync(reader::next, THREADS);
        return batches;
    }

    private List<Batch> take() {
        CompletableFuture<List<Batch>> ready = coming;
        coming = CompletableFuture.completedFuture(List.of());
        try {
            return ready.join();
        } catch (CompletionException failure) {
            switch (failure.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw failure;
            }
        }
    }

    /// Waits for the reading that is under way and closes what it gives.
    @Override
    public void close() {
        coming.handle((batches, failure) -> {
                    if (failure == null) {
                        batches.forEach(Batch::close);
                    }
                    return true;
                })
                .join();
    }
}
