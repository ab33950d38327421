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

/// The CPU as oracle for keys, arguments and conditions that the fast strategies compute, each strategy forced
/// in turn.
@OnGpu
@Tag("large")
@Tag("fused")
class FusedOnGpuTest {
    private static final int CASES_OF_A_SHAPE = Integer.getInteger("sheaf.cases.of.shape", 1);
    private static final int STEP = Integer.getInteger("sheaf.shape.step", 1);
    private static final int PARTS = 29;
    private static final List<String> STRATEGIES =
            List.of("", "registers", "block", "hash", "partition", "clustered", "members", "general");

    static IntStream parts() {
        return IntStream.range(0, PARTS);
    }

    /// The strategies share kernels, so they follow each other.
    @ParameterizedTest
    @MethodSource("parts")
    void expressionsGiveWhatTheCpuGives(int part) {
        for (String strategy : STRATEGIES) {
            long start = System.nanoTime();
            ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
            int shapes = 0;
            for (int shape = part * STEP; shape < FusedShapes.number(); shape += PARTS * STEP) {
                int number = shape;
                RandomCases.run(
                        CASES_OF_A_SHAPE,
                        random -> comparison.compareTwice(
                                FusedShapes.request(number, random), FusedShapes.finish(number), random));
                shapes++;
            }
            Evidence.add("expressions by \"" + strategy + "\"", shapes, comparison, 0, System.nanoTime() - start);
            assertThat(comparison.onGpu()).isGreaterThanOrEqualTo(comparison.cases() / 2);
        }
    }
}
