package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Expressions in the scans of the fast strategies, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedFusedTest {
    /// Each kernel takes seconds to compile: ten shapes, with every mix of keys, of aggregates and each condition.
    private static final int STEP = Integer.getInteger("sheaf.shape.step", 17);

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @ParameterizedTest
    @ValueSource(strings = {"", "block", "hash", "partition"})
    void expressionsGiveWhatTheCpuGives(String strategy) {
        check(Map.of("cuda.strategy", strategy), "");
    }

    @Test
    void expressionsGiveTheSameInMergedStrides() {
        check(Map.of("cuda.resident.bytes", "64", "cuda.chunk.rows", "61", "cuda.merged.bytes", "900"), "# strides");
    }

    /// Each shape draws data of its own: a case may have no rows, which are no work for a fast strategy.
    ///
    /// @param way how some of the results have to be found
    private void check(Map<String, String> settings, String way) {
        ShapeComparison comparison = new ShapeComparison(device.backend(), settings);
        RandomCases.run(2, random -> {
            for (int shape = 0; shape < FusedShapes.number(); shape += STEP) {
                comparison.compare(FusedShapes.request(shape, random), FusedShapes.finish(shape), false, random);
            }
        });
        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() / 2);
        assertThat(comparison.ways().keySet())
                .as("%s", comparison.ways())
                .anyMatch(found -> !found.startsWith("general") && found.startsWith(way));
    }
}
