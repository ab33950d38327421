package dev.sheaf.groupby.cuda.stride;

import static dev.sheaf.expr.Expressions.count;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// However rows are cut into batches, waves, slabs and strides, the device gets them all.
@ExtendWith(PoolCheck.class)
class StrideTest {
    private static final Map<String, String> TINY =
            Map.of("cuda.wave.rows", "64", "cuda.slab.bytes", "256", "cuda.slabs", "3", "cuda.slab.threads", "2");

    /// Batches that a test made, given once; closing it closes what is left.
    private static final class ListSource implements BatchSource {
        private final Schema schema;
        private final Deque<Batch> batches;
        private final SourceStats stats;

        ListSource(Schema schema, List<Batch> batches, boolean isCounted) {
            this.schema = schema;
            this.batches = new ArrayDeque<>(batches);
            long rows = batches.stream().mapToLong(Batch::rowCount).sum();
            this.stats = isCounted ? SourceStats.ofRows(rows) : SourceStats.UNKNOWN;
        }

        @Override
        public Schema schema() {
            return schema;
        }

        @Override
        public SourceStats stats() {
            return stats;
        }

        @Override
        public synchronized Batch next(QueryContext context) {
            return batches.poll();
        }

        @Override
        public void close() {
            batches.forEach(Batch::close);
        }
    }

    private static GeneralPlan planOf(Schema schema) {
        List<Expr> keys = schema.fields().stream()
                .map(field -> Expressions.col(field.name()))
                .toList();
        GroupByRequest request =
                new GroupByRequest(schema, Optional.empty(), keys, List.of(count().as("n")), GroupByOptions.DEFAULT);
        return ((GeneralPlanner.Result.Planned) GeneralPlanner.plan(request)).plan();
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .threads(2)
                .settings(new Settings(TINY))
                .build();
    }

    private static void withStream(java.util.function.Consumer<Stream> work) {
        FakeCuda fake = new FakeCuda();
        try (Driver driver = fake.start()) {
            Device device = driver.device(0);
            device.run(() -> {
                try (Stream stream = Stream.open(device)) {
                    work.accept(stream);
                }
            });
        }
        assertThat(fake.leftovers()).isEmpty();
    }

    /// The rows of a source after they went up in strides of so many rows and came down again.
    private static Table there(
            Schema schema, BatchSource source, long rows, OptionalLong total, MemoryPool pool, Stream stream) {
        List<Table> strides = new ArrayList<>();
        try (BatchFeed feed = new BatchFeed(source, context(pool), 0);
                StrideReader reader = new StrideReader(feed)) {
            do {
                StrideLimits limits = new StrideLimits(rows, 64, total);
                try (Stride stride = Stride.read(planOf(schema), reader, limits, stream, context(pool))) {
                    stride.seal(stream);
                    strides.add(new ColumnDownload(pool, stream)
                            .download(new DeviceTable(schema, stride.inputs(), stride.rows())));
                }
            } while (reader.hasMore());
            return Concat.tables(schema, strides, pool);
        } finally {
            strides.forEach(Table::close);
        }
    }

    private static List<Batch> batches(Schema schema, SplittableRandom random, MemoryPool pool) {
        List<Batch> batches = new ArrayList<>();
        RandomTables tables = new RandomTables(random);
        long firstRow = 0;
        for (int i = random.nextInt(6); i >= 0; i--) {
            Table table = tables.sample(schema, tables.size(100)).build(pool);
            batches.add(new Batch(table, firstRow));
            firstRow += table.rowCount();
        }
        return batches;
    }

    @Test
    void allRowsArriveInOrder(MemoryPool pool) {
        withStream(stream -> RandomCases.run(150, random -> {
            RandomTables tables = new RandomTables(random);
            List<Field> fields = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                fields.add(new Field("c" + i, tables.scalarType()));
            }
            Schema schema = new Schema(fields);
            List<Batch> batches = batches(schema, random, pool);
            Table whole =
                    Concat.tables(schema, batches.stream().map(Batch::table).toList(), pool);
            boolean isCounted = random.nextBoolean();
            long rows = random.nextBoolean() ? 1 << 20 : random.nextInt(1, 300);
            OptionalLong total = isCounted ? OptionalLong.of(whole.rowCount()) : OptionalLong.empty();
            try (whole;
                    ListSource source = new ListSource(schema, batches, isCounted);
                    Table there = there(schema, source, rows, total, pool, stream)) {
                Tables.assertSame(Sample.of(whole), Sample.of(there), Comparison.ORDERED);
            }
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
        }));
    }

    @Test
    void aTableInMemoryIsTakenAsOneBatch(MemoryPool pool) {
        withStream(stream -> RandomCases.run(60, random -> {
            RandomTables tables = new RandomTables(random);
            Schema schema = Schema.of(new Field("a", tables.scalarType()), new Field("b", tables.scalarType()));
            try (Table whole = tables.sample(schema, tables.size(300)).build(pool);
                    BatchSource source = new TableDataset(whole).scan(Scan.of(schema.names()), context(pool));
                    Table there = there(
                            schema,
                            source,
                            random.nextInt(1, 300),
                            source.stats().rowCount(),
                            pool,
                            stream)) {
                Tables.assertSame(Sample.of(whole), Sample.of(there), Comparison.ORDERED);
                assertThat(source.next(context(pool))).isNull();
            }
        }));
    }

    @Test
    void pinnedRowsAreCopiedInOneRunAWave(MemoryPool pool) {
        withStream(stream -> {
            Schema schema = Schema.of(new Field("v", DataType.INT64, false));
            Buffer pinned = stream.device().pinned().allocate(pool, 1_000 * Long.BYTES, "test");
            for (int row = 0; row < 1_000; row++) {
                pinned.segment().setAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, row, row);
            }
            FixedColumn column = new FixedColumn(DataType.INT64, 1_000, pinned, Validity.allValid(1_000));
            try (Table table = new Table(schema, List.of(column), 1_000);
                    ListSource source = new ListSource(schema, slices(table, 10), true);
                    Table there = there(schema, source, 1 << 20, OptionalLong.of(1_000), pool, stream)) {
                Tables.assertSame(Sample.of(table), Sample.of(there), Comparison.ORDERED);
            }
        });
    }

    private static List<Batch> slices(Table table, int rows) {
        List<Batch> batches = new ArrayList<>();
        for (long row = 0; row < table.rowCount(); row += rows) {
            batches.add(new Batch(table.slice(row, Math.min(rows, table.rowCount() - row)), row));
        }
        return batches;
    }
}
