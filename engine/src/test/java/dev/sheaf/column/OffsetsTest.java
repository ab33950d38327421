package dev.sheaf.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class OffsetsTest {
    @Test
    void positionsThatFitBecomeInt32() {
        try (MemoryPool pool = MemoryPool.create();
                Offsets offsets = Offsets.fitting(positions(pool, 0, 3, 3, Integer.MAX_VALUE), 3)) {
            assertThat(offsets.wide()).isFalse();
            assertThat(offsets.length()).isEqualTo(3);
            assertThat(starts(offsets)).containsExactly(0, 3, 3, Integer.MAX_VALUE);
            assertThat(offsets.buffer().byteSize()).isEqualTo(4 * Integer.BYTES);
        }
    }

    @Test
    void positionsThatDoNotFitStayInt64() {
        try (MemoryPool pool = MemoryPool.create();
                Offsets offsets = Offsets.fitting(positions(pool, 5, Integer.MAX_VALUE + 1L), 1)) {
            assertThat(offsets.wide()).isTrue();
            assertThat(starts(offsets)).containsExactly(5, Integer.MAX_VALUE + 1L);
        }
    }

    @Test
    void noRowsHaveOnePosition() {
        try (MemoryPool pool = MemoryPool.create();
                Offsets offsets = Offsets.fitting(positions(pool, 0), 0)) {
            assertThat(starts(offsets)).containsExactly(0);
        }
    }

    private static Buffer positions(MemoryPool pool, long... positions) {
        Buffer buffer = pool.allocate((long) positions.length * Long.BYTES, "positions");
        for (int i = 0; i < positions.length; i++) {
            buffer.segment().setAtIndex(ValueLayout.JAVA_LONG, i, positions[i]);
        }
        return buffer;
    }

    private static long[] starts(Offsets offsets) {
        long[] starts = new long[(int) offsets.length() + 1];
        for (int row = 0; row < starts.length; row++) {
            starts[row] = offsets.start(row);
        }
        return starts;
    }
}
