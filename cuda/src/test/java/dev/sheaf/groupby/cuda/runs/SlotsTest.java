package dev.sheaf.groupby.cuda.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.DeviceInfo;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private static final long ROWS = 50_000_000;
    private static final int MULTIPROCESSORS = 132;
    private static final DeviceInfo H200 = new DeviceInfo(
            0, "H200", "", "", 9, 0, 1L << 37, MULTIPROCESSORS, 2048, 65_536, 233_472, 232_448, 60 << 20, 3);

    @Test
    void groupsThatFitHaveNoParts() {
        Slots slots = Slots.of(10_000, 12, H200);
        assertThat(slots.hasParts()).isFalse();
        assertThat(slots.wholeParts(ROWS, 2L * MULTIPROCESSORS)).isZero();
    }

    /// As many parts as chunks: no chunk goes on in the next one.
    @Test
    void smallStatesHaveAPartForEachChunk() {
        Slots slots = Slots.of(1_000_000, 8, H200);
        assertThat(slots.bits()).isEqualTo(12);
        assertThat(slots.wholeParts(ROWS, 2L * MULTIPROCESSORS)).isEqualTo(4096 * ROWS / 1_000_000);
    }

    @Test
    void largeStatesHaveTwo() {
        Slots slots = Slots.of(1_000_000, 28, H200);
        assertThat(slots.wholeParts(ROWS, MULTIPROCESSORS)).isEqualTo(2 * 4096 * ROWS / 1_000_000);
    }

    /// Whole parts would keep a third of the multiprocessors waiting.
    @Test
    void chunksAreEqualWherePartsAreTooFew() {
        Slots slots = Slots.of(700_000, 8, H200);
        assertThat(slots.bits()).isEqualTo(13);
        assertThat(slots.wholeParts(ROWS, 2L * MULTIPROCESSORS)).isZero();
    }
}
