package dev.sheaf.column;

import java.util.function.IntConsumer;

/// Runs independent pieces of work, on whichever threads it has: how a kernel is spread over the threads of a
/// query without knowing of queries.
@FunctionalInterface
public interface Tasks {
    /// One after the other on the calling thread.
    Tasks SEQUENTIAL = new Tasks() {
        @Override
        public void forEach(int count, IntConsumer task) {
            for (int i = 0; i < count; i++) {
                task.accept(i);
            }
        }

        @Override
        public int threads() {
            return 1;
        }
    };

    /// Runs `task` for each number from 0 to `count - 1`, in any order, and returns when all have ended.
    void forEach(int count, IntConsumer task);

    /// How many pieces may run at once, if that is known; else the greatest number. One thread alone needs no pieces.
    default int threads() {
        return Integer.MAX_VALUE;
    }
}
