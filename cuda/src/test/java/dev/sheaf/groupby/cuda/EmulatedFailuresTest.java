package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.driver.Faults;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// [FailuresOnGpuTest] with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedFailuresTest {
    @Test
    void whateverAllocationFailsTheCpuAnswersAndTheNextQueryRunsOnTheDevice(MemoryPool pool) {
        EmulatedDevice device = EmulatedDevice.create(1L << 28);
        DriverFailures failures = new DriverFailures(device.open(), device.fake());
        for (Map<String, String> way : DriverFailures.WAYS) {
            assertThat(failures.eachCall("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, way, pool))
                    .as("%s", way)
                    .isGreaterThan(3);
        }
    }

    @Test
    void whateverAllocationFailsForMergedStridesTheGeneralStrategyAnswers(MemoryPool pool) {
        EmulatedDevice device = EmulatedDevice.create(1L << 28);
        DriverFailures failures = new DriverFailures(device.open(), device.fake());

        assertThat(failures.eachCall("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, DriverFailures.MERGED, pool))
                .isZero();
    }

    /// The general strategy needs less memory, and answers if there is none for numbers of groups.
    @Test
    void whateverAllocationFailsForMomentsAnotherWayAnswers(MemoryPool pool) {
        EmulatedDevice device = EmulatedDevice.create(1L << 28);
        DriverFailures failures = new DriverFailures(device.open(), device.fake());

        assertThat(failures.eachCall("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, DriverFailures.MOMENTS, pool))
                .isGreaterThan(1);
    }

    @Test
    void whateverAllocationFailsForATableOnTheDeviceItsMemoryIsGivenBack(MemoryPool pool) {
        EmulatedDevice device = EmulatedDevice.create(1L << 28);
        DriverFailures failures = new DriverFailures(device.open(), device.fake());

        assertThat(failures.eachCallOfResident("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, pool))
                .isGreaterThan(5);
    }

    @Test
    void whateverAllocationFailsForListsTheirMemoryIsGivenBack(MemoryPool pool) {
        EmulatedDevice device = EmulatedDevice.create(1L << 28);
        DriverFailures failures = new DriverFailures(device.open(), device.fake());

        assertThat(failures.eachCallOfLists("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, pool))
                .isGreaterThan(20);
    }
}
