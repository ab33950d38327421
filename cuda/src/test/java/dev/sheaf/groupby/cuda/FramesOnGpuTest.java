package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.DeviceFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Frames on a device.
@OnGpu
@ExtendWith(PoolCheck.class)
class FramesOnGpuTest {
    private static final int MANY = 5_000_000;

    @Test
    void chainsOfOperationsGiveTheRowsOfTheHost(MemoryPool pool) {
        DeviceFrames frames = new DeviceFrames(Gpu.open(0), pool);
        RandomCases.run(400, random -> frames.program(random, 5_000));
    }

    @Test
    void groupsAndReductionsAreThoseOfTheHost(MemoryPool pool) {
        DeviceFrames frames = new DeviceFrames(Gpu.open(0), pool);
        RandomCases.run(200, random -> frames.groups(random, 20_000));
    }

    /// Tiles of several rounds of the one block that adds them up.
    @Test
    void manyRowsRunAndAreFilteredInOrder() {
        long[] values = LongStream.range(0, MANY).map(row -> row % 1_000 - 500).toArray();
        try (DataFrame host = DataFrame.of("v", values);
                DeviceFrame device = host.toDevice(Gpu.open(0));
                DeviceFrame kept = device.filter(col("v").gt(100));
                DataFrame expected = host.filter(col("v").gt(100))) {
            DeviceFrames.same(kept, expected);
            try (DeviceFrame sums = device.cumSum();
                    DataFrame sumsOfHost = host.cumSum()) {
                DeviceFrames.same(sums, sumsOfHost);
            }
            assertThat(kept.byteSize()).isLessThan(device.byteSize());
        }
    }
}
