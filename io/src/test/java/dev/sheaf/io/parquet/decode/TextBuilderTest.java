package dev.sheaf.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import org.junit.jupiter.api.Test;

class TextBuilderTest {
    private static final int MIB = 1 << 20;

    @Test
    void roomForRowsToComeIsTakenWhereMemoryIsShort() {
        try (MemoryPool pool = MemoryPool.withLimit(48 * MIB);
                Buffer source = pool.allocateZeroed(8 * MIB + Long.BYTES, "test");
                TextBuilder texts = new TextBuilder(100_000, pool)) {
            texts.append(source.segment(), 0, 8 * MIB);
            for (int i = 1; i < 100_000; i++) {
                texts.append(source.segment(), 0, 10);
            }
            assertThat(texts.byteSize()).isEqualTo(8L * MIB + 10 * 99_999);
            assertThat(texts.offset(2)).isEqualTo(8L * MIB + 10);
        }
    }
}
