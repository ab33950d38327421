package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A file appears whole or not at all, and is laid out well.
@ExtendWith(PoolCheck.class)
class SinkTest {
    private static final Schema SCHEMA = Schema.of(new Field("i", DataType.INT32));

    @TempDir
    Path folder;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aFileAppearsWhenItIsCommitted(MemoryPool pool) throws IOException {
        Path file = folder.resolve("a.parquet");
        try (BatchSink sink = new ParquetFormat().create(file, SCHEMA, ParquetFiles.context(pool));
                Table table = Table.of("i", new int[] {1, 2})) {
            sink.write(table);
            assertThat(files()).hasSize(1).allMatch(name -> name.startsWith(".sheaf-") && name.endsWith(".unfinished"));
            sink.commit();
            assertThat(files()).containsExactly("a.parquet");
        }
        assertThat(files()).containsExactly("a.parquet");
    }

    @Test
    void nothingIsLeftWithoutACommit(MemoryPool pool) throws IOException {
        Path file = folder.resolve("a.parquet");
        QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.rowGroup.rows", "1"));
        try (BatchSink sink = new ParquetFormat().create(file, SCHEMA, context);
                Table table = Table.of("i", new int[] {1, 2})) {
            sink.write(table);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void anOlderFileIsReplaced(MemoryPool pool) throws IOException {
        Path file = Files.writeString(folder.resolve("a.parquet"), "old");
        try (Table table = Table.of("i", new int[] {1, 2})) {
            ParquetFiles.write(file, SCHEMA, ParquetFiles.context(pool), table);
        }
        try (Table back = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(back.ints("i")).containsExactly(1, 2);
        }
        assertThat(files()).containsExactly("a.parquet");
    }

    @Test
    void whatCannotBeWrittenIsSaidAtOnce(MemoryPool pool) {
        QueryContext context = ParquetFiles.context(pool);
        assertThatThrownBy(() -> new ParquetFormat().create(folder, SCHEMA, context))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot write " + folder + ": it is a folder");
        Path nowhere = folder.resolve("no").resolve("a.parquet");
        assertThatThrownBy(() -> new ParquetFormat().create(nowhere, SCHEMA, context))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot write " + nowhere + ": there is no folder");
        Schema empty = Schema.of(new Field("s", new DataType.StructType(List.of())));
        assertThatThrownBy(() -> new ParquetFormat().create(folder.resolve("a.parquet"), empty, context))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column \"s\" is a struct without fields");
    }

    @Test
    void settingsAreChecked(MemoryPool pool) {
        for (Map.Entry<String, String> setting : Map.of(
                        "parquet.codec", "brotli", "parquet.rowGroup.rows", "0", "parquet.page.bytes", "-1")
                .entrySet()) {
            QueryContext context = ParquetFiles.context(pool, 1, Map.of(setting.getKey(), setting.getValue()));
            assertThatThrownBy(() -> new ParquetFormat().create(folder.resolve("a.parquet"), SCHEMA, context))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("setting " + setting.getKey() + " needs")
                    .hasMessageContaining(setting.getValue());
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void tablesOfAnotherSchemaAreRefused(MemoryPool pool) {
        try (BatchSink sink =
                        new ParquetFormat().create(folder.resolve("a.parquet"), SCHEMA, ParquetFiles.context(pool));
                Table table = Table.of("i", new long[] {1})) {
            assertThatThrownBy(() -> sink.write(table))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("(i: int64 not null) does not go into")
                    .hasMessageContaining("(i: int32)");
        }
    }

    @Test
    void nullsInARequiredColumnAreRefused(MemoryPool pool) {
        Schema required = Schema.of(new Field("i", DataType.INT32, false));
        Path file = folder.resolve("a.parquet");
        try (Table table = Tables.of("i:int32").row(1).row((Object) null).build(pool)) {
            assertThatThrownBy(() -> ParquetFiles.write(file, required, ParquetFiles.context(pool), table))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("column \"i\" has a null");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void longTextsGoIntoAFileWithLittleMemory(MemoryPool pool) {
        Path file = folder.resolve("a.parquet");
        String[] texts = IntStream.range(0, 120_000)
                .mapToObj(i -> "%09d".formatted(i).repeat(10))
                .toArray(String[]::new);
        try (Table table = Table.of("t", texts);
                MemoryPool small = MemoryPool.withLimit(16 << 20)) {
            ParquetFiles.write(file, table.schema(), ParquetFiles.context(small), table);
            try (Table back = ParquetFiles.read(file, ParquetFiles.context(pool))) {
                assertThat(back.strings("t")).isEqualTo(texts);
            }
            PoolCheck.assertEmpty(small);
        }
    }

    @Test
    void fewDistinctValuesMakeADictionary(MemoryPool pool) {
        Path file = folder.resolve("a.parquet");
        String[] few = IntStream.range(0, 1000).mapToObj(i -> "k" + i % 7).toArray(String[]::new);
        String[] many = IntStream.range(0, 1000).mapToObj(i -> "k" + i).toArray(String[]::new);
        int[] numbers = IntStream.range(0, 1000).map(i -> i % 5).toArray();
        try (Table table = Table.of("few", few, "many", many, "numbers", numbers)) {
            ParquetFiles.write(file, table.schema(), ParquetFiles.context(pool), table);
        }
        try (Table back = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(back.column("few")).isInstanceOf(DictionaryColumn.class);
            assertThat(back.column("many")).isInstanceOf(VarColumn.class);
            assertThat(back.strings("many")).isEqualTo(many);
            assertThat(back.ints("numbers")).isEqualTo(numbers);
        }
        try (DuckDb duckDb = new DuckDb()) {
            String source = " FROM parquet_metadata('" + file + "') WHERE encodings LIKE '%RLE_DICTIONARY%'";
            assertThat(duckDb.rows("SELECT path_in_schema" + source))
                    .isEqualTo(List.of(List.of("few"), List.of("numbers")));
        }
    }

    @Test
    void chunksThatHardlyShrinkAreStoredAsTheyAre(MemoryPool pool) {
        int rows = 20_000;
        SplittableRandom random = new SplittableRandom(1);
        double[] noise = random.doubles(rows).toArray();
        double[] prices = random.longs(rows, 0, 50_000_000)
                .mapToDouble(cents -> cents / 100.0)
                .toArray();
        long[] growing = LongStream.range(0, rows).toArray();
        Map<String, List<String>> expected = Map.of(
                "snappy", List.of("SNAPPY", "UNCOMPRESSED", "UNCOMPRESSED"),
                "zstd", List.of("ZSTD", "UNCOMPRESSED", "ZSTD"),
                "uncompressed", List.of("UNCOMPRESSED", "UNCOMPRESSED", "UNCOMPRESSED"));
        try (Table table = Table.of("growing", growing, "noise", noise, "prices", prices);
                DuckDb duckDb = new DuckDb()) {
            for (Map.Entry<String, List<String>> codec : expected.entrySet()) {
                Path file = folder.resolve(codec.getKey() + ".parquet");
                QueryContext context = ParquetFiles.context(
                        pool, 1, Map.of("parquet.codec", codec.getKey(), "parquet.page.bytes", "30000"));
                ParquetFiles.write(file, table.schema(), context, table);
                assertThat(duckDb.rows("SELECT compression FROM parquet_metadata('" + file + "') ORDER BY column_id"))
                        .isEqualTo(codec.getValue().stream().map(List::of).toList());
                assertThat(duckDb.rows("SELECT sum(growing)::BIGINT, sum(prices) > 0, count(*) FROM '" + file + "'"))
                        .isEqualTo(List.of(List.of(LongStream.of(growing).sum(), true, (long) rows)));
                try (Table back = ParquetFiles.read(file, context)) {
                    assertThat(back.doubles("noise")).isEqualTo(noise);
                    assertThat(back.doubles("prices")).isEqualTo(prices);
                    assertThat(back.longs("growing")).isEqualTo(growing);
                }
            }
        }
    }

    @Test
    void aDictionaryIsNotGivenUpForLateRepeats(MemoryPool pool) {
        Path file = folder.resolve("a.parquet");
        SplittableRandom random = new SplittableRandom(2);
        String[] texts = random.ints(60_000, 0, 14_000).mapToObj(i -> "k" + i).toArray(String[]::new);
        try (Table table = Table.of("s", texts);
                Table first = table.slice(0, 30_000);
                Table second = table.slice(30_000, 30_000)) {
            ParquetFiles.write(file, table.schema(), ParquetFiles.context(pool), first, second);
        }
        try (Table back = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(back.column("s")).isInstanceOf(DictionaryColumn.class);
            assertThat(back.strings("s")).isEqualTo(texts);
        }
    }

    @Test
    void batchesOfDifferentDictionariesMakeOne(MemoryPool pool) {
        Path file = folder.resolve("a.parquet");
        Path copy = folder.resolve("b.parquet");
        String[] texts =
                IntStream.range(0, 3000).mapToObj(i -> "k" + i / 100 % 20).toArray(String[]::new);
        try (Table table = Table.of("s", texts)) {
            ParquetFiles.write(
                    file, table.schema(), ParquetFiles.context(pool, 1, Map.of("parquet.rowGroup.rows", "500")), table);
        }
        QueryContext context = ParquetFiles.context(pool);
        try (Table whole = ParquetFiles.read(file, context);
                Table first = whole.slice(0, 1100);
                Table second = whole.slice(1100, 1900)) {
            ParquetFiles.write(copy, whole.schema(), context, first, second);
        }
        try (Table back = ParquetFiles.read(copy, context)) {
            assertThat(back.strings("s")).isEqualTo(texts);
            assertThat(((DictionaryColumn) back.column("s")).values().length()).isEqualTo(20);
        }
        assertThat(context.phases().nanos(Phase.WRITE)).isPositive();
    }

    @Test
    void namesMayHaveDots(MemoryPool pool) {
        Path file = folder.resolve("a.parquet");
        Tables.Rows rows = Tables.of("a.b:int32", "é \"x\":list<int32>").row(1, List.of(2));
        try (Table table = rows.build(pool)) {
            ParquetFiles.write(file, table.schema(), ParquetFiles.context(pool), table);
        }
        try (Table back = ParquetFiles.read(file, ParquetFiles.context(pool));
                DuckDb duckDb = new DuckDb()) {
            Tables.assertSame(rows, back);
            assertThat(duckDb.read(file)).isEqualTo(List.of(List.of(1, List.of(2))));
        }
    }
}
