package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The CPU as oracle for quantiles and deviations, beside each other and beside other functions.
@OnGpu
@Tag("large")
@Tag("members")
class MembersOnGpuTest {
    private static final int CASES = Integer.getInteger("sheaf.cases.of.shape", 3);

    @Test
    void membersComeToWhatTheyDoOnTheCpu() {
        for (String strategy : Members.STRATEGIES) {
            ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
            for (int request = 0; request < Members.requests(); request++) {
                int number = request;
                RandomCases.run(CASES, random -> Members.compare(number, 60, comparison, random));
            }
            System.out.println("members by \"" + strategy + "\": " + comparison.cases() + " cases, "
                    + comparison.onGpu() + " results from the GPU, by " + comparison.ways());
            assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() / 2);
        }
    }
}
