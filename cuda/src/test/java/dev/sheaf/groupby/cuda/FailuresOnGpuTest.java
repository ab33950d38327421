package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Faults;
import dev.sheaf.cuda.driver.FaultyGpu;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.PoolCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Queries on a GPU while calls of its driver fail, while its memory is full, with kernels that do not compile, and
/// after it was lost.
@OnGpu
@Tag("failures")
@Tag("alone")
@ExtendWith(PoolCheck.class)
class FailuresOnGpuTest {
    private static final Map<String, String> BLOCK = Map.of("cuda.strategy", "block");

    @TempDir
    private Path folder;

    private final FaultyGpu gpu = FaultyGpu.start();
    private final OpenDevice open = new OpenDevice(gpu.device(), Kernels.of(gpu.device(), Optional.of(gpu.nvrtc())));
    private final DriverFailures failures = new DriverFailures(open, gpu);

    @AfterEach
    void close() {
        gpu.close();
    }

    @Test
    void whateverAllocationFailsTheCpuAnswersAndTheNextQueryRunsOnTheDevice(MemoryPool pool) {
        for (Map<String, String> way : DriverFailures.WAYS) {
            int failed = failures.eachCall("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, way, pool);
            System.out.println("each of " + failed + " allocations failed, " + way);
            assertThat(failed).as("%s", way).isGreaterThan(3);
        }
        assertThat(gpu.device().memory().usedBytes()).isZero();
    }

    @Test
    void whateverAllocationFailsForMergedStridesTheGeneralStrategyAnswers(MemoryPool pool) {
        assertThat(failures.eachCall("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, DriverFailures.MERGED, pool))
                .isZero();
        assertThat(gpu.device().memory().usedBytes()).isZero();
    }

    @Test
    void whateverAllocationFailsForATableOnTheDeviceItsMemoryIsGivenBack(MemoryPool pool) {
        assertThat(failures.eachCallOfResident("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, pool))
                .isGreaterThan(5);
        assertThat(gpu.device().memory().usedBytes()).isZero();
    }

    @Test
    void whateverAllocationFailsForListsTheirMemoryIsGivenBack(MemoryPool pool) {
        assertThat(failures.eachCallOfLists("cuMemAllocFromPoolAsync", Faults.OUT_OF_MEMORY, pool))
                .isGreaterThan(20);
        assertThat(gpu.device().memory().usedBytes()).isZero();
    }

    @Test
    void pinnedMemoryThatTheHostRefusesLeavesTheQueryToTheCpu(MemoryPool pool) {
        for (Map<String, String> way : DriverFailures.WAYS) {
            failures.eachCall("cuMemHostAlloc", Faults.OUT_OF_MEMORY, way, pool);
        }
    }

    @Test
    void aQueryThatFindsTheDeviceFullRunsOnTheCpu(MemoryPool pool) {
        Device device = gpu.device();
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .settings(new Settings(Map.of("cuda.strategy", "partition")))
                .build();
        Gpu whole = new Gpu(open);
        try (Table host = DriverFailures.scattered(20_000_000, 1_000);
                GpuStream stream = whole.openStream();
                GpuTable table = whole.load(new TableDataset(host), context, stream)) {
            Buffer rest = device.call(() -> {
                device.memory().trim();
                long most = device.freeBytes() - (64L << 20);
                return device.memory().allocate(pool, most, "all but 64 MiB", stream.stream());
            });
            long groups;
            try (rest) {
                groups = groups(table, context, stream);
            }
            assertThat(context.decisions().toString()).contains("CUDA_ERROR_OUT_OF_MEMORY", "GiB free");
            QueryContext next = QueryContext.builder().pool(pool).build();
            assertThat(groups(table, next, stream)).isEqualTo(groups).isEqualTo(1_000);
            assertThat(next.decisions()).extracting(Decision::choice).allMatch(choice -> choice.startsWith("cuda: "));
        }
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(device.memory().usedBytes()).isZero();
    }

    private static long groups(GpuTable table, QueryContext context, GpuStream stream) {
        try (GpuTable groups = table.groupBy("k")
                .aggregate(context, stream, dev.sheaf.expr.Expressions.sum("v").as("a"))) {
            return groups.rowCount();
        }
    }

    @Test
    void aTableForWhichThereIsNoRoomIsRefusedWithWhatThereIs(MemoryPool pool) {
        Device device = gpu.device();
        Gpu whole = new Gpu(open);
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table host = DriverFailures.table(20_000_000, 1_000);
                GpuStream stream = whole.openStream()) {
            Buffer rest = device.call(() -> {
                device.memory().trim();
                long most = device.freeBytes() - (64L << 20);
                return device.memory().allocate(pool, most, "all but 64 MiB", stream.stream());
            });
            try (rest) {
                assertThatThrownBy(() -> whole.load(new TableDataset(host), context, stream))
                        .isInstanceOf(CudaException.class)
                        .hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY")
                        .hasMessageContaining("GiB free");
            }
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            whole.load(new TableDataset(host), context, stream).close();
        }
    }

    @Test
    void aTableOverTheLimitIsGroupedInStrides() {
        try (MemoryPool pool = MemoryPool.withLimits(4L << 30, 16L << 20);
                Table host = DriverFailures.table(8_000_000, 1_000)) {
            DriverFailures.Answer expected = failures.onCpu(host, Map.of(), pool);
            DriverFailures.Answer answer = failures.onDevice(host, Map.of(), pool);

            assertThat(answer.groups()).isEqualTo(expected.groups());
            assertThat(answer.how()).contains(" strides, each by ");
        }
    }

    @Test
    void aTableThatHasToStayWithinTheLimitIsRefused() {
        Gpu whole = new Gpu(open);
        try (MemoryPool pool = MemoryPool.withLimits(4L << 30, 16L << 20);
                Table host = DriverFailures.table(8_000_000, 1_000);
                GpuStream stream = whole.openStream()) {
            QueryContext context = QueryContext.builder().pool(pool).build();
            assertThatThrownBy(() -> whole.load(new TableDataset(host), context, stream))
                    .isInstanceOf(dev.sheaf.memory.MemoryLimitException.class);
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
        }
    }

    @Test
    void aKernelThatDoesNotCompileIsReportedWithItsLineAndTheNextQueryWorks(MemoryPool pool) throws IOException {
        OpenDevice uncached =
                new OpenDevice(gpu.device(), new Kernels(gpu.device(), gpu.nvrtc(), CubinCache.inMemory(), folder));
        DriverFailures queries = new DriverFailures(uncached, gpu);
        try (Table table = DriverFailures.table()) {
            gpu.breakKernels(true);
            DriverFailures.Answer broken = queries.onDevice(table, BLOCK, pool);
            gpu.breakKernels(false);
            DriverFailures.Answer next = queries.onDevice(table, BLOCK, pool);

            assertThat(broken.ranOnCpu()).isTrue();
            assertThat(broken.how())
                    .contains("nvrtcCompileProgram of ", "there_is_no_such_function", " | ", "atomicAdd(");
            assertThat(next.ranOnCpu()).as("%s", next.how()).isFalse();
            assertThat(next.groups()).isEqualTo(broken.groups());
        }
        List<Path> kept;
        try (java.util.stream.Stream<Path> files = Files.list(folder)) {
            kept = files.toList();
        }
        assertThat(kept).isNotEmpty();
        assertThat(Files.readString(kept.getFirst()))
                .contains(
                        "there_is_no_such_function",
                        "==== options ====",
                        "==== spec.cuh ====",
                        "==== sample_keys.cu ====");
    }

    @Test
    void afterTheDeviceWasLostQueriesRunOnTheCpuAndANewProcessFindsItWell(MemoryPool pool) {
        try (Table table = DriverFailures.table()) {
            DriverFailures.Answer expected = failures.onCpu(table, BLOCK, pool);
            for (String function : List.of("cuLaunchKernel", "cuMemAllocFromPoolAsync", "cuStreamWaitEvent")) {
                try (FaultyGpu other = FaultyGpu.start()) {
                    OpenDevice lost =
                            new OpenDevice(other.device(), Kernels.of(other.device(), Optional.of(other.nvrtc())));
                    DriverFailures queries = new DriverFailures(lost, other);
                    other.failAfter(function, 1, Faults.ILLEGAL_ADDRESS, 1);
                    DriverFailures.Answer first = queries.onDevice(table, BLOCK, pool);
                    DriverFailures.Answer second = queries.onDevice(table, BLOCK, pool);

                    assertThat(first.groups()).isEqualTo(expected.groups());
                    assertThat(second.groups()).isEqualTo(expected.groups());
                    if (other.device().lost().isPresent()) {
                        assertThat(first.how()).contains("CUDA_ERROR_ILLEGAL_ADDRESS");
                        assertThat(second.how()).contains("lost earlier");
                    } else {
                        assertThat(function).isEqualTo("cuStreamWaitEvent");
                    }
                }
                assertThat(failures.onDevice(table, BLOCK, pool).ranOnCpu()).isFalse();
            }
        }
    }

    @Test
    void streamsThatWereOpenWhenTheDeviceWasLostCanBeClosed(MemoryPool pool) {
        try (FaultyGpu other = FaultyGpu.start()) {
            Device device = other.device();
            device.run(() -> {
                try (Stream stream = Stream.open(device);
                        Buffer buffer = device.memory().allocate(pool, 1 << 20, "a buffer", stream)) {
                    other.failAfter("cuStreamSynchronize", 0, Faults.LAUNCH_FAILED, 1);
                    assertThatThrownBy(stream::synchronize)
                            .isInstanceOf(CudaException.class)
                            .hasMessageContaining("CUDA_ERROR_LAUNCH_FAILED");
                    assertThat(buffer.byteSize()).isEqualTo(1 << 20);
                }
            });
            assertThat(device.lost()).isPresent();
        }
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
    }
}
