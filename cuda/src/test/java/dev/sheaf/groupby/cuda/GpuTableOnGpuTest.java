package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tables that stay on a device, and tables that are too large for it, on a device.
@OnGpu
@ExtendWith(PoolCheck.class)
class GpuTableOnGpuTest {
    private static final int ROWS = 200_000;
    private static final Expr[] AGGREGATES = {
        count().as("n"), sum("v").as("s"), mean("d").as("m"), max("d").as("x")
    };

    private static Table table() {
        String[] names = IntStream.range(0, ROWS)
                .mapToObj(row -> "id%03d".formatted(row % 500))
                .toArray(String[]::new);
        Double[] doubles = IntStream.range(0, ROWS)
                .mapToObj(row -> row % 11 == 0 ? null : (double) (row % 97))
                .toArray(Double[]::new);
        return Table.of("k", names, "v", IntStream.range(0, ROWS).toArray(), "d", doubles);
    }

    private static QueryContext context(MemoryPool pool, BackendPreference backend) {
        return QueryContext.builder().pool(pool).backend(backend).build();
    }

    private static QueryContext context(MemoryPool pool) {
        return context(pool, BackendPreference.CUDA);
    }

    @Test
    void groupsStayOnTheDeviceAndAreGroupedAgain(MemoryPool pool) {
        Gpu gpu = Gpu.open(0);
        QueryContext context = context(pool);
        try (Table host = table();
                GpuStream stream = gpu.openStream();
                GpuTable loaded = gpu.load(new TableDataset(host), context, stream);
                GpuTable groups = loaded.groupBy("k").aggregate(context, stream, AGGREGATES);
                Table back = groups.download(pool, stream);
                Table expected = GroupBy.on(host, "k").aggregate(context(pool, BackendPreference.CPU), AGGREGATES);
                GpuTable whole = groups.groupBy().aggregate(context, stream, sum("n").as("n"));
                Table rows = whole.download(pool, stream)) {
            Tables.assertSame(Sample.of(expected), Sample.of(back), new Comparison(false, 0));
            assertThat(rows.longs("n")).containsExactly(ROWS);
            assertThat(context.decisions()).extracting(Decision::choice).allMatch(choice -> choice.startsWith("cuda"));
        }
    }

    @Test
    void aGroupByOverItRunsWhereItLies(MemoryPool pool) {
        Gpu gpu = Gpu.open(0);
        QueryContext context = context(pool);
        try (Table host = table();
                GpuStream stream = gpu.openStream();
                GpuTable loaded = gpu.load(new TableDataset(host), context, stream);
                Table there = GroupBy.over(loaded, "k")
                        .where(col("v").gt(1_000))
                        .order(Order.SORTED)
                        .aggregate(context, median("d").as("m"));
                Table here = GroupBy.on(host, "k")
                        .where(col("v").gt(1_000))
                        .order(Order.SORTED)
                        .aggregate(
                                context(pool, BackendPreference.CPU),
                                median("d").as("m"))) {
            Tables.assertSame(Sample.of(here), Sample.of(there), Comparison.ORDERED);
            assertThat(context.decisions().getLast().reason()).contains("its table lies on the GPU");
        }
    }

    @Test
    void aTableLargerThanTheLimitGoesInStridesAndIsNotLoaded() {
        long[] keys = LongStream.range(0, 4_000_000).map(row -> row * 7 % 1_000).toArray();
        Gpu gpu = Gpu.open(0);
        try (MemoryPool pool = MemoryPool.withLimits(1L << 30, 24L << 20);
                GpuStream stream = gpu.openStream();
                Table host = Table.of("k", keys)) {
            QueryContext context = context(pool);
            try (Table there = GroupBy.on(host, "k").aggregate(context, count().as("n"));
                    Table here =
                            GroupBy.on(host, "k").aggregate(context(pool, BackendPreference.CPU), count().as("n"))) {
                Tables.assertSame(Sample.of(here), Sample.of(there), new Comparison(false, 0));
            }
            assertThat(context.decisions()).extracting(Decision::choice).noneMatch("cpu"::equals);
            assertThatThrownBy(() -> gpu.load(new TableDataset(host), context, stream))
                    .isInstanceOf(MemoryLimitException.class);
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
        }
    }

    /// A data set that promises more rows than any device has room for.
    private record Boasting(Dataset dataset) implements Dataset {
        @Override
        public Schema schema() {
            return dataset.schema();
        }

        @Override
        public SourceStats stats() {
            return SourceStats.ofRows(1L << 40);
        }

        @Override
        public String describe() {
            return dataset.describe();
        }

        @Override
        public BatchSource scan(Scan scan, QueryContext context) {
            BatchSource rows = dataset.scan(scan, context);
            return new BoastingSource(rows);
        }
    }

    private record BoastingSource(BatchSource rows) implements BatchSource {
        @Override
        public Schema schema() {
            return rows.schema();
        }

        @Override
        public SourceStats stats() {
            return SourceStats.ofRows(1L << 40);
        }

        @Override
        public dev.sheaf.query.Batch next(QueryContext context) {
            return rows.next(context);
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    @Test
    void aDeviceWithoutRoomSaysSoAndWorksOn(MemoryPool pool) {
        Gpu gpu = Gpu.open(0);
        QueryContext context = context(pool);
        try (Table host = table();
                GpuStream stream = gpu.openStream()) {
            assertThatThrownBy(() -> gpu.load(new Boasting(new TableDataset(host)), context, stream))
                    .isInstanceOf(CudaException.class)
                    .hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            try (GpuTable loaded = gpu.load(new TableDataset(host), context, stream)) {
                assertThat(loaded.rowCount()).isEqualTo(ROWS);
            }
        }
    }

    @Test
    @Tag("large")
    @Tag("alone")
    void tenThousandGroupingsLeaveNothingBehind() {
        Gpu gpu = Gpu.open(0);
        Device device = gpu.device().device();
        try (MemoryPool pool = MemoryPool.withLimit(1L << 30);
                Table host = table();
                GpuStream stream = gpu.openStream();
                GpuTable loaded = gpu.load(new TableDataset(host), context(pool), stream)) {
            group(loaded, pool, stream, 200);
            long free = device.freeBytes();
            long used = device.memory().usedBytes();
            long pinned = device.pinned().cachedBytes();
            group(loaded, pool, stream, 10_000);

            assertThat(device.memory().usedBytes()).isEqualTo(used);
            assertThat(device.freeBytes()).isGreaterThan(free - (64L << 20));
            assertThat(device.pinned().cachedBytes()).isEqualTo(pinned);
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
            assertThat(pool.leakCount()).isZero();
        }
    }

    private static void group(GpuTable table, MemoryPool pool, GpuStream stream, int times) {
        for (int i = 0; i < times; i++) {
            try (GpuTable groups = table.groupBy("k").aggregate(context(pool), stream, AGGREGATES)) {
                assertThat(groups.rowCount()).isEqualTo(500);
            }
        }
    }
}
