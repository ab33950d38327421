package dev.sheaf.cuda.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/// Lets native work end before the process does. When a process exits, libraries destroy what they share, and a
/// thread that is still inside of one crashes the process: NVRTC does, and an interrupted query ended in a
/// crash report.
final class ExitGuard {
    /// Longer than any kernel takes to compile.
    private static final long PATIENCE_SECONDS = 30;

    private final ReentrantReadWriteLock atWork = new ReentrantReadWriteLock();
    private volatile boolean isEnding;

    /// A guard that the exit of this process waits for.
    static ExitGuard ofThisProcess() {
        ExitGuard guard = new ExitGuard();
        Runtime.getRuntime().addShutdownHook(new Thread(guard::close, "sheaf-exit"));
        return guard;
    }

    /// Does work that the exit waits for.
    ///
    /// @throws IllegalStateException if the process is ending
    <T> T run(Supplier<T> work) {
        if (isEnding || !atWork.readLock().tryLock()) {
            throw new IllegalStateException("The process is ending: no kernel is compiled any more.");
        }
        try {
            return work.get();
        } finally {
            atWork.readLock().unlock();
        }
    }

    /// Waits for the work that is under way, and lets none begin.
    void close() {
        isEnding = true; // a lock that is tried goes to readers while a writer waits
        try {
            atWork.writeLock().tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
