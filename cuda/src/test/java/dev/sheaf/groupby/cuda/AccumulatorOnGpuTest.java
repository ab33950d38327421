package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.Backend;

/// States of batches, on a GPU.
@OnGpu
class AccumulatorOnGpuTest extends AccumulatorCases {
    @Override
    Backend backend() {
        return new CudaBackend();
    }
}
