package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The CPU as oracle for decimals and for whole numbers whose sums need more than 64 bits, each strategy forced
/// in turn.
@OnGpu
@Tag("large")
@Tag("decimals")
class DecimalsOnGpuTest {
    private static final int CASES = Integer.getInteger("sheaf.cases.of.shape", 1);

    @Test
    void decimalsComeToWhatTheyDoOnTheCpu() {
        for (String strategy : Decimals.STRATEGIES) {
            ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
            for (int request = 0; request < Decimals.requests(); request++) {
                int number = request;
                RandomCases.run(CASES, random -> Decimals.compare(number, comparison, random));
            }
            System.out.println("decimals by \"" + strategy + "\": " + comparison.cases() + " cases, "
                    + comparison.onGpu() + " results from the GPU, by " + comparison.ways());
            assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() / 2);
        }
    }
}
