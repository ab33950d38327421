package dev.sheaf.arrow;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.write.ColumnWrites;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.io.arrow.c.Lent;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tables to vectors and back. Every allocator is closed, which fails if bytes of it are in use.
@ExtendWith(PoolCheck.class)
class ArrowJavaTest {

    @AfterEach
    void nothingIsHeld() {
        assertThat(Lent.count()).isZero();
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).build();
    }

    private static Table randomTable(SplittableRandom random, int most, MemoryPool pool) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            fields.add(new Field("c" + i, tables.anyType()));
        }
        return tables.sample(new Schema(fields), tables.size(most)).build(pool);
    }

    @Test
    void tablesOfAnyTypesComeBackAsTheyWent(MemoryPool pool) {
        RandomCases.run(400, random -> {
            try (RootAllocator allocator = new RootAllocator();
                    Table table = randomTable(random, 200, pool);
                    VectorSchemaRoot root = ArrowJava.root(table, allocator, pool);
                    Table back = ArrowJava.table(root, allocator, pool)) {
                assertThat(root.getRowCount()).isEqualTo(table.rowCount());
                Tables.assertSame(table, back, Comparison.ORDERED);
            }
        });
    }

    @Test
    void slicesOfVectorsAndOfTablesComeBackAsTheyWent(MemoryPool pool) {
        RandomCases.run(400, random -> {
            try (RootAllocator allocator = new RootAllocator();
                    Table whole = randomTable(random, 200, pool)) {
                long rows = whole.rowCount();
                int start = rows == 0 ? 0 : random.nextInt((int) rows);
                int length = rows == start ? 0 : random.nextInt((int) rows - start) + 1;
                int cut = rows == 0 ? 0 : random.nextInt(start + 1);
                try (Table slice = whole.slice(cut, rows - cut);
                        Table expected = whole.slice(start, length);
                        VectorSchemaRoot root = ArrowJava.root(slice, allocator, pool);
                        VectorSchemaRoot part = root.slice(start - cut, length);
                        Table back = ArrowJava.table(part, allocator, pool)) {
                    Tables.assertSame(expected, back, Comparison.ORDERED);
                }
            }
        });
    }

    @Test
    void batchesComeAndGo(MemoryPool pool) {
        RandomCases.run(100, random -> {
            try (RootAllocator allocator = new RootAllocator();
                    Table table = randomTable(random, 500, pool)) {
                QueryContext context = QueryContext.builder()
                        .pool(pool)
                        .settings(new Settings(Map.of("morsel.rows", String.valueOf(1 + random.nextInt(100)))))
                        .build();
                BatchSource batches =
                        new TableDataset(table).scan(Scan.of(table.schema().names()), context);
                ArrowReader reader = ArrowJava.reader(batches, context, allocator);
                try (BatchSource back = ArrowJava.source(reader, allocator, pool)) {
                    assertSame(table, back, context, random.nextInt(3) == 0);
                }
            }
        });
    }

    /// @param leave whether only the first batch is read
    private static void assertSame(Table expected, BatchSource source, QueryContext context, boolean leave) {
        List<Table> read = new ArrayList<>();
        try {
            long rows = 0;
            for (Batch batch = source.next(context); batch != null; batch = leave ? null : source.next(context)) {
                assertThat(batch.firstRow()).isEqualTo(rows);
                rows += batch.rowCount();
                read.add(batch.table());
            }
            try (Table all = Concat.tables(source.schema(), read, context.pool());
                    Table first = expected.slice(0, rows)) {
                Tables.assertSame(first, all, Comparison.ORDERED);
                assertThat(leave || rows == expected.rowCount()).isTrue();
            }
        } finally {
            read.forEach(Table::close);
        }
    }

    @Test
    void numbersLieInOnePlace(MemoryPool pool) {
        try (RootAllocator allocator = new RootAllocator();
                VectorSchemaRoot root = numbers(allocator, 100_000)) {
            long before = allocator.getAllocatedMemory();
            try (Table table = ArrowJava.table(root, allocator, pool)) {
                root.clear();
                assertThat(allocator.getAllocatedMemory()).isBetween(before, before + 50_000);
                assertThat(table.column(0).get(99_999)).isEqualTo(99_999L);
                assertThat(pool.usedBytes()).isBetween(800_000L, 850_000L);

                try (VectorSchemaRoot back = ArrowJava.root(table, allocator, pool)) {
                    assertThat(pool.usedBytes()).isBetween(800_000L, 850_000L);
                    assertThat(((BigIntVector) back.getVector(0)).get(99_998)).isEqualTo(99_998);
                }
            }
            assertThat(allocator.getAllocatedMemory()).isLessThan(before);
        }
    }

    private static VectorSchemaRoot numbers(BufferAllocator allocator, int rows) {
        BigIntVector numbers = new BigIntVector("n", allocator);
        numbers.allocateNew(rows);
        for (int row = 0; row < rows; row++) {
            numbers.set(row, row);
        }
        numbers.setValueCount(rows);
        return VectorSchemaRoot.of(numbers);
    }

    @Test
    void whatIsWrittenIntoColumnsIsNotWrittenIntoVectors(MemoryPool pool) {
        try (RootAllocator allocator = new RootAllocator();
                VectorSchemaRoot root = numbersAndFlags(allocator);
                Table table = ArrowJava.table(root, allocator, pool);
                Table other = ArrowJava.table(root, allocator, pool);
                Column numbers = ColumnWrites.fill(table.column(0), 0, 100, 7L, pool);
                Column nulls = ColumnWrites.fill(other.column(0), 0, 100, null, pool);
                Column flags = ColumnWrites.fill(table.column(1), 0, 100, true, pool)) {
            assertThat(numbers.get(99)).isEqualTo(7L);
            assertThat(nulls.nullCount()).isEqualTo(100);
            assertThat(flags.get(99)).isEqualTo(true);
            assertThat(root.getVector(0).getObject(99)).isEqualTo(99L);
            assertThat(root.getVector(0).getNullCount()).isEqualTo(1);
            assertThat(root.getVector(1).getObject(99)).isEqualTo(false);
        }
    }

    private static VectorSchemaRoot numbersAndFlags(BufferAllocator allocator) {
        FieldVector numbers = numbers(allocator, 100).getVector(0);
        numbers.setNull(3);
        BitVector flags = new BitVector("f", allocator);
        flags.allocateNew(100);
        flags.setValueCount(100);
        for (int row = 0; row < 100; row++) {
            flags.set(row, 0);
        }
        return VectorSchemaRoot.of(numbers, flags);
    }

    @Test
    void dictionariesStayDictionariesInSheaf(MemoryPool pool) throws IOException {
        try (RootAllocator allocator = new RootAllocator();
                Dictionaries words = Dictionaries.of(allocator, "b", "a");
                VectorSchemaRoot root = words.encoded("s", 1, 0, -1, 1)) {
            try (Table table = ArrowJava.table(root, words.provider(), allocator, pool)) {
                assertThat(table.schema().type("s")).isEqualTo(new DataType.DictionaryType(DataType.STRING));
                assertThat(table.values("s")).containsExactly("a", "b", null, "a");
                try (VectorSchemaRoot back = ArrowJava.root(table, allocator, pool)) {
                    assertThat(((VarCharVector) back.getVector("s")).getObject(3))
                            .hasToString("a");
                }
            }
        }
    }

    @Test
    void readersAreScannedByLazyFrames(MemoryPool pool) throws IOException {
        try (RootAllocator allocator = new RootAllocator();
                Table table = Table.of("k", new String[] {"a", "b", "a"}, "v", new long[] {1, 2, 4})) {
            QueryContext context = context(pool);
            Dataset dataset = ArrowJava.dataset(
                    () -> ArrowJava.reader(LazyFrame.of(table).stream(context), context, allocator), allocator);
            LazyFrame sums =
                    LazyFrame.scan(dataset).groupBy("k").agg(sum("v").as("s")).sort("k");
            try (ArrowReader reader = ArrowJava.reader(sums.stream(context), context, allocator)) {
                assertThat(reader.loadNextBatch()).isTrue();
                assertThat(reader.getVectorSchemaRoot().contentToTSVString()).isEqualTo("k\ts\na\t5\nb\t2\n");
                assertThat(reader.loadNextBatch()).isFalse();
            }
            try (Table again =
                    LazyFrame.scan(dataset).filter(col("v").gt(1)).select("v").collect(context)) {
                assertThat(again.values("v")).containsExactly(2L, 4L);
            }
        }
    }

    @Test
    void aQueryThatFailsIsAFailureOfTheReader(MemoryPool pool) throws IOException {
        try (RootAllocator allocator = new RootAllocator();
                Table table = Table.of("v", new long[] {1})) {
            QueryContext context = context(pool);
            ArrowReader failing = ArrowJava.reader(
                    new Failing(new TableDataset(table).scan(Scan.of(List.of("v")), context)), context, allocator);
            try (failing) {
                assertThatThrownBy(failing::loadNextBatch)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("the well is dry");
            }
            ArrowReader again = ArrowJava.reader(
                    new Failing(new TableDataset(table).scan(Scan.of(List.of("v")), context)), context, allocator);
            try (BatchSource source = ArrowJava.source(again, allocator, pool)) {
                assertThatThrownBy(() -> source.next(context))
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessageContaining("the well is dry");
            }
        }
    }

    private record Failing(BatchSource input) implements dev.sheaf.query.ForwardingSource {
        @Override
        public Batch next(QueryContext context) {
            throw new IllegalStateException("the well is dry");
        }

        @Override
        public @org.jspecify.annotations.Nullable Batch pass(Batch batch, QueryContext context) {
            return batch;
        }
    }

    @Test
    void aPoolWithoutRoomTakesNothing() {
        try (MemoryPool small = MemoryPool.withLimit(100_000);
                RootAllocator allocator = new RootAllocator();
                VectorSchemaRoot root = numbers(allocator, 100_000)) {
            assertThatThrownBy(() -> ArrowJava.table(root, allocator, small)).isInstanceOf(MemoryLimitException.class);
            assertThat(small.usedBytes()).isZero();
        }
    }

    @Test
    void aTypeThatSheafHasNotIsNamed(MemoryPool pool) {
        try (RootAllocator allocator = new RootAllocator();
                VectorSchemaRoot root =
                        VectorSchemaRoot.of(new org.apache.arrow.vector.Float2Vector("half", allocator))) {
            assertThatThrownBy(() -> ArrowJava.table(root, allocator, pool))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("\"half\" has the Arrow type \"e\"");
        }
    }

    @Test
    void aColumnThatIsNotThereClosesTheReader(MemoryPool pool) {
        try (RootAllocator allocator = new RootAllocator();
                Table table = Table.of("v", new long[] {1})) {
            QueryContext context = context(pool);
            Dataset dataset = ArrowJava.dataset(
                    () -> ArrowJava.reader(LazyFrame.of(table).stream(context), context, allocator), allocator);
            assertThatThrownBy(() -> dataset.scan(Scan.of(List.of("w")), context))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("w");
        }
    }
}
