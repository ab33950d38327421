package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class CountingSortTest {

    private static Buffer ids(MemoryPool pool, int... ids) {
        Buffer buffer = pool.allocate((long) ids.length * Integer.BYTES, "test");
        for (int row = 0; row < ids.length; row++) {
            buffer.segment().setAtIndex(ValueLayout.JAVA_INT, row, ids[row]);
        }
        return buffer;
    }

    @Test
    void rowsOfAGroupStandTogetherInTheirOrder(MemoryPool pool) {
        try (Buffer ids = ids(pool, 1, 0, -1, 1, 0);
                CountingSort.Grouped rows = CountingSort.of(ids.segment(), 5, 2, pool, Tasks.SEQUENTIAL)) {
            assertThat(rows.rowCount()).isEqualTo(4);
            assertThat(rows.rows().segment().asSlice(0, 16).toArray(ValueLayout.JAVA_INT))
                    .containsExactly(1, 4, 0, 3);
        }
    }

    @Test
    void workThatIsStoppedLeavesNoMemory(MemoryPool pool) {
        try (Buffer ids = ids(pool, 0, 1)) {
            for (int last = 0; last < 2; last++) {
                int[] left = {last};
                Tasks stopped = (count, task) -> {
                    if (left[0]-- == 0) {
                        throw new IllegalStateException("stopped");
                    }
                    Tasks.SEQUENTIAL.forEach(count, task);
                };
                assertThatThrownBy(() -> CountingSort.of(ids.segment(), 2, 2, pool, stopped))
                        .isInstanceOf(IllegalStateException.class);
            }
        }
    }
}
