package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The CPU as oracle: every shape with random data, in one stride and in many.
@OnGpu
@Tag("large")
class DifferentialOnGpuTest {
    private static final int CASES_OF_A_SHAPE = 12;

    @Test
    void everyShapeGivesWhatTheCpuGives() {
        compare(Map.of());
    }

    @Test
    void everyShapeGivesWhatTheCpuGivesInStridesOfAFewRows() {
        compare(Map.of("cuda.strategy", "general", "cuda.chunk.rows", "37", "cuda.table.slots", "8"));
    }

    @Test
    void everyShapeGivesWhatTheCpuGivesByTheGeneralStrategy() {
        compare(Map.of("cuda.strategy", "general"));
    }

    private static void compare(Map<String, String> settings) {
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), settings);
        for (int shape = 0; shape < Shapes.number(); shape++) {
            int number = shape;
            RandomCases.run(CASES_OF_A_SHAPE, random -> comparison.compare(number, random));
        }
        System.out.println(Shapes.number() + " shapes, " + comparison.cases() + " cases, " + comparison.onGpu()
                + " results from the GPU, settings " + settings);
        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() / 2);
    }
}
