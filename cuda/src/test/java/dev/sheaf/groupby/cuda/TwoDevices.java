package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/// Queries on two devices of one process, apart and at once.
record TwoDevices(List<OpenDevice> devices, int rows, int queries) {
    private static final int GROUPS = 100;

    private Table table() {
        return Table.of(
                "k",
                LongStream.range(0, rows).map(row -> row % GROUPS).toArray(),
                "v",
                LongStream.range(0, rows).toArray());
    }

    private Map<Object, Object> expected() {
        Map<Object, Object> sums = new HashMap<>();
        LongStream.range(0, rows).forEach(row -> sums.merge(row % GROUPS, row, (a, b) -> (Long) a + (Long) b));
        return sums;
    }

    private CudaBackend backend() {
        return new CudaBackend(() -> new CudaStatus.Unavailable("not asked for"), devices::get);
    }

    private static QueryContext context(int device, MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .threads(2)
                .settings(new Settings(Map.of("cuda.device", String.valueOf(device))))
                .build();
    }

    private Map<Object, Object> fromHost(Table table, QueryContext context) {
        GroupByRequest request = GroupBy.on(table, "k").request(sum("v").as("s"));
        try (BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = backend().execute(request, input, context);
                Batch batch = result.next(context)) {
            return sums(batch.table());
        }
    }

    private static Map<Object, Object> sums(Table table) {
        Map<Object, Object> sums = new HashMap<>();
        table.rows().forEach(row -> sums.put(row.get(0), row.get(1)));
        return sums;
    }

    private static boolean ranOnGpu(QueryContext context) {
        return context.decisions().stream().map(Decision::choice).anyMatch(choice -> choice.startsWith("cuda"));
    }

    /// The setting says which device a query runs on.
    void queriesGoWhereTheyAreSent() {
        for (int device = 0; device < 2; device++) {
            try (MemoryPool pool = MemoryPool.withLimit(8L << 30);
                    Table table = table()) {
                QueryContext context = context(device, pool);

                assertThat(fromHost(table, context)).isEqualTo(expected());
                assertThat(ranOnGpu(context)).isTrue();
                assertEmpty(pool);
            }
        }
    }

    /// Tables lie where they were loaded, and are grouped there.
    void tablesStayOnTheirDevice() {
        try (MemoryPool pool = MemoryPool.withLimit(8L << 30);
                Table table = table()) {
            for (OpenDevice open : devices) {
                Gpu gpu = new Gpu(open);
                QueryContext context = context(gpu.info().ordinal(), pool);
                try (GpuStream stream = gpu.openStream();
                        GpuStream elsewhere = new Gpu(devices.get(1 - gpu.info().ordinal())).openStream();
                        GpuTable there = gpu.load(new TableDataset(table), context, stream);
                        GpuTable groups = there.groupBy("k").aggregate(context, stream, sum("v").as("s"));
                        Table host = groups.download(pool, stream)) {
                    assertThat(groups.gpu().info().ordinal())
                            .isEqualTo(gpu.info().ordinal());
                    assertThat(sums(host)).isEqualTo(expected());
                    assertThatThrownBy(() -> there.groupBy("k").aggregate(context, elsewhere, count()))
                            .isInstanceOf(IllegalArgumentException.class);
                }
            }
            assertEmpty(pool);
        }
    }

    /// Both work at the same time, for a pool each.
    void bothWorkAtOnce() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<?>> both = List.of(threads.submit(() -> work(0)), threads.submit(() -> work(1)));
            for (Future<?> each : both) {
                each.get();
            }
        }
    }

    private void work(int device) {
        Gpu gpu = new Gpu(devices.get(device));
        try (MemoryPool pool = MemoryPool.withLimit(8L << 30);
                Table table = table()) {
            try (GpuStream stream = gpu.openStream();
                    GpuTable there = gpu.load(new TableDataset(table), context(device, pool), stream)) {
                for (int i = 0; i < queries; i++) {
                    QueryContext context = context(device, pool);
                    assertThat(fromHost(table, context)).isEqualTo(expected());
                    assertThat(ranOnGpu(context)).isTrue();
                    try (GpuTable groups = there.groupBy("k").aggregate(context, stream, sum("v").as("s"));
                            Table host = groups.download(pool, stream)) {
                        assertThat(sums(host)).isEqualTo(expected());
                    }
                }
            }
            assertEmpty(pool);
        }
    }

    /// What one pool may take of its device says nothing of the other's.
    void limitsAreApart() {
        try (MemoryPool small = MemoryPool.withLimits(8L << 30, 1 << 10);
                MemoryPool large = MemoryPool.withLimit(8L << 30);
                Table table = table()) {
            QueryContext limited = context(0, small);
            QueryContext free = context(1, large);

            assertThat(fromHost(table, limited)).isEqualTo(expected());
            assertThat(fromHost(table, free)).isEqualTo(expected());
            assertThat(ranOnGpu(limited)).isFalse();
            assertThat(ranOnGpu(free)).isTrue();
            assertEmpty(small);
            assertEmpty(large);
        }
    }

    private static void assertEmpty(MemoryPool pool) {
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }
}
