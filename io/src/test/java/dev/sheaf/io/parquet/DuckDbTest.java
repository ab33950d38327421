package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// DuckDB's files read as DuckDB reads them, and ours are read by it.
@ExtendWith(PoolCheck.class)
class DuckDbTest {
    private static DuckDb duckDb;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        duckDb = new DuckDb();
    }

    @AfterAll
    static void stop() {
        duckDb.close();
    }

    private static List<List<@Nullable Object>> rows(Table table) {
        return Sample.of(table).rows();
    }

    private void check(Path file, QueryContext context) {
        try (Table table = ParquetFiles.read(file, context)) {
            assertSame(duckDb.read(file), rows(table));
        }
    }

    private static void assertSame(List<List<@Nullable Object>> expected, List<List<@Nullable Object>> actual) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            for (int column = 0; column < expected.get(row).size(); column++) {
                assertThat(actual.get(row).get(column))
                        .as("row %d, column %d", row, column)
                        .isEqualTo(expected.get(row).get(column));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "snappy, V1, 122880",
        "zstd, V1, 2048",
        "gzip, V1, 122880",
        "lz4_raw, V1, 2048",
        "brotli, V1, 2048",
        "brotli, V2, 122880",
        "uncompressed, V1, 122880",
        "snappy, V2, 2048",
        "zstd, V2, 122880",
        "uncompressed, V2, 2048",
    })
    void everyTypeIsReadAsDuckDbReadsIt(String codec, String version, int rowGroup, MemoryPool pool) {
        Path file = folder.resolve("types.parquet");
        duckDb.copy(
                DuckDb.everyType(5000),
                file,
                "CODEC " + codec + ", PARQUET_VERSION " + version + ", ROW_GROUP_SIZE " + rowGroup);
        check(file, ParquetFiles.context(pool, 2, Map.of("parquet.batch.rows", "777")));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3, 99})
    void columnsWithAtMostOneValueAreRead(int rowOfValue, MemoryPool pool) {
        Path file = folder.resolve("nulls.parquet");
        String select = """
                SELECT CASE WHEN i = %1$d THEN 5 END AS "int", CASE WHEN i = %1$d THEN 5000000000 END AS "long",
                       CASE WHEN i = %1$d THEN 'a text' END AS "text",
                       CASE WHEN i = %1$d THEN DATE '2000-01-01' END AS "day"
                FROM range(100) AS rows(i)""".formatted(rowOfValue);
        duckDb.copy(select, file, "PARQUET_VERSION V2");
        check(file, ParquetFiles.context(pool));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 63, 64, 65, 1023, 1024, 1025, 2049})
    void everyNumberOfRowsIsRead(int rows, MemoryPool pool) {
        Path file = folder.resolve("rows.parquet");
        duckDb.copy(DuckDb.everyType(rows), file, "");
        check(file, ParquetFiles.context(pool));
        check(file, ParquetFiles.context(pool, 1, Map.of("parquet.batch.rows", "64")));
    }

    @Test
    void typesHaveTheirNames(MemoryPool pool) {
        Path file = folder.resolve("types.parquet");
        duckDb.copy(DuckDb.everyType(1), file, "");
        var schema = ParquetFiles.open(file).schema();
        assertThat(schema.type("uint16")).isEqualTo(DataType.UINT16);
        assertThat(schema.type("decimal18")).isEqualTo(DataType.decimal(18, 4));
        assertThat(schema.type("tz")).isEqualTo(new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC")));
        assertThat(schema.type("nanos")).isEqualTo(new DataType.TimestampType(TimeUnit.NANO, Optional.empty()));
        assertThat(schema.type("uuid")).isEqualTo(DataType.STRING);
        assertThat(schema.type("lists")).isEqualTo(new DataType.ListType(new DataType.ListType(DataType.STRING)));
    }

    @Test
    void dictionariesArriveAsTheyAre(MemoryPool pool) {
        Path file = folder.resolve("dictionary.parquet");
        duckDb.copy("SELECT 'key ' || (i % 17) AS k, 'x' || i AS s FROM range(3000) t(i)", file, "");
        try (Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.column("k")).isInstanceOf(DictionaryColumn.class);
            assertThat(((DictionaryColumn) table.column("k")).values().length()).isEqualTo(17);
            assertThat(table.column("s")).isInstanceOf(VarColumn.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"snappy, 131072, 1048576", "zstd, 1000, 100", "gzip, 64, 1", "uncompressed, 999, 5000"})
    void duckDbReadsWhatWeWrite(String codec, String rowGroup, String page, MemoryPool pool) {
        Path file = folder.resolve("duckdb.parquet");
        Path copy = folder.resolve("copy.parquet");
        duckDb.copy(DuckDb.everyType(2500), file, "");
        QueryContext context = ParquetFiles.context(
                pool, 2, Map.of("parquet.codec", codec, "parquet.rowGroup.rows", rowGroup, "parquet.page.bytes", page));
        try (Table table = ParquetFiles.read(file, context)) {
            ParquetFiles.write(copy, table.schema(), context, table);
            assertSame(rows(table), duckDb.read(copy));
        }
        check(copy, context);
    }

    @Test
    void duckDbSeesOurTypes(MemoryPool pool) {
        Path file = folder.resolve("duckdb.parquet");
        Path copy = folder.resolve("copy.parquet");
        duckDb.copy(DuckDb.everyType(10), file, "");
        QueryContext context = ParquetFiles.context(pool);
        try (Table table = ParquetFiles.read(file, context)) {
            ParquetFiles.write(copy, table.schema(), context, table);
        }
        var theirs = duckDb.rows("SELECT column_name, column_type FROM (DESCRIBE FROM '" + file + "')");
        var ours = duckDb.rows("SELECT column_name, column_type FROM (DESCRIBE FROM '" + copy + "')");
        theirs.removeIf(row -> List.of("uuid", "map", "millis").contains(row.getFirst()));
        ours.removeIf(row -> List.of("uuid", "map", "millis").contains(row.getFirst()));
        assertThat(ours).isEqualTo(theirs);
    }

    @Test
    void duckDbPrunesByOurStatistics(MemoryPool pool) {
        Path file = folder.resolve("numbers.parquet");
        QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.rowGroup.rows", "10"));
        int[] values = java.util.stream.IntStream.range(0, 100).toArray();
        String[] texts = new String[100];
        for (int i = 0; i < 100; i++) {
            texts[i] = "é" + "x".repeat(100) + (char) ('a' + i / 10);
        }
        try (Table table = Table.of("i", values, "s", texts)) {
            ParquetFiles.write(file, table.schema(), context, table);
        }
        String source = "FROM read_parquet('" + file + "') WHERE ";
        assertThat(duckDb.rows("SELECT count(*) " + source + "i >= 95")).isEqualTo(List.of(List.of(5L)));
        assertThat(duckDb.rows("SELECT count(*) " + source + "s = '" + texts[55] + "'"))
                .isEqualTo(List.of(List.of(10L)));
        assertThat(duckDb.rows("SELECT count(*) " + source + "s > '" + texts[55] + "'"))
                .isEqualTo(List.of(List.of(40L)));
    }
}
