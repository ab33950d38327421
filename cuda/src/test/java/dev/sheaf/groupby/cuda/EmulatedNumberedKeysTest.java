package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of any length, dictionaries and bools as keys of the fast strategies, with kernels run on the CPU:
/// `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedNumberedKeysTest {
    /// The keys of [Shapes] that have texts or bools: bool, text, binary, int64 and text, two texts,
    /// float64 and bool and int8.
    private static final int[] KEYS = {1, 14, 16, 18, 19, 20};

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @ParameterizedTest
    @ValueSource(strings = {"", "partition"})
    void keysGiveWhatTheCpuGives(String strategy) {
        ShapeComparison comparison = new ShapeComparison(device.backend(), Map.of("cuda.strategy", strategy));
        for (int key : KEYS) {
            int shape = key * Shapes.aggregates();
            RandomCases.run(8, random -> comparison.compare(shape, random));
        }

        Map<String, Integer> ways = comparison.ways();
        int general = ways.getOrDefault("general strategy", 0);
        assertThat(general).as("%s", ways).isLessThan(comparison.onGpu() / 2);
    }
}
