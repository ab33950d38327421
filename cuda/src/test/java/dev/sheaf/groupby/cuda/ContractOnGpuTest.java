package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.Backend;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.groupby.GroupByContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The contract on a GPU.
@OnGpu
class ContractOnGpuTest extends GroupByContract {
    @Test
    void kindsOfEveryTypeGiveWhatTheReferenceGives(MemoryPool pool) {
        someCells(pool);
    }

    @Override
    public Backend backend() {
        return new CudaBackend();
    }

    /// Strides and tables so small that every query has many of them, and as it comes.
    @Override
    public List<Variant> variants() {
        return List.of(
                Variant.of("general", 4, Map.of("cuda.strategy", "general")),
                Variant.of(
                        "tiny strides",
                        1,
                        Map.of("cuda.strategy", "general", "cuda.chunk.rows", "5", "cuda.table.slots", "4")),
                Variant.of("as it comes", 4, Map.of()));
    }
}
