package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.approxNunique;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.driver.FakeNvrtc;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillOptions;
import dev.sheaf.spill.SpillStatistics;
import dev.sheaf.testing.PoolCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Tables that stay on a device.
@ExtendWith(PoolCheck.class)
class GpuTableTest {
    @TempDir
    private Path folder;

    private static Table sales() {
        return Table.of(
                "region",
                new String[] {"north", "south", "north", null, "south"},
                "units",
                new int[] {3, 5, 4, 7, 1},
                "price",
                new Double[] {1.5, 2.0, null, 4.0, 8.0});
    }

    private static Gpu emulated() {
        return EmulatedDevice.assumed().gpu();
    }

    private Gpu fake(FakeCuda fake, int ordinal) {
        Driver driver = fake.start();
        Kernels kernels = new Kernels(driver.device(ordinal), new FakeNvrtc(90).nvrtc(), CubinCache.inMemory(), folder);
        return new Gpu(new OpenDevice(driver.device(ordinal), kernels));
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(Map.of("cuda.strategy", "general")))
                .build();
    }

    private static List<List<Object>> rows(Table table) {
        return table.rows()
                .map(row -> {
                    List<Object> values = new ArrayList<>();
                    for (int i = 0; i < table.columnCount(); i++) {
                        values.add(row.get(i));
                    }
                    return values;
                })
                .toList();
    }

    @Test
    void aTableIsLoadedOnceAndGroupedManyTimes(MemoryPool pool) {
        Gpu gpu = emulated();
        try (Table host = sales();
                GpuStream stream = gpu.openStream();
                GpuTable sales = gpu.load(new TableDataset(host), context(pool), stream)) {
            assertThat(sales.rowCount()).isEqualTo(5);
            assertThat(pool.usedBytes(Tier.DEVICE)).isGreaterThanOrEqualTo(sales.byteSize());
            try (GpuTable totals = sales.groupBy("region")
                            .order(Order.SORTED)
                            .aggregate(context(pool), stream, sum("units").as("units"), count().as("n"));
                    Table back = totals.download(pool, stream);
                    GpuTable all = totals.groupBy()
                            .aggregate(context(pool), stream, sum("units").as("units"));
                    Table total = all.download(pool, stream)) {
                assertThat(rows(back))
                        .containsExactly(
                                List.of("north", 7L, 2L), List.of("south", 6L, 2L), Arrays.asList(null, 7L, 1L));
                assertThat(rows(total)).containsExactly(List.of(20L));
            }
            try (Table of = sales.groupBy()
                    .by(col("units").plus(1).as("more"))
                    .where(col("price").gt(1.75))
                    .nullKeys(NullKeys.INCLUDE)
                    .order(Order.SORTED)
                    .download(context(pool), count().as("n"))) {
                assertThat(rows(of)).containsExactly(List.of(2, 1L), List.of(6, 1L), List.of(8, 1L));
            }
        }
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    @Test
    void whatGoesUpComesDown(MemoryPool pool) {
        Gpu gpu = fake(new FakeCuda(), 0);
        try (Table host = sales();
                GpuStream stream = gpu.openStream();
                GpuTable loaded =
                        gpu.load(new TableDataset(host), Scan.of(List.of("price", "region")), context(pool), stream);
                Table back = loaded.download(pool, stream)) {
            assertThat(back.values("price")).isEqualTo(host.values("price"));
            assertThat(back.values("region")).isEqualTo(host.values("region"));
            assertThat(loaded.toString()).contains("5 rows on GPU 0");
        }
    }

    @Test
    void otherBackendsReadItAsADataSet(MemoryPool pool) {
        Gpu gpu = fake(new FakeCuda(), 0);
        QueryContext context = context(pool);
        try (Table host = sales();
                GpuStream stream = gpu.openStream();
                GpuTable loaded = gpu.load(new TableDataset(host), context, stream);
                BatchSource source = loaded.scan(Scan.of(List.of("units")), context);
                Table table = GpuQuery.collect(source, context)) {
            assertThat(table.ints("units")).containsExactly(3, 5, 4, 7, 1);
        }
    }

    @Test
    void whatTheGpuDoesNotComputeTheCpuDoesAndTheResultGoesUp(MemoryPool pool) {
        Gpu gpu = fake(new FakeCuda(), 0);
        QueryContext context = context(pool);
        Expr estimate = approxNunique(col("units"));
        try (Table host = sales();
                GpuStream stream = gpu.openStream();
                GpuTable sales = gpu.load(new TableDataset(host), context, stream);
                GpuTable firsts = sales.groupBy("region").aggregate(context, stream, estimate.as("about"));
                Table back = firsts.download(pool, stream)) {
            assertThat(rows(back))
                    .containsExactlyInAnyOrder(List.of("north", 2L), List.of("south", 2L), Arrays.asList(null, 1L));
            assertThat(context.decisions()).extracting(Decision::choice).contains("cpu");
        }
    }

    @Test
    void aKernelThatFailsLeavesTheTableAsItWas(MemoryPool pool) {
        FakeCuda fake = new FakeCuda();
        Gpu gpu = fake(fake, 0);
        QueryContext context = context(pool);
        try (Table host = sales();
                GpuStream stream = gpu.openStream();
                GpuTable sales = gpu.load(new TableDataset(host), context, stream)) {
            long before = pool.usedBytes(Tier.DEVICE);
            fake.failAfter("cuMemAllocFromPoolAsync", 3, 2, 2);
            try (GpuTable result = sales.groupBy("region")
                            .aggregate(context, stream, sum("units").as("u"), count("price"));
                    Table back = result.download(pool, stream)) {
                assertThat(rows(back))
                        .containsExactlyInAnyOrder(
                                List.of("north", 7L, 1L), List.of("south", 6L, 2L), Arrays.asList(null, 7L, 1L));
            }
            assertThat(context.decisions().toString()).contains("CUDA_ERROR_OUT_OF_MEMORY");
            assertThat(pool.usedBytes(Tier.DEVICE)).isEqualTo(before);
        }
    }

    @Test
    void aTableThatDoesNotFitIsRefusedAndNothingIsLeft(MemoryPool pool) {
        Gpu gpu = fake(new FakeCuda(1 << 12), 0);
        try (Table host = Table.of("v", new long[10_000]);
                GpuStream stream = gpu.openStream()) {
            assertThatThrownBy(() -> gpu.load(new TableDataset(host), context(pool), stream))
                    .isInstanceOf(CudaException.class)
                    .hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
        }
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    @Test
    void columnsThatAGpuDoesNotHoldAreNamed(MemoryPool pool) {
        Gpu gpu = fake(new FakeCuda(), 0);
        try (Table host = Table.of("k", new int[] {1}, "l", List.of(List.of(1)));
                GpuStream stream = gpu.openStream()) {
            assertThatThrownBy(() -> gpu.load(new TableDataset(host), context(pool), stream))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("\"l\"");
        }
    }

    @Test
    void aBadRequestFailsBeforeAnyWork(MemoryPool pool) {
        Gpu gpu = fake(new FakeCuda(), 0);
        try (Table host = sales();
                GpuStream stream = gpu.openStream();
                GpuTable sales = gpu.load(new TableDataset(host), context(pool), stream)) {
            assertThatThrownBy(() -> sales.groupBy("regoin"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("region");
            assertThatThrownBy(() -> sales.groupBy("region").aggregate(context(pool), stream, col("units")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not an aggregation");
        }
    }

    @Test
    void aClosedTableAndAStreamOfAnotherDeviceAreRefused(MemoryPool pool) {
        FakeCuda fake = new FakeCuda();
        fake.twoDevices();
        Gpu first = fake(fake, 0);
        Gpu second = fake(fake, 1);
        try (Table host = sales();
                GpuStream stream = first.openStream();
                GpuStream other = second.openStream()) {
            GpuTable sales = first.load(new TableDataset(host), context(pool), stream);
            assertThatThrownBy(() -> sales.download(pool, other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a stream of GPU 1 cannot do work of GPU 0");
            sales.close();
            assertThatThrownBy(() -> sales.download(pool, stream))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    private static Table numbered(int rows, int first) {
        Object[] texts = new Object[rows];
        Object[] flags = new Object[rows];
        Object[] numbers = new Object[rows];
        for (int i = 0; i < rows; i++) {
            texts[i] = i % 7 == 0 ? null : "text " + (first + i);
            flags[i] = i % 5 == 0 ? null : (first + i) % 3 == 0;
            numbers[i] = (long) first + i;
        }
        return Table.of(
                "t",
                Arrays.copyOf(texts, rows, String[].class),
                "f",
                Arrays.copyOf(flags, rows, Boolean[].class),
                "n",
                Arrays.copyOf(numbers, rows, Long[].class));
    }

    private static GpuTable loaded(Gpu gpu, int rows, int first, MemoryPool pool, GpuStream stream) {
        try (Table host = numbered(rows, first)) {
            return gpu.load(new TableDataset(host), context(pool), stream);
        }
    }

    private static void assertHolds(GpuTable loaded, int rows, int first, MemoryPool pool, GpuStream stream) {
        try (Table back = loaded.download(pool, stream);
                Table host = numbered(rows, first)) {
            assertThat(rows(back)).isEqualTo(rows(host));
        }
    }

    @Test
    void tablesLeaveAFullDeviceAndComeBackWhenTheyAreUsed(MemoryPool pool) {
        Gpu gpu = fake(new FakeCuda(1 << 18), 0);
        try (GpuStream stream = gpu.openStream();
                Closer tables = new Closer()) {
            List<GpuTable> all = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                all.add(tables.add(loaded(gpu, 4_000, 1_000_000 * i, pool, stream)));
            }
            long loaded = all.stream().mapToLong(GpuTable::byteSize).sum();
            assertThat(loaded).as("more than the device has").isGreaterThan(1 << 18);
            assertThat(pool.usedBytes(Tier.DEVICE)).isLessThanOrEqualTo(1 << 18);
            for (int i : new int[] {0, 5, 3, 1, 0, 2, 4}) {
                assertHolds(all.get(i), 4_000, 1_000_000 * i, pool, stream);
            }
        }
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    @Test
    void tablesBeyondTheLimitOfAPoolOrOfTheOptionsGoToTheHostAndToDisk() {
        Gpu gpu = fake(new FakeCuda(), 0);
        for (boolean byOption : List.of(true, false)) {
            try (MemoryPool pool = MemoryPool.withLimits(1 << 24, byOption ? Long.MAX_VALUE : 1 << 18)) {
                SpillOptions options =
                        SpillOptions.DEFAULT.hostLimit(0).folder(folder).statistics(SpillStatistics.Level.TRANSFERS);
                SpillManager store = SpillManager.attach(pool, byOption ? options.deviceLimit(1) : options);
                try (GpuStream stream = gpu.openStream();
                        GpuTable first = loaded(gpu, 5_000, 0, pool, stream);
                        GpuTable second = loaded(gpu, 5_000, 1_000_000, pool, stream)) {
                    assertHolds(first, 5_000, 0, pool, stream);
                    assertHolds(second, 5_000, 1_000_000, pool, stream);
                    assertThat(store.residentBytes(Tier.DEVICE)).isLessThan(first.byteSize() + second.byteSize());
                    assertThat(store.residentBytes(Tier.PINNED))
                            .as("no more than the limit")
                            .isZero();
                    assertThat(store.statistics().transfers())
                            .extracting(transfer -> transfer.from() + " to " + transfer.to())
                            .contains("DEVICE to PINNED", "PINNED to DISK", "DISK to HOST");
                }
                assertThat(pool.usedBytes()).isZero();
                assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            }
        }
    }

    @Test
    void aTableThatSomebodyReadsStaysAndOnesThatMayNotSpillFillTheDevice() {
        Gpu gpu = fake(new FakeCuda(), 0);
        try (MemoryPool pool = MemoryPool.withLimits(1 << 24, 1 << 18);
                GpuStream stream = gpu.openStream();
                GpuTable first = loaded(gpu, 5_000, 0, pool, stream)) {
            try (BatchSource reading = first.scan(Scan.of(first.schema().names()), context(pool))) {
                assertThatThrownBy(() -> loaded(gpu, 5_000, 1, pool, stream).close())
                        .isInstanceOf(MemoryLimitException.class);
                assertThat(reading.schema().size()).isEqualTo(3);
            }
            loaded(gpu, 5_000, 1, pool, stream).close();
            assertHolds(first, 5_000, 0, pool, stream);
        }
        try (MemoryPool pool = MemoryPool.withLimits(1 << 24, 1 << 18)) {
            SpillManager.attach(pool, SpillOptions.DEFAULT.enabled(false));
            try (GpuStream stream = gpu.openStream();
                    GpuTable first = loaded(gpu, 5_000, 0, pool, stream)) {
                assertThatThrownBy(() -> loaded(gpu, 5_000, 1, pool, stream).close())
                        .isInstanceOf(MemoryLimitException.class);
                assertHolds(first, 5_000, 0, pool, stream);
            }
        }
    }
}
