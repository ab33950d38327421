package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every strategy, forced in turn, gives the groups that a map on the host gives.
@OnGpu
class FastGroupByOnGpuTest {
    @ParameterizedTest
    @EnumSource
    void everyStrategyFindsTheSameGroups(FastStrategies.Part part, Gpu gpu) {
        new FastStrategies(gpu.device(), gpu.kernels())
                .check(part, List.of(1, 3, 1_000, 40_000), List.of(1, 5, 300, 9_000));
    }
}
