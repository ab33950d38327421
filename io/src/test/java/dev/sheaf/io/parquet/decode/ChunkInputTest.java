package dev.sheaf.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChunkInputTest {
    @Test
    void windowsHaveRoomForLargerPagesAsFarAsPositionsReach() {
        assertThat(ChunkInput.windowFor(800)).isEqualTo(900);
        assertThat(ChunkInput.windowFor(2_000_000_000)).isEqualTo(Integer.MAX_VALUE);
        assertThat(ChunkInput.windowFor(Integer.MAX_VALUE + 8L)).isEqualTo(Integer.MAX_VALUE + 8L);
    }
}
