package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.approxNunique;
import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.driver.FakeNvrtc;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.PoolCheck;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What fails on the device runs on the CPU; memory is given back, and the next query finds the device as it was.
@ExtendWith(PoolCheck.class)
class CudaFailuresTest {
    private static final int OUT_OF_MEMORY = 2;
    private static final int ILLEGAL_ADDRESS = 700;

    @TempDir
    private Path folder;

    /// The sums by key, and what was decided.
    private record Answer(Map<Object, Object> sums, List<Decision> decisions) {
        boolean ranOnCpu() {
            return decisions.stream().anyMatch(decision -> decision.choice().equals("cpu"));
        }

        String rejected() {
            return decisions.toString();
        }
    }

    private static Answer run(Backend backend, MemoryPool pool, Map<String, String> settings, Expr aggregate) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("cuda.strategy", "general");
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(all))
                .build();
        try (Table table = Table.of("k", new String[] {"a", "b", "a", null}, "v", new int[] {1, 2, 4, 8})) {
            GroupByRequest request =
                    GroupBy.on(table, "k").nullKeys(NullKeys.EXCLUDE).request(aggregate.as("s"));
            Map<Object, Object> sums = new HashMap<>();
            try (BatchSource input = new TableDataset(table)
                            .scan(new Scan(request.input().names(), Optional.empty()), context);
                    BatchSource result = backend.execute(request, input, context)) {
                Batch batch;
                while ((batch = result.next(context)) != null) {
                    try (Batch open = batch) {
                        open.table().rows().forEach(row -> sums.put(row.get(0), row.get(1)));
                    }
                }
            }
            return new Answer(sums, context.decisions());
        } finally {
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
        }
    }

    private static Answer run(Backend backend, MemoryPool pool) {
        return run(backend, pool, Map.of(), sum("v"));
    }

    private static final Map<Object, Object> SUMS = Map.of("a", 5L, "b", 2L);

    private static EmulatedDevice emulated(long bytes) {
        return EmulatedDevice.assumed(bytes);
    }

    @Test
    void aQueryRunsOnTheDevice(MemoryPool pool) {
        Answer answer = run(emulated(1L << 30).backend(), pool);

        assertThat(answer.sums()).isEqualTo(SUMS);
        assertThat(answer.ranOnCpu()).isFalse();
    }

    @Test
    void whateverAllocationFailsTheCpuAnswersAndTheNextQueryWorks(MemoryPool pool) {
        EmulatedDevice device = emulated(1L << 30);
        Backend backend = device.backend();
        run(backend, pool);
        for (int failing = 0; failing < 60; failing++) {
            device.fake().failAfter("cuMemAllocFromPoolAsync", failing, OUT_OF_MEMORY, 2);
            Answer answer = run(backend, pool);

            assertThat(answer.sums()).isEqualTo(SUMS);
            device.fake().failNever("cuMemAllocFromPoolAsync");
        }
        assertThat(run(backend, pool).ranOnCpu()).isFalse();
    }

    @Test
    void aTableThatDoesNotFitTheDeviceIsGroupedOnTheCpu(MemoryPool pool) {
        Answer answer = run(emulated(4_000).backend(), pool);

        assertThat(answer.sums()).isEqualTo(SUMS);
        assertThat(answer.rejected()).contains("CUDA_ERROR_OUT_OF_MEMORY");
    }

    @Test
    void aTableLargerThanTheDeviceLimitIsGroupedInStrides() {
        EmulatedDevice device = emulated(1L << 30);
        int rows = 60_000;
        long[] keys = java.util.stream.LongStream.range(0, rows)
                .map(row -> row % 1_000)
                .toArray();
        long[] values = java.util.stream.LongStream.range(0, rows).toArray();
        for (Expr aggregate : List.of(sum("v"), count(), sum(col("v").plus(1)))) {
            try (MemoryPool pool = MemoryPool.withLimits(1L << 28, 768 << 10);
                    Table table = Table.of("k", keys, "v", values)) {
                assertThat(2L * rows * Long.BYTES).isGreaterThan(pool.limitBytes(Tier.DEVICE));
                Map<Object, Object> expected = sums(
                        Backends.all().stream()
                                .filter(backend -> backend.name().equals("cpu"))
                                .findFirst()
                                .orElseThrow(),
                        table,
                        aggregate,
                        context(pool));
                QueryContext context = context(pool);

                assertThat(sums(device.backend(), table, aggregate, context)).isEqualTo(expected);
                assertThat(context.decisions()).extracting(Decision::choice).noneMatch("cpu"::equals);
                assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
                assertThat(pool.usedBytes(Tier.PINNED)).isZero();
            }
        }
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).threads(2).build();
    }

    private static Map<Object, Object> sums(Backend backend, Table table, Expr aggregate, QueryContext context) {
        GroupByRequest request = GroupBy.on(table, "k").request(aggregate.as("s"));
        Map<Object, Object> sums = new HashMap<>();
        try (BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = backend.execute(request, input, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                try (Batch open = batch) {
                    open.table().rows().forEach(row -> sums.put(row.get(0), row.get(1)));
                }
            }
        }
        return sums;
    }

    @Test
    void aLostDeviceLeavesTheQueryToTheCpu(MemoryPool pool) {
        FakeCuda fake = new FakeCuda();
        Backend backend = faked(fake, new FakeNvrtc(90));
        fake.failNext("cuMemcpyHtoDAsync", ILLEGAL_ADDRESS);
        Answer first = run(backend, pool);
        Answer second = run(backend, pool);

        assertThat(first.sums()).isEqualTo(SUMS);
        assertThat(first.rejected()).contains("CUDA_ERROR_ILLEGAL_ADDRESS");
        assertThat(second.sums()).isEqualTo(SUMS);
        assertThat(second.rejected()).contains("lost earlier");
    }

    @Test
    void aKernelThatDoesNotCompileLeavesTheQueryToTheCpu(MemoryPool pool) {
        FakeNvrtc nvrtc = new FakeNvrtc(90);
        nvrtc.failWith("project.cu(1): error: no");
        Answer answer = run(faked(new FakeCuda(), nvrtc), pool);

        assertThat(answer.sums()).isEqualTo(SUMS);
        assertThat(answer.rejected()).contains("no");
    }

    @Test
    void whatTheGpuDoesNotSupportRunsOnTheCpuAndSaysWhy(MemoryPool pool) {
        Answer answer = run(faked(new FakeCuda(), new FakeNvrtc(90)), pool, Map.of(), approxNunique("v"));

        assertThat(answer.ranOnCpu()).isTrue();
        assertThat(answer.rejected()).contains("HyperLogLog");
    }

    @Test
    void aFailureAfterTooManyBytesHaveGoneByIsAnError(MemoryPool pool) {
        FakeCuda fake = new FakeCuda();
        fake.failNext("cuMemcpyHtoDAsync", OUT_OF_MEMORY);

        assertThatThrownBy(() -> run(faked(fake, new FakeNvrtc(90)), pool, Map.of("cuda.kept.bytes", "1"), sum("v")))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
    }

    @Test
    void anExpressionThatOverflowsIsReportedAsTheCpuReportsIt(MemoryPool pool) {
        Backend backend = emulated(1L << 30).backend();
        Expr overflow = sum(col("v").plus(Integer.MAX_VALUE - 4));

        assertThatThrownBy(() -> run(backend, pool, Map.of(), overflow))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("does not fit int32");
    }

    @Test
    void whatTheDeviceCannotComputeIsComputedBeforeTheUpload(MemoryPool pool) {
        Answer answer =
                run(emulated(1L << 30).backend(), pool, Map.of(), max(call(Function.CONCAT, col("k"), lit("!"))));

        assertThat(answer.sums()).isEqualTo(Map.of("a", "a!", "b", "b!"));
        assertThat(answer.ranOnCpu()).isFalse();
    }

    private Backend faked(FakeCuda fake, FakeNvrtc nvrtc) {
        Driver driver = fake.start();
        Device device = driver.device(0);
        OpenDevice open = new OpenDevice(device, new Kernels(device, nvrtc.nvrtc(), CubinCache.inMemory(), folder));
        return new CudaBackend(() -> new CudaStatus.Unavailable("fake"), _ -> open);
    }
}
