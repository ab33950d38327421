package dev.sheaf.groupby.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cuda.driver.Emulator;
import dev.sheaf.groupby.Backend;
import dev.sheaf.testing.groupby.KindsContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The kinds of aggregations beyond those of the contract, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@EnabledIfSystemProperty(named = "sheaf.emulator", matches = "true")
class EmulatedKindsTest extends KindsContract {
    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @BeforeAll
    static void thereIsACompiler() {
        assumeTrue(Emulator.isPossible(), "there is no g++ to compile kernels with");
    }

    @Override
    public Backend backend() {
        return device.backend();
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                Variant.of("one stride", 1, Map.of("cuda.strategy", "general")),
                Variant.of("sorted", 1, Map.of("cuda.strategy", "sorted", "cuda.chunk.rows", "3")),
                Variant.of(
                        "tiny", 1, Map.of("cuda.strategy", "ticket", "cuda.chunk.rows", "3", "cuda.table.slots", "4")));
    }
}
