package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// 10,000 queries leave the device, the pools and pinned memory as they were.
@OnGpu
@Tag("large")
@Tag("alone")
class QueryLeaksOnGpuTest {
    private static final int QUERIES = 10_000;
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void tenThousandQueriesLeaveNothingBehind() {
        Device device = OpenDevice.ofThisProcess(0).device();
        CudaBackend backend = new CudaBackend();
        try (MemoryPool pool = MemoryPool.withLimit(1L << 30);
                Table table = Table.of("k", new String[] {"a", "b", "a", null}, "v", new int[] {1, 2, 4, 8})) {
            run(backend, table, pool, 200);
            long free = device.freeBytes();
            long pinned = device.pinned().cachedBytes();
            long used = device.memory().usedBytes();
            run(backend, table, pool, QUERIES);

            assertThat(device.memory().usedBytes()).isEqualTo(used);
            assertThat(device.freeBytes()).isGreaterThan(free - 64 * MEBIBYTE);
            assertThat(device.pinned().cachedBytes()).isEqualTo(pinned);
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
            assertThat(pool.usedBytes()).isZero();
            assertThat(pool.leakCount()).isZero();
        }
    }

    private static void run(CudaBackend backend, Table table, MemoryPool pool, int times) {
        GroupByRequest request = GroupBy.on(table, "k")
                .request(
                        sum("v").as("s"),
                        max("v").as("m"),
                        median("v").as("d"),
                        nunique("v").as("n"));
        for (int i = 0; i < times; i++) {
            QueryContext context = QueryContext.builder().pool(pool).build();
            try (BatchSource input = new TableDataset(table)
                            .scan(new Scan(request.input().names(), Optional.empty()), context);
                    BatchSource result = backend.execute(request, input, context)) {
                Batch batch = result.next(context);
                assertThat(batch.rowCount()).isEqualTo(3);
                batch.close();
            }
        }
    }
}
