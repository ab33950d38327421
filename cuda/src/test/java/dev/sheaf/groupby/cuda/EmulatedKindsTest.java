package dev.sheaf.groupby.cuda;

import dev.sheaf.groupby.Backend;
import dev.sheaf.testing.groupby.KindsContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.List;
import java.util.Map;

/// The kinds of aggregations beyond those of the contract, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedKindsTest extends KindsContract {
    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @Override
    public Backend backend() {
        return device.backend();
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                Variant.of("one stride", 1, Map.of("cuda.strategy", "general")),
                Variant.of(
                        "tiny",
                        1,
                        Map.of("cuda.strategy", "general", "cuda.chunk.rows", "3", "cuda.table.slots", "4")));
    }
}
