package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Faults;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.window.RunFunction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
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

    @Test
    void whateverAllocationFailsForScansTheirMemoryIsGivenBack(MemoryPool pool) {
        EmulatedDevice device = EmulatedDevice.create(1L << 28);
        DriverFailures failures = new DriverFailures(device.open(), device.fake());
        Expr twice = col("v").times(2);
        GroupScan[] scans = {
            GroupScan.scan(max("row")).as("row"),
            run("before", twice, new RunFunction.Shifted(1, false)),
            run("behind", col("v").gt(3), new RunFunction.Shifted(-1, false)),
            GroupScan.diff("v", 2).as("change"),
            GroupScan.replaceNulls("v", max("v")).as("filled"),
            GroupScan.transform(mean("v")).as("mean"),
            GroupScan.groupNumber().as("group")
        };

        try (Table table = Table.of(
                "k", IntStream.range(0, 200).map(row -> row % 11).toArray(),
                "v", IntStream.range(0, 200).mapToDouble(row -> row % 7).toArray(),
                "row", IntStream.range(0, 200).toArray())) {
            assertThat(failures.eachCallOfScans("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, table, pool, scans))
                    .isGreaterThan(20);
        }
    }

    private static GroupScan.Run run(String name, Expr input, RunFunction function) {
        return new GroupScan.Run(name, Optional.of(input), function, null, false, List.of());
    }
}
