package dev.sheaf.column;

import dev.sheaf.memory.Checkpoint;

/// Cuts many rows into tasks of whole words of bits, few enough rows to look for a cancellation between two tasks.
final class RowTasks {
    static final long ROWS = 1 << 17;

    private RowTasks() {}

    /// The number of tasks of `count` rows.
    static int count(long count) {
        return Math.toIntExact(Math.ceilDiv(count, ROWS));
    }

    /// Runs a loop over the numbers from 0 to `count`, [#ROWS] a task.
    static void run(long count, Tasks tasks, Checkpoint.Loop loop) {
        tasks.forEach(count(count), task -> {
            Checkpoint.pass();
            loop.run(task * ROWS, Math.min(count, (task + 1) * ROWS));
        });
    }
}
