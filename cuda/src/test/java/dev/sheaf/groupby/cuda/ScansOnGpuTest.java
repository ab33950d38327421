package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Scans of groups on a device.
@OnGpu
@ExtendWith(PoolCheck.class)
class ScansOnGpuTest {
    @Test
    void scansGiveWhatTheCpuGives(MemoryPool pool) {
        ScanCases cases = new ScanCases(Gpu.open(0), pool);
        RandomCases.run(400, random -> cases.compare(random, 5_000));
    }

    @Test
    void noRowMayBeInAGroup(MemoryPool pool) {
        new ScanCases(Gpu.open(0), pool).ofNoGroups();
    }

    /// Tiles of several rounds of the one block that adds them up.
    @Test
    void manyRowsAreScanned(MemoryPool pool) {
        ScanCases cases = new ScanCases(Gpu.open(0), pool);
        RandomCases.run(10, random -> cases.compare(random, 300_000));
    }
}
