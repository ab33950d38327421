package dev.sheaf.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.MemoryPool;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;

class DistinctTextTest {
    private static final int ENTRIES = 1000;

    @Test
    void textsAreDistinctWhereNoneComesTwiceAndOneViewShowsTheirTable() {
        ByteBuffer bytes = texts();
        IntBuffer starts = starts();
        try (MemoryPool pool = MemoryPool.withLimit(1 << 20)) {
            assertThat(DistinctText.isDistinct(bytes, starts, ENTRIES, pool)).isTrue();
            assertThat(DistinctText.isDistinct(bytes, starts, ENTRIES, pool, 1 << 14))
                    .isTrue();
            assertThat(DistinctText.isDistinct(bytes, starts, ENTRIES, pool, 1 << 13))
                    .isFalse();
            bytes.putInt(12, bytes.getInt(ENTRIES * 2));
            assertThat(DistinctText.isDistinct(bytes, starts, ENTRIES, pool)).isFalse();
        }
    }

    /// Numbers of 4 bytes.
    private static ByteBuffer texts() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(ENTRIES * 4 + Long.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < ENTRIES; i++) {
            bytes.putInt(i * 4, i * 31);
        }
        return bytes;
    }

    private static IntBuffer starts() {
        IntBuffer starts = ByteBuffer.allocateDirect((ENTRIES + 1) * 4)
                .order(ByteOrder.nativeOrder())
                .asIntBuffer();
        for (int i = 0; i <= ENTRIES; i++) {
            starts.put(i, i * 4);
        }
        return starts;
    }
}
