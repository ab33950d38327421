package dev.sheaf.cuda.driver;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// Platform threads that work for virtual ones, which may change their carrier between two calls into the driver.
final class HandOff {
    private HandOff() {}

    /// Runs `work` on a platform thread and waits for it; what it throws, this throws.
    static <T> T call(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, Threads.POOL).join();
        } catch (CompletionException failure) {
            switch (failure.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw failure;
            }
        }
    }

    private static final class Threads {
        static final ExecutorService POOL = Executors.newCachedThreadPool(
                Thread.ofPlatform().name("sheaf-cuda-", 0).daemon().factory());
    }
}
