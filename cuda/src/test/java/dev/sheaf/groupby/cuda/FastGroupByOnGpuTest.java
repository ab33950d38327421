package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every strategy, forced in turn, gives the groups that a map on the host gives.
@OnGpu
class FastGroupByOnGpuTest {
    @Test
    void everyStrategyFindsTheSameGroups(Gpu gpu) {
        new FastStrategies(gpu.device(), gpu.kernels()).check(List.of(1, 3, 1_000, 40_000), List.of(1, 5, 300, 9_000));
    }
}
