package dev.sheaf.benchmarks.alone;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// A query that is cancelled again and again, in a pool of its own and with a folder for what it writes.
record Cancelled(String name, long limitBytes, int threads, BiConsumer<Path, QueryContext> query) {
    private static final int FULL_RUNS = 3;
    private static final int LEAST_ROUNDS = 10;

    /// The sum of whole runs; the cancelled ones take half of it.
    private static final double LONGEST_MILLIS = 30_000;

    /// What a query takes when it is let alone, and how long each of the cancelled runs went on.
    record Times(double fullMillis, List<Double> millis) {}

    /// Cancels `rounds` runs, of long ones fewer, at moments spread over a whole run; a run that was over before is run
    /// once more.
    ///
    /// @throws IllegalStateException if a cancelled run leaves memory in use or a file behind
    Times times(Path folder, int rounds, Random random) throws IOException {
        try (MemoryPool pool = limitBytes == Long.MAX_VALUE ? MemoryPool.create() : MemoryPool.withLimit(limitBytes)) {
            double full = fullMillis(folder, pool);
            clear(folder);
            for (int run = 1; run < FULL_RUNS && full < LONGEST_MILLIS / LEAST_ROUNDS; run++) {
                full = Math.min(full, fullMillis(folder, pool));
                clear(folder);
            }
            List<Double> millis = new ArrayList<>();
            int wanted = Math.min(rounds, Math.max(LEAST_ROUNDS, (int) (LONGEST_MILLIS / full)));
            for (int attempt = 0; millis.size() < wanted && attempt < 3 * wanted; attempt++) {
                double moment = full * random.nextDouble();
                double went = cancelledMillis(folder, pool, moment);
                check(folder, pool, went, moment);
                if (!Double.isNaN(went)) {
                    millis.add(went);
                }
            }
            return new Times(full, millis);
        }
    }

    private double fullMillis(Path folder, MemoryPool pool) {
        long start = System.nanoTime();
        query.accept(folder, context(folder, pool, new Cancellation()));
        return (System.nanoTime() - start) / 1e6;
    }

    /// The time from the cancellation to the end of the call, NaN if the query was over before.
    private double cancelledMillis(Path folder, MemoryPool pool, double moment) {
        Cancellation cancellation = new Cancellation();
        FutureTask<Boolean> run = new FutureTask<>(() -> isCancelled(folder, context(folder, pool, cancellation)));
        Thread.ofPlatform().daemon().start(run);
        LockSupport.parkNanos((long) (moment * 1e6));
        long start = System.nanoTime();
        cancellation.cancel("measured");
        boolean cancelled = result(run);
        return cancelled ? (System.nanoTime() - start) / 1e6 : Double.NaN;
    }

    private boolean isCancelled(Path folder, QueryContext context) {
        try {
            query.accept(folder, context);
            return false;
        } catch (QueryCancelledException expected) {
            return true;
        }
    }

    private static boolean result(FutureTask<Boolean> run) {
        try {
            return run.get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException("a cancelled query failed otherwise", failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a query");
        }
    }

    private void check(Path folder, MemoryPool pool, double went, double moment) throws IOException {
        if (pool.usedBytes() != 0) {
            throw new IllegalStateException(
                    name + ", cancelled after " + moment + " ms, leaves " + pool.usedBytes() + " bytes in use");
        }
        int files = clear(folder);
        if (files > 0 && !Double.isNaN(went)) {
            throw new IllegalStateException(name + ", cancelled after " + moment + " ms, leaves " + files + " files");
        }
    }

    /// Deletes all files, and says how many there were.
    private static int clear(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> found = files.filter(Files::isRegularFile).toList();
            for (Path file : found) {
                Files.delete(file);
            }
            return found.size();
        }
    }

    private QueryContext context(Path folder, MemoryPool pool, Cancellation cancellation) {
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .spillFolder(folder)
                .cancellation(cancellation)
                .build();
    }
}
