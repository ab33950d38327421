package dev.sheaf.groupby.cuda;

import dev.sheaf.groupby.Backend;
import dev.sheaf.testing.groupby.KindsContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.List;

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
        return EmulatedDevice.variants();
    }
}
