package dev.sheaf.groupby.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cuda.driver.Emulator;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Scans of groups on a device, with kernels run on the CPU.
@ExtendWith(PoolCheck.class)
class EmulatedScansTest {
    private Gpu gpu;

    @BeforeEach
    void open() {
        assumeTrue(Emulator.isPossible(), "there is no g++ to compile kernels with");
        gpu = new Gpu(EmulatedDevice.create(1L << 30).open());
    }

    @Test
    void scansGiveWhatTheCpuGives(MemoryPool pool) {
        ScanCases cases = new ScanCases(gpu, pool);
        RandomCases.run(200, random -> cases.compare(random, 700));
    }

    @Test
    void whatStaysOnTheCpuSaysWhyAndGivesTheSame(MemoryPool pool) {
        new ScanCases(gpu, pool).ofTheCpu();
    }
}
