package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Some of the shapes that are compared on a GPU, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedShapesTest {
    /// Each kernel takes seconds to compile: shapes of five mixes of keys, each with other aggregates.
    private static final int FIRST = 4;

    private static final int STEP = 17;

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @Test
    void shapesGiveWhatTheCpuGives() {
        ShapeComparison comparison =
                new ShapeComparison(device.backend(), Map.of("cuda.strategy", "general", "cuda.chunk.rows", "61"));
        for (int shape = FIRST; shape < Shapes.number(); shape += STEP) {
            int number = shape;
            RandomCases.run(1, random -> comparison.compare(number, random));
        }
        assertThat(comparison.onGpu()).isGreaterThan(comparison.answers() * 9 / 10);
    }
}
