package dev.sheaf.benchmarks;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/// Waits for the compilers of this process. While they work, runs on all processors lack one of them for a part of
/// the time, which runs on one thread do not notice.
final class Compilers {
    /// Null in a process that only interprets.
    private static final @Nullable CompilationMXBean COMPILERS = ManagementFactory.getCompilationMXBean();

    /// The compilers are quiet when they take less than this share of the time.
    private static final double QUIET = 0.02;

    private static final long LOOK_NANOS = 1_000_000_000L;

    private Compilers() {}

    /// Does rounds of work until the compilers were quiet for a second, or for `most` seconds.
    static void quieten(double most, Runnable round) {
        long start = System.nanoTime();
        boolean quiet = false;
        while (!quiet && System.nanoTime() - start < most * 1e9) {
            quiet = areQuietDuring(round);
        }
    }

    private static boolean areQuietDuring(Runnable round) {
        long start = System.nanoTime();
        long before = compiledMillis();
        do {
            round.run();
        } while (System.nanoTime() - start < LOOK_NANOS);
        long compiledNanos = (compiledMillis() - before) * 1_000_000;
        return compiledNanos <= QUIET * (System.nanoTime() - start);
    }

    private static long compiledMillis() {
        return COMPILERS == null ? 0 : COMPILERS.getTotalCompilationTime();
    }
}
