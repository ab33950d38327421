package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cuda.driver.Emulator;
import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// HAVING and SELECT over the results of every aggregate of the general strategy, and of texts and numbers of the
/// fast ones, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@EnabledIfSystemProperty(named = "sheaf.emulator", matches = "true")
class EmulatedFinishTest {
    /// Each aggregate once, with other keys each.
    private static final int STEP = Integer.getInteger("sheaf.shape.step", Shapes.aggregates() * 4 + 1);

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @BeforeAll
    static void thereIsACompiler() {
        assumeTrue(Emulator.isPossible(), "there is no g++ to compile kernels with");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ticket", "sorted", ""})
    void finishedGroupsAreThoseOfTheCpu(String strategy) {
        ShapeComparison comparison =
                new ShapeComparison(device.backend(), Map.of("cuda.strategy", strategy, "cuda.chunk.rows", "61"));
        for (int i = 0; i < Shapes.aggregates(); i++) {
            int shape = i * STEP % Shapes.number();
            RandomCases.run(1, random -> comparison.compareFinished(shape, random));
        }
        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() * 9 / 10);
        assertThat(comparison.finishedByKernel()).isGreaterThan(comparison.cases() / 2);
    }
}
