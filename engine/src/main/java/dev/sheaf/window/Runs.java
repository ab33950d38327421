package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The rows of a table run by run. Whoever made the segments keeps them open.
///
/// @param rows row numbers, int32, run by run and in order
/// @param offsets where runs start in `rows`, int32, one more than there are runs
/// @param tableRows the rows of the table, some of which may be in no run
public record Runs(MemorySegment rows, MemorySegment offsets, int count, int tableRows, MemoryPool pool, Tasks tasks) {
    private static final int TASK_ROWS = 1 << 16;
    static final String PURPOSE = "window";

    /// How many rows are in a run.
    public int rowCount() {
        return start(count);
    }

    int start(int run) {
        return offsets.get(ValueLayout.JAVA_INT, (long) run << 2);
    }

    /// The values of a column of the table run by run.
    Column gather(Column column) {
        return Take.rows(column, rows, rowCount(), pool, tasks);
    }

    /// For each row of the table its place among the rows of the runs, int32, -1 if it is in none.
    Buffer places() {
        Buffer places = pool.allocate((long) tableRows * Integer.BYTES, PURPOSE);
        MemorySegment place = places.segment();
        place.fill((byte) -1);
        int size = rowCount();
        tasks.forEach(Math.ceilDiv(size, TASK_ROWS), task -> {
            for (int i = task * TASK_ROWS; i < Math.min(size, (task + 1L) * TASK_ROWS); i++) {
                set(place, get(rows, i), i);
            }
        });
        return places;
    }

    /// Brings values that lie run by run back to the order of the table, by its [#places()]; rows in no run get null.
    /// Closes `ordered`.
    Column toTable(Column ordered, Buffer places) {
        try (ordered) {
            return Take.rows(ordered, places.segment(), tableRows, pool, tasks);
        }
    }

    /// A loop over the rows from `from` to `to`, which are one run.
    @FunctionalInterface
    interface Loop {
        void run(int from, int to);
    }

    /// Runs a loop for each run, spread over the tasks: runs that start in the same stretch of rows are one task.
    void forEach(Loop loop) {
        int size = rowCount();
        int stretches = Math.max(1, Math.ceilDiv(size, TASK_ROWS));
        tasks.forEach(stretches, stretch -> {
            int end = firstFrom((int) ((long) size * (stretch + 1) / stretches));
            Checkpoint.pass();
            for (int run = firstFrom((int) ((long) size * stretch / stretches)); run < end; run++) {
                loop.run(start(run), start(run + 1));
            }
        });
    }

    /// The first run that starts at `row` or behind.
    private int firstFrom(int row) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (start(middle) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    Buffer ints() {
        return pool.allocate(rowCount() * (long) Integer.BYTES, PURPOSE);
    }

    static int get(MemorySegment ints, int index) {
        return ints.get(ValueLayout.JAVA_INT, (long) index << 2);
    }

    static void set(MemorySegment ints, int index, int value) {
        ints.set(ValueLayout.JAVA_INT, (long) index << 2, value);
    }
}
