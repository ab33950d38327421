package dev.sheaf.groupby.cuda.stride;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Reads and copies the next stride on a thread of its own while the device works on the one before.
public final class StrideAhead implements AutoCloseable {
    private static final Executor THREADS =
            task -> Thread.ofPlatform().name("sheaf-stride").daemon().start(task);

    private final GeneralPlan plan;
    private final StrideReader reader;
    private final StrideLimits limits;
    private final Stream copies;
    private final QueryContext context;
    private CompletableFuture<Stride> coming;

    public StrideAhead(
            GeneralPlan plan, StrideReader reader, StrideLimits limits, Stream copies, QueryContext context) {
        this.plan = plan;
        this.reader = reader;
        this.limits = limits;
        this.copies = copies;
        this.context = context;
        this.coming = start();
    }

    private CompletableFuture<Stride> start() {
        return CompletableFuture.supplyAsync(() -> copies.device().call(this::read), THREADS);
    }

    private Stride read() {
        try (var _ = context.phases().time(Phase.UPLOAD)) {
            return Stride.read(plan, reader, limits, copies, context);
        }
    }

    /// The next stride, for which `worker` waits and which the caller closes; null at the end. Starts reading
    /// the one after it.
    @Nullable
    public Stride next(Stream worker) {
        Stride stride = take();
        try {
            stride.seal(worker);
            if (stride.rows() > 0) {
                coming = start();
                return stride;
            }
        } catch (RuntimeException | Error failure) {
            stride.close();
            throw failure;
        }
        coming = CompletableFuture.failedFuture(new IllegalStateException("there are no more strides"));
        stride.close();
        return null;
    }

    private Stride take() {
        try {
            return coming.join();
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
        coming.handle((stride, failure) -> {
                    if (failure == null) {
                        stride.close();
                    }
                    return true;
                })
                .join();
    }
}
