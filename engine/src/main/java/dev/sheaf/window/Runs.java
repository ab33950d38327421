package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;

/// The rows of a table run by run. Whoever made the memory keeps it open.
///
/// Work is handed out by stretches of `stretchRows` rows. What needs only the bounds of its run is computed stretch by
/// stretch, so that one large run takes all threads, too ([#forEachRows]); what goes on from row to row takes a run
/// whole ([#forEach]).
///
/// @param rows row numbers, int32, run by run and in order
/// @param offsets where runs start in `rows`, int32, one more than there are runs
/// @param tableRows the rows of the table, some of which may be in no run
public record Runs(Ints rows, Ints offsets, int count, int tableRows, int stretchRows, MemoryPool pool, Tasks tasks) {
    /// How many rows a task gets unless somebody says otherwise.
    public static final int STRETCH_ROWS = 1 << 16;

    static final String PURPOSE = "window";

    /// How many rows are in a run.
    public int rowCount() {
        return start(count);
    }

    int start(int run) {
        return offsets.get(run);
    }

    /// The values of a column of the table run by run.
    Column gather(Column column) {
        return Take.rows(column, rows.segment(), rowCount(), pool, tasks);
    }

    /// Brings values that lie run by run back to the order of the table; rows in no run get null. Closes `ordered`.
    Column toTable(Column ordered) {
        try (ordered;
                Buffer places = tableInts()) {
            Ints place = Ints.of(places.segment());
            forEachRows((_, _, from, to) -> {
                for (int i = from; i < to; i++) {
                    place.put(rows.get(i), i);
                }
            });
            return Take.rows(ordered, place.segment(), tableRows, pool, tasks);
        }
    }

    /// A loop over the rows from `from` to `to`, which are one run.
    @FunctionalInterface
    interface Loop {
        void run(int from, int to);
    }

    /// Runs a loop for each run, spread over the tasks: runs that start in the same stretch of rows are one task.
    void forEach(Loop loop) {
        tasks.forEach(stretches(), stretch -> {
            Checkpoint.pass();
            int end = firstFrom(stretchEnd(stretch));
            for (int run = firstFrom(stretchStart(stretch)); run < end; run++) {
                loop.run(start(run), start(run + 1));
            }
        });
    }

    /// A loop over the rows from `from` to `to`, which belong to the run from `start` to `end`.
    @FunctionalInterface
    interface RowLoop {
        void run(int start, int end, int from, int to);
    }

    /// Runs a loop for all rows, spread over the tasks by stretches, at whose ends runs are cut.
    void forEachRows(RowLoop loop) {
        tasks.forEach(stretches(), stretch -> {
            Checkpoint.pass();
            forEachRows(stretchStart(stretch), stretchEnd(stretch), loop);
        });
    }

    /// Runs a loop for the rows from `from` to `to`, run by run.
    void forEachRows(int from, int to, RowLoop loop) {
        int at = from;
        for (int run = firstFrom(from + 1) - 1; at < to; run++) {
            int end = start(run + 1);
            int last = Math.min(to, end);
            if (at < last) {
                loop.run(start(run), end, at, last);
                at = last;
            }
        }
    }

    /// A test of the rows from `from` to `to`.
    @FunctionalInterface
    interface RowTest {
        boolean of(int from, int to);
    }

    /// Whether a test holds for every piece of a run that [#forEachRows] cuts.
    boolean allCuts(RowTest test) {
        boolean all = true;
        for (int stretch = 0; all && stretch < stretches(); stretch++) {
            int from = stretchStart(stretch);
            int to = stretchEnd(stretch);
            all = cutIs(test, from, from, to) && cutIs(test, to - 1, from, to);
        }
        return all;
    }

    /// Whether the run that a row is in lies between two rows, or what lies there of it passes the test.
    private boolean cutIs(RowTest test, int row, int from, int to) {
        int run = firstFrom(row + 1) - 1;
        boolean isWhole = start(run) >= from && start(run + 1) <= to;
        return isWhole || test.of(Math.max(from, start(run)), Math.min(to, start(run + 1)));
    }

    /// The number of stretches.
    int stretches() {
        return Math.ceilDiv(rowCount(), stretchRows);
    }

    int stretchStart(int stretch) {
        return stretch * stretchRows;
    }

    int stretchEnd(int stretch) {
        return (int) Math.min(rowCount(), (stretch + 1L) * stretchRows);
    }

    /// Counts something in each stretch and gives the number of those before each one, and of all at last.
    int[] countBefore(StretchCount counter) {
        int[] before = new int[stretches() + 1];
        tasks.forEach(stretches(), stretch -> {
            Checkpoint.pass();
            before[stretch + 1] = counter.of(stretchStart(stretch), stretchEnd(stretch));
        });
        for (int i = 1; i < before.length; i++) {
            before[i] += before[i - 1];
        }
        return before;
    }

    /// Counts something in the rows from `from` to `to`.
    @FunctionalInterface
    interface StretchCount {
        int of(int from, int to);
    }

    /// The first run that starts at `row` or behind.
    int firstFrom(int row) {
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

    /// An int for each row of the table, -1 for now where some rows are in no run.
    Buffer tableInts() {
        Buffer ints = pool.allocate((long) tableRows * Integer.BYTES, PURPOSE);
        if (rowCount() < tableRows) {
            ints.segment().fill((byte) -1);
        }
        return ints;
    }
}
