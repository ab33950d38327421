package dev.sheaf.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class RunResultTest {
    private static final Tasks FAILING = (_, _) -> {
        throw new IllegalStateException("cancelled");
    };

    @Test
    void rowsWithoutAValueAreNull(MemoryPool pool) {
        try (Buffer ints = ints(pool);
                RunResult result = result(ints, Tasks.SEQUENTIAL, pool);
                Column column = result.column()) {
            assertThat(column.get(0)).isEqualTo(5L);
            assertThat(column.get(1)).isNull();
        }
    }

    @Test
    void nothingIsLeftOfAColumnThatCannotBeMade(MemoryPool pool) {
        try (Buffer ints = ints(pool);
                RunResult result = result(ints, FAILING, pool)) {
            assertThatThrownBy(result::column).hasMessage("cancelled");
        }
    }

    /// Two rows in one run: their numbers, and then where the run starts and ends.
    private static Buffer ints(MemoryPool pool) {
        Buffer ints = pool.allocate(4L * Integer.BYTES, "test");
        int[] values = {0, 1, 0, 2};
        for (int i = 0; i < values.length; i++) {
            Ints.of(ints.segment()).put(i, values[i]);
        }
        return ints;
    }

    private static RunResult result(Buffer ints, Tasks tasks, MemoryPool pool) {
        Ints offsets = Ints.of(ints.segment().asSlice(2L * Integer.BYTES));
        Runs runs = new Runs(Ints.of(ints.segment()), offsets, 1, 2, Runs.STRETCH_ROWS, pool, tasks);
        RunResult result = new RunResult(DataType.INT64, runs);
        result.set(0, 5L);
        result.setNull(1);
        return result;
    }
}
