package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.testing.RandomCases;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The CPU as oracle for decimals and for whole numbers whose sums need more than 64 bits, each strategy forced
/// in turn.
@OnGpu
@Tag("large")
@Tag("decimals")
class DecimalsOnGpuTest {
    private static final int CASES = Integer.getInteger("sheaf.cases.of.shape", 1);

    static Stream<Arguments> requests() {
        return IntStream.range(0, DecimalCases.requests())
                .boxed()
                .flatMap(request -> DecimalCases.STRATEGIES.stream().map(strategy -> Arguments.of(request, strategy)));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void decimalsComeToWhatTheyDoOnTheCpu(int request, String strategy) {
        long start = System.nanoTime();
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
        RandomCases.run(CASES, random -> DecimalCases.compare(request, comparison, random));
        Evidence.add("decimals by \"" + strategy + "\"", 1, comparison, 0, System.nanoTime() - start);
        assertThat(comparison.onGpu()).isGreaterThanOrEqualTo(comparison.answers() / 2);
    }
}
