package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.testing.RandomCases;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The CPU as oracle: every shape with random data, each strategy forced in turn. `-Dsheaf.cases.of.shape=12` runs more
/// data, `-Dsheaf.shape.step=5` each fifth shape alone; seeds of failures are printed.
@OnGpu
@Tag("large")
class DifferentialOnGpuTest {
    private static final int CASES_OF_A_SHAPE = Integer.getInteger("sheaf.cases.of.shape", 4);
    private static final int STEP = Integer.getInteger("sheaf.shape.step", 1);

    static List<Map<String, String>> settings() {
        return List.of(
                Map.of(),
                Map.of("cuda.strategy", "registers"),
                Map.of("cuda.strategy", "block"),
                Map.of("cuda.strategy", "hash"),
                Map.of("cuda.strategy", "partition"),
                Map.of("cuda.strategy", "general"),
                Map.of("cuda.strategy", "ticket"),
                Map.of("cuda.strategy", "ticket", "cuda.chunk.rows", "37", "cuda.table.slots", "8"),
                Map.of("cuda.strategy", "sorted"),
                Map.of("cuda.strategy", "sorted", "cuda.chunk.rows", "37"),
                Map.of("cuda.strategy", "presorted"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everyShapeGivesWhatTheCpuGives(Map<String, String> settings) {
        long start = System.nanoTime();
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), settings);
        for (int shape = 0; shape < Shapes.number(); shape += STEP) {
            int number = shape;
            RandomCases.run(CASES_OF_A_SHAPE, random -> comparison.compare(number, random));
        }
        System.out.println(Shapes.number() + " shapes, " + comparison.cases() + " cases, " + comparison.onGpu()
                + " results from the GPU, settings " + settings + ", by " + comparison.ways() + ", "
                + (System.nanoTime() - start) / 1_000_000
                + " ms");
        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() * 9 / 10);
    }
}
