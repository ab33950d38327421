package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.testing.RandomCases;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The CPU as oracle for moments and for the least and greatest texts, with the strategies forced that take
/// what they are made of.
@OnGpu
@Tag("large")
@Tag("members")
class RowAggregatesOnGpuTest {
    private static final int CASES_OF_A_SHAPE = Integer.getInteger("sheaf.cases.of.shape", 2);
    private static final int PARTS = 6;
    private static final List<String> STRATEGIES = List.of("", "block", "hash", "partition", "general");

    static IntStream parts() {
        return IntStream.range(0, PARTS);
    }

    @ParameterizedTest
    @MethodSource("parts")
    void aggregatesGiveWhatTheCpuGives(int part) {
        for (String strategy : STRATEGIES) {
            long start = System.nanoTime();
            ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
            int shapes = 0;
            for (int shape = part; shape < RowAggregates.number(); shape += PARTS) {
                int number = shape;
                RandomCases.run(
                        CASES_OF_A_SHAPE,
                        random -> comparison.compareTwice(
                                RowAggregates.request(number, random), GroupFinish.NONE, random));
                shapes++;
            }
            Evidence.add("moments and texts by \"" + strategy + "\"", shapes, comparison, 0, System.nanoTime() - start);
            assertThat(comparison.onGpu()).isGreaterThanOrEqualTo(comparison.cases() / 2);
        }
    }
}
