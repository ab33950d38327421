package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.ColumnStats;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.Workers;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Several files as one, what is known without reading, and scans by several threads.
@ExtendWith(PoolCheck.class)
class DatasetTest {
    @TempDir
    Path folder;

    private Path write(String name, MemoryPool pool, Tables.Rows rows) {
        Path file = folder.resolve(name);
        try (Table table = rows.build(pool)) {
            ParquetFiles.write(file, table.schema(), ParquetFiles.context(pool), table);
        }
        return file;
    }

    private Path numbers(String name, int from, int to, int rowGroup, MemoryPool pool) {
        Path file = folder.resolve(name);
        QueryContext context =
                ParquetFiles.context(pool, 1, Map.of("parquet.rowGroup.rows", Integer.toString(rowGroup)));
        int[] values = IntStream.range(from, to).toArray();
        double[] halves = IntStream.range(from, to).mapToDouble(i -> i / 2.0).toArray();
        String[] texts = IntStream.range(from, to).mapToObj(i -> "k" + i % 10).toArray(String[]::new);
        try (Table table = Table.of("i", values, "d", halves, "s", texts)) {
            ParquetFiles.write(file, table.schema(), context, table);
        }
        return file;
    }

    @Test
    void filesFollowEachOther(MemoryPool pool) {
        Path first = numbers("a.parquet", 0, 100, 30, pool);
        Path second = numbers("b.parquet", 100, 250, 1000, pool);
        Dataset dataset = ParquetFiles.open(first, second);
        assertThat(dataset.describe()).isEqualTo(first + " and 1 more (5 row groups)");
        assertThat(dataset.stats().rowCount()).isEqualTo(OptionalLong.of(250));
        try (Table table = ParquetFiles.read(dataset, List.of("i"), ParquetFiles.context(pool, 3, Map.of()))) {
            assertThat(table.ints("i")).isEqualTo(IntStream.range(0, 250).toArray());
        }
    }

    @Test
    void filesAreFoundByPatternAndFolder(MemoryPool pool) {
        numbers("a1.parquet", 0, 10, 30, pool);
        numbers("a2.pq", 10, 20, 30, pool);
        numbers("b.parquet", 20, 30, 30, pool);
        assertThat(FileFormats.open(folder + "/a*").stats().rowCount()).isEqualTo(OptionalLong.of(20));
        assertThat(FileFormats.open(folder.toString()).stats().rowCount()).isEqualTo(OptionalLong.of(30));
    }

    @Test
    void aPatternLooksNoDeeperThanItCanMatch(MemoryPool pool) throws IOException {
        numbers("a1.parquet", 0, 10, 30, pool);
        Path below = Files.createDirectories(folder.resolve("b/c"));
        Files.copy(folder.resolve("a1.parquet"), below.resolve("a2.parquet"));
        assertThat(FileFormats.files(folder + "/a*.parquet")).hasSize(1);
        assertThat(FileFormats.files(folder + "/*/*/a*.parquet")).hasSize(1);
        assertThat(FileFormats.files(folder + "/**/a*.parquet")).hasSize(1);
        assertThat(FileFormats.files(folder + "/{a1,b/c/a2}.parquet")).hasSize(2);
        Files.setPosixFilePermissions(below, Set.of());
        try {
            assumeFalse(Files.isReadable(below), "root reads every folder");
            assertThat(FileFormats.files(folder + "/a*.parquet")).hasSize(1);
            assertThatThrownBy(() -> FileFormats.files(folder + "/**/a*.parquet"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessage("cannot list the folder " + below + ": permission denied");
        } finally {
            Files.setPosixFilePermissions(below, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aLinkThatLeadsNowhereIsNamed() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("l.parquet"), folder.resolve("m.parquet"));
        Files.createSymbolicLink(folder.resolve("m.parquet"), link);
        assertThatThrownBy(() -> FileFormats.files(link.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(link + " is a link that leads to no file");
    }

    @Test
    void columnsComeInTheOrderAskedFor(MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(numbers("a.parquet", 0, 3, 30, pool));
        try (Table table = ParquetFiles.read(dataset, List.of("s", "i"), ParquetFiles.context(pool))) {
            assertThat(table.schema().names()).containsExactly("s", "i");
            assertThat(table.strings("s")).containsExactly("k0", "k1", "k2");
            assertThat(table.ints("i")).containsExactly(0, 1, 2);
        }
    }

    @Test
    void noColumnsGiveRowsAllTheSame(MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(numbers("a.parquet", 0, 100, 30, pool));
        try (Table table = ParquetFiles.read(dataset, List.of(), ParquetFiles.context(pool))) {
            assertThat(table.rowCount()).isEqualTo(100);
        }
    }

    @Test
    void anUnknownColumnIsNamed(MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(numbers("a.parquet", 0, 3, 30, pool));
        assertThatThrownBy(() -> dataset.scan(Scan.of(List.of("I")), ParquetFiles.context(pool)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column \"I\" not found; columns: i, d, s");
    }

    @Test
    void filesMayOrderColumnsAndAllowNullsDifferently(MemoryPool pool) {
        Path first = folder.resolve("first.parquet");
        Schema required = Schema.of(new Field("a", DataType.INT32, false), new Field("b", DataType.STRING, false));
        try (Table table = new Table(
                required, Table.of("a", new int[] {1}, "b", new String[] {"x"}).columns(), 1)) {
            ParquetFiles.write(first, required, ParquetFiles.context(pool), table);
        }
        Path second =
                write("second.parquet", pool, Tables.of("b:string", "a:int32").row(null, 2));
        Dataset dataset = ParquetFiles.open(first, second);
        assertThat(dataset.schema())
                .isEqualTo(Schema.of(new Field("a", DataType.INT32), new Field("b", DataType.STRING)));
        try (Table table = ParquetFiles.read(dataset, List.of("a", "b"), ParquetFiles.context(pool))) {
            Tables.assertSame(Tables.of("a:int32", "b:string").row(1, "x").row(2, null), table);
        }
    }

    @Test
    void filesOfSeveralSchemasMeetByName(MemoryPool pool) {
        Path ints = write("ints.parquet", pool, Tables.of("a:int32").row(1));
        Path longs = write("longs.parquet", pool, Tables.of("a:int64").row(2L));
        Path more = write("more.parquet", pool, Tables.of("b:string", "a:int32").row("x", 3));
        Dataset dataset = ParquetFiles.open(ints, longs, more);
        assertThat(dataset.schema())
                .isEqualTo(Schema.of(new Field("a", DataType.INT64), new Field("b", DataType.STRING)));
        assertThat(dataset.stats().rowCount()).isEqualTo(OptionalLong.of(3));
        try (Table table = ParquetFiles.read(dataset, List.of("b", "a"), ParquetFiles.context(pool, 3, Map.of()))) {
            Tables.assertSame(
                    Tables.of("b:string", "a:int64").row(null, 1L).row(null, 2L).row("x", 3L), table);
        }
    }

    @Test
    void typesThatHaveNoneInCommonAreRefused(MemoryPool pool) {
        Path ints = write("ints.parquet", pool, Tables.of("a:int32").row(1));
        Path texts = write("texts.parquet", pool, Tables.of("a:string").row("x"));
        assertThatThrownBy(() -> ParquetFiles.open(ints, texts))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the column \"a\" is int32")
                .hasMessageContaining("string in " + texts);
    }

    @Test
    void statisticsAreMergedOverRowGroups(MemoryPool pool) {
        Path file = folder.resolve("stats.parquet");
        Tables.Rows rows = Tables.of("i:int32", "f:float64", "n:float64", "s:string", "t:date", "u:uint8")
                .row(5, 0.0, 1.0, "b", LocalDate.of(2020, 1, 1), 200)
                .row(null, 2.5, Double.NaN, "a", LocalDate.of(2019, 1, 1), 3)
                .row(null, 1.5, 1.0, "é", null, 5)
                .row(-7, 0.5, 1.0, "a", null, 9);
        try (Table table = rows.build(pool)) {
            QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.rowGroup.rows", "2"));
            ParquetFiles.write(file, table.schema(), context, table);
        }
        var stats = ParquetFiles.open(file).stats();
        assertThat(stats.rowCount()).isEqualTo(OptionalLong.of(4));
        assertThat(stats.column("i")).isEqualTo(bounds(-7, 5, 2));
        assertThat(stats.column("f")).isEqualTo(bounds(-0.0, 2.5, 0));
        assertThat(stats.column("n"))
                .isEqualTo(
                        new ColumnStats(Optional.empty(), Optional.empty(), OptionalLong.of(0), OptionalLong.empty()));
        assertThat(stats.column("s")).isEqualTo(bounds("a", "é", 0));
        assertThat(stats.column("t")).isEqualTo(bounds(LocalDate.of(2019, 1, 1), LocalDate.of(2020, 1, 1), 2));
        assertThat(stats.column("u")).isEqualTo(bounds((short) 3, (short) 200, 0));
    }

    private static ColumnStats bounds(Object min, Object max, long nulls) {
        return new ColumnStats(Optional.of(min), Optional.of(max), OptionalLong.of(nulls), OptionalLong.empty());
    }

    @Test
    void dictionariesBoundTheNumberOfDistinctValues(MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(numbers("a.parquet", 0, 2000, 1000, pool));
        assertThat(dataset.stats().column("s").distinctCount()).isEqualTo(OptionalLong.of(20));
        assertThat(dataset.stats().column("i").distinctCount()).isEmpty();
    }

    @Test
    void anEmptyFileHasASchema(MemoryPool pool) {
        Path file = write("empty.parquet", pool, Tables.of("a:int32", "l:list<string>"));
        Dataset dataset = ParquetFiles.open(file);
        assertThat(dataset.stats().rowCount()).isEqualTo(OptionalLong.of(0));
        try (Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.rowCount()).isZero();
            assertThat(table.schema().names()).containsExactly("a", "l");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 10, 7", "2, 10, 7", "4, 1000, 64", "8, 1000, 1000", "3, 100, 131072"})
    void severalThreadsShareTheWork(int threads, int rowGroup, int batchRows, MemoryPool pool) {
        Path file = numbers("a.parquet", 0, 1000, rowGroup, pool);
        QueryContext context =
                ParquetFiles.context(pool, threads, Map.of("parquet.batch.rows", Integer.toString(batchRows)));
        BitSet seen = new BitSet();
        try (BatchSource source = ParquetFiles.open(file).scan(Scan.of(List.of("i", "d", "s")), context)) {
            Workers.runOnAll(context, _ -> {
                Batch batch;
                while ((batch = source.next(context)) != null) {
                    try (Batch open = batch) {
                        check(open, seen);
                    }
                }
            });
        }
        assertThat(seen.cardinality()).isEqualTo(1000);
        assertThat(context.phases().nanos(Phase.READ)).isPositive();
    }

    private static void check(Batch batch, BitSet seen) {
        int[] values = batch.table().ints("i");
        String[] texts = batch.table().strings("s");
        for (int i = 0; i < values.length; i++) {
            assertThat(values[i]).isEqualTo((int) batch.firstRow() + i);
            assertThat(texts[i]).isEqualTo("k" + values[i] % 10);
        }
        synchronized (seen) {
            seen.set((int) batch.firstRow(), (int) (batch.firstRow() + batch.rowCount()));
        }
    }

    @Test
    void aSourceThatIsNotReadToItsEndGivesItsMemoryBack(MemoryPool pool) {
        Path file = numbers("a.parquet", 0, 1000, 100, pool);
        QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.batch.rows", "10"));
        try (BatchSource source = ParquetFiles.open(file).scan(Scan.of(List.of("i", "s")), context)) {
            Batch batch = source.next(context);
            assertThat(batch).isNotNull();
            batch.close();
        }
    }

    @Test
    void cancellingEndsAScan(MemoryPool pool) throws InterruptedException {
        Path file = numbers("a.parquet", 0, 1000, 1000, pool);
        Cancellation cancellation = new Cancellation();
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .cancellation(cancellation)
                .settings(new Settings(Map.of("parquet.batch.rows", "10")))
                .build();
        List<Throwable> failures = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        try (BatchSource source = ParquetFiles.open(file).scan(Scan.of(List.of("i")), context)) {
            Thread reader = Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        Batch batch = source.next(context);
                        batch.close();
                        begun.countDown();
                        cancellation.cancel("enough");
                    }
                } catch (QueryCancelledException cancelled) {
                    failures.add(cancelled);
                }
            });
            begun.await();
            reader.join();
        }
        assertThat(failures).hasSize(1);
    }

    @Test
    void aBatchNeedsARow(MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(numbers("a.parquet", 0, 3, 30, pool));
        QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.batch.rows", "0"));
        assertThatThrownBy(() -> dataset.scan(Scan.of(List.of("i")), context))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parquet.batch.rows needs a number from 1 to 2147483647, not 0");
    }

    @Test
    void aTightLimitIsNamedAndLeavesNothingBehind() {
        try (MemoryPool pool = MemoryPool.withLimit(1 << 16);
                MemoryPool wide = MemoryPool.create()) {
            Path file = numbers("a.parquet", 0, 100_000, 100_000, wide);
            assertThatThrownBy(() -> ParquetFiles.read(file, ParquetFiles.context(pool, 2, Map.of())))
                    .isInstanceOf(dev.sheaf.memory.MemoryLimitException.class)
                    .hasMessageContaining("Parquet");
            PoolCheck.assertEmpty(pool);
        }
    }
}
