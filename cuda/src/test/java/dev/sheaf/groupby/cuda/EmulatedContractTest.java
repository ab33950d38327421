package dev.sheaf.groupby.cuda;

import dev.sheaf.groupby.Backend;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.groupby.GroupByContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The contract, with kernels run on the CPU one thread at a time. It compiles some hundreds of kernels, which
/// takes minutes the first time: `-Dsheaf.emulator=true -Dsheaf.cases=3`.
@OnEmulator
class EmulatedContractTest extends GroupByContract {
    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @Test
    void kindsOfEveryTypeGiveWhatTheReferenceGives(MemoryPool pool) {
        someCells(pool);
    }

    @Override
    public Backend backend() {
        return device.backend();
    }

    @Override
    public List<Variant> variants() {
        return EmulatedDevice.variants();
    }
}
