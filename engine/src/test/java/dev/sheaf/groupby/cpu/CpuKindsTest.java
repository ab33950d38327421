package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.Backend;
import dev.sheaf.testing.groupby.KindsContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.List;
import java.util.Map;

/// The kinds' contract on the CPU: at its best, and with tables and buffers so small that all states are split,
/// merged and pruned.
class CpuKindsTest extends KindsContract {

    @Override
    public Backend backend() {
        return new CpuBackend();
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                Variant.of("defaults", 1, Map.of()),
                Variant.of("all small", 2, CpuBackendTest.TINY),
                Variant.of("kept short", 1, Map.of("cpu.keptRows.max", "1", "cpu.chunk.rows", "2")));
    }
}
