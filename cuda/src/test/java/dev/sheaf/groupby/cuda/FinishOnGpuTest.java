package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.testing.RandomCases;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The CPU as oracle for HAVING and SELECT over the results of every aggregate by every kind of keys, by the general
/// strategy and by those that are chosen.
@OnGpu
@Tag("large")
@Tag("finish")
class FinishOnGpuTest {
    private static final int STEP = Integer.getInteger("sheaf.shape.step", 3);
    private static final int PARTS = 31;
    private static final List<String> STRATEGIES = List.of("", "general");

    static IntStream parts() {
        return IntStream.range(0, PARTS);
    }

    /// The strategies share kernels, so they follow each other.
    @ParameterizedTest
    @MethodSource("parts")
    void finishedGroupsAreThoseOfTheCpu(int part) {
        for (String strategy : STRATEGIES) {
            long start = System.nanoTime();
            ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
            int shapes = 0;
            for (int shape = part * STEP; shape < Shapes.number(); shape += PARTS * STEP) {
                int number = shape;
                RandomCases.run(1, random -> comparison.compareFinished(number, random));
                shapes++;
            }
            Evidence.add("finished groups by \"" + strategy + "\"", shapes, comparison, 0, System.nanoTime() - start);
            assertThat(comparison.onGpu()).isGreaterThanOrEqualTo(comparison.cases() / 2);
            assertThat(comparison.finishedByKernel()).isGreaterThanOrEqualTo(comparison.cases() / 3);
        }
    }
}
