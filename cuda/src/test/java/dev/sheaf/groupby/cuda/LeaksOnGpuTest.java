package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.PoolCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@OnGpu
@Tag("large")
@Tag("alone")
@ExtendWith(PoolCheck.class)
class LeaksOnGpuTest {
    private static final int ROUNDS = 10_000;
    private static final int WARM_UP = 500;
    private static final int THREADS = 256;

    /// What the JVM itself may take meanwhile: compiled code, collector structures.
    private static final long HOST_SLACK_BYTES = 64L << 20;

    @Test
    void manyLaunchesLeaveMemoryWhereItWas(Gpu gpu, MemoryPool pool) throws IOException {
        try (FixedColumn column = HostValues.random(DataType.INT64, 10_000, new SplittableRandom(1), pool)) {
            copy(column, WARM_UP, gpu, pool);
            long free = gpu.device().freeBytes();
            long reserved = gpu.device().memory().reservedBytes();
            long pinned = gpu.device().pinned().cachedBytes();
            long resident = residentBytes();

            copy(column, ROUNDS, gpu, pool);

            assertThat(gpu.device().memory().usedBytes()).isZero();
            assertThat(gpu.device().memory().reservedBytes()).isEqualTo(reserved);
            assertThat(gpu.device().freeBytes()).isEqualTo(free);
            assertThat(gpu.device().pinned().cachedBytes()).isEqualTo(pinned);
            assertThat(residentBytes() - resident).isLessThan(HOST_SLACK_BYTES);
        }
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    /// Each round opens a stream and an event, uploads the column, copies half of it and waits.
    private static void copy(FixedColumn column, int rounds, Gpu gpu, MemoryPool pool) {
        Device device = gpu.device();
        CudaFunction kernel = gpu.kernels()
                .kernel(Specialization.of(KernelFile.APPEND_OFFSETS))
                .function();
        long rows = column.length();
        device.run(() -> {
            for (int i = 0; i < rounds; i++) {
                try (Stream stream = Stream.open(device);
                        Event event = Event.of(device);
                        DeviceColumn offsets = Upload.column(column, pool, stream);
                        Buffer copies = device.memory().allocate(pool, rows * Long.BYTES, "copies", stream)) {
                    stream.record(event);
                    LaunchShape shape = new LaunchShape((int) (rows / THREADS) + 1, THREADS);
                    stream.launch(kernel, shape, offsets.values().address(), rows, copies.address(), 0, 0);
                    stream.synchronize();
                }
            }
        });
    }

    private static long residentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElseThrow();
    }
}
