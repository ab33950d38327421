package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.DeviceFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Groups of frames on a device, and frames of many rows, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedFrameGroupsTest {
    private static final int MANY = 70_000;

    private final Gpu gpu = new Gpu(EmulatedDevice.create(1L << 30).open());

    @Test
    void groupsAndReductionsAreThoseOfTheHost(MemoryPool pool) {
        DeviceFrames frames = new DeviceFrames(gpu, pool);
        RandomCases.run(200, 8, random -> frames.groups(random, 700));
    }

    /// More tiles than the one block that adds them up has threads.
    @Test
    void manyRowsRunAndAreFilteredInOrder() {
        long[] values = LongStream.range(0, MANY).map(row -> row % 1_000 - 500).toArray();
        try (DataFrame host = DataFrame.of("v", values);
                DeviceFrame device = host.toDevice(gpu);
                DeviceFrame sums = device.cumSum();
                DataFrame sumsOfHost = host.cumSum();
                DeviceFrame kept = device.filter(col("v").gt(100));
                DataFrame keptOfHost = host.filter(col("v").gt(100))) {
            DeviceFrames.same(sums, sumsOfHost);
            DeviceFrames.same(kept, keptOfHost);
        }
    }
}
