package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The CPU as oracle for keys, arguments and conditions that the fast strategies compute, each strategy forced
/// in turn.
@OnGpu
@Tag("large")
@Tag("fused")
class FusedOnGpuTest {
    private static final int CASES_OF_A_SHAPE = Integer.getInteger("sheaf.cases.of.shape", 4);
    private static final int STEP = Integer.getInteger("sheaf.shape.step", 1);

    @ParameterizedTest
    @ValueSource(strings = {"", "registers", "block", "hash", "partition", "clustered", "members", "general"})
    void expressionsGiveWhatTheCpuGives(String strategy) {
        long start = System.nanoTime();
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
        for (int shape = 0; shape < FusedShapes.number(); shape += STEP) {
            int number = shape;
            RandomCases.run(
                    CASES_OF_A_SHAPE,
                    random -> comparison.compare(
                            FusedShapes.request(number, random), FusedShapes.finish(number), false, random));
        }
        System.out.println(FusedShapes.number() + " fused shapes, " + comparison.cases() + " cases, "
                + comparison.onGpu() + " results from the GPU, by " + comparison.ways() + ", "
                + (System.nanoTime() - start) / 1_000_000 + " ms");
        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() / 2);
    }
}
