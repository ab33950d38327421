package dev.sheaf.groupby.cuda;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Groups of frames on a device, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedFrameGroupsTest {
    @Test
    void groupsAndReductionsAreThoseOfTheHost(MemoryPool pool) {
        DeviceFrames frames =
                new DeviceFrames(new Gpu(EmulatedDevice.create(1L << 30).open()), pool);
        RandomCases.run(200, random -> frames.groups(random, 700));
    }
}
