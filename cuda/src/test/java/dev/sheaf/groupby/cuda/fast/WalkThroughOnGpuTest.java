package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.memory.MemoryPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The walk through the phases on a GPU, where which row takes a place depends on timing.
@OnGpu
class WalkThroughOnGpuTest {
    @Test
    @Tag("strategies")
    void tenRowsOfTwoBlocksGoThroughTheFourPhases(Gpu gpu) {
        gpu.device().run(() -> {
            try (MemoryPool pool = MemoryPool.create()) {
                WalkThrough.of(gpu.device(), new KernelStore(gpu.kernels()), pool)
                        .check();
            }
        });
    }
}
