package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.Backend;
import dev.sheaf.testing.groupby.KindsContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.List;
import java.util.Map;

/// The kinds of aggregations beyond those of the contract, on a GPU.
@OnGpu
class KindsOnGpuTest extends KindsContract {
    @Override
    public Backend backend() {
        return new CudaBackend();
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                Variant.of("tiny strides", 1, Map.of("cuda.strategy", "general", "cuda.chunk.rows", "3")),
                Variant.of("as it comes", 4, Map.of()));
    }
}
