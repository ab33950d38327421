package dev.sheaf.memory;

import org.jspecify.annotations.Nullable;

/// Where work that takes long looks whether it is still wanted, without knowing what it is part of.
///
/// Whoever runs a query says for the time of a call what its thread is to look at ([#watch]). Pools look before they
/// hand out memory, and loops over many rows every so often. Work of a thread that nobody said anything for is
/// always wanted. Cost: a few nanoseconds.
/// ```java
/// try (var _ = Checkpoint.watch(context::checkCancelled)) { ... }
/// ```
public final class Checkpoint {
    /// Rows that even a loop of random reads gets through within a few milliseconds.
    private static final long PIECE_ROWS = 1 << 17;

    private static final ThreadLocal<@Nullable Runnable> CHECK = new ThreadLocal<>();

    private Checkpoint() {}

    /// From now on every look of this thread also runs `check`, which throws if the work is to end. Closing what is
    /// returned, on the same thread, ends that.
    public static Watch watch(Runnable check) {
        Runnable before = CHECK.get();
        CHECK.set(before == null ? check : both(before, check));
        return new Watch(before);
    }

    private static Runnable both(Runnable first, Runnable second) {
        return () -> {
            first.run();
            second.run();
        };
    }

    /// What this thread looks at, for another one that works for it.
    public static Runnable current() {
        Runnable check = CHECK.get();
        return check == null ? () -> {} : check;
    }

    /// Looks once.
    public static void pass() {
        Runnable check = CHECK.get();
        if (check != null) {
            check.run();
        }
    }

    /// Runs a loop over the numbers from `from` to `to` in pieces, looking before each.
    public static void inPieces(long from, long to, Loop loop) {
        for (long start = from; start < to; start += PIECE_ROWS) {
            pass();
            loop.run(start, Math.min(to, start + PIECE_ROWS));
        }
    }

    /// The time during which a thread looks at something.
    public static final class Watch implements AutoCloseable {
        private final @Nullable Runnable before;

        private Watch(@Nullable Runnable before) {
            this.before = before;
        }

        @Override
        public void close() {
            if (before == null) {
                CHECK.remove();
            } else {
                CHECK.set(before);
            }
        }
    }

    /// A loop over the numbers from `from` to `to`.
    @FunctionalInterface
    public interface Loop {
        void run(long from, long to);
    }
}
