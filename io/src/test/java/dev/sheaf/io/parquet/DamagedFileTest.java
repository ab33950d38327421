package dev.sheaf.io.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever the bytes of a file are, reading it gives values or an exception that says what is wrong with the file;
/// soon, with little memory, and with all of it given back.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedFileTest {
    private static final int ROWS = 150;
    private static final long POOL_BYTES = 64 << 20;

    /// Types whose values DuckDB's driver gives as we do, whatever the bits.
    private static final String PLAIN_TYPES = """
            SELECT i % 3 = 0 AS b, i::INTEGER * 1000 AS i, CASE WHEN i % 5 > 0 THEN hash(i) END AS u, i / 7.0::DOUBLE AS d,
                'k' || i % 10 AS k, CASE WHEN i % 7 > 1 THEN 'text ' || hash(i) END AS s,
                CASE WHEN i % 4 > 0 THEN [i, NULL] END AS l
            FROM range(150) t(i)
            """;

    private static DuckDb duckDb;

    @TempDir
    static Path folder;

    @BeforeAll
    static void start() {
        duckDb = new DuckDb();
    }

    @AfterAll
    static void stop() {
        duckDb.close();
    }

    private static byte[] duckDbFile(String query, String options) {
        Path file = folder.resolve("base.parquet");
        duckDb.copy(query, file, options);
        return bytes(file);
    }

    private static byte[] ourFile(String codec) {
        Path base = folder.resolve("base.parquet");
        Path file = folder.resolve("ours.parquet");
        duckDb.copy(DuckDb.everyType(ROWS), base, "");
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES)) {
            QueryContext context = ParquetFiles.context(
                    pool,
                    1,
                    Map.of("parquet.codec", codec, "parquet.rowGroup.rows", "60", "parquet.page.bytes", "200"));
            try (Table table = ParquetFiles.read(base, context)) {
                ParquetFiles.write(file, table.schema(), context, table);
            }
        }
        return bytes(file);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// The rows of a file of these bytes, or null if it is refused as damaged or as no Parquet file we can read.
    private static @Nullable List<List<@Nullable Object>> read(byte[] bytes, String batchRows) throws IOException {
        Path file = Files.write(folder.resolve("damaged.parquet"), bytes);
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES)) {
            try (Table table =
                    ParquetFiles.read(file, ParquetFiles.context(pool, 1, Map.of("parquet.batch.rows", batchRows)))) {
                return Sample.of(table).rows();
            } catch (CorruptFileException | IllegalArgumentException refused) {
                assertThat(refused).hasMessageContaining("damaged.parquet");
                return null;
            } finally {
                PoolCheck.assertEmpty(pool);
            }
        }
    }

    private static boolean isSame(List<List<@Nullable Object>> a, List<List<@Nullable Object>> b) {
        return Arrays.deepEquals(
                a.stream().map(List::toArray).toArray(),
                b.stream().map(List::toArray).toArray());
    }

    @Test
    void damagedFilesGiveValuesOrAnError() throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (String options : List.of(
                "CODEC snappy",
                "CODEC uncompressed",
                "CODEC lz4_raw",
                "CODEC gzip",
                "CODEC brotli",
                "CODEC zstd",
                "CODEC zstd, PARQUET_VERSION V2",
                "CODEC uncompressed, PARQUET_VERSION V2")) {
            files.add(duckDbFile(DuckDb.everyType(ROWS), options));
        }
        files.add(ourFile("gzip"));
        files.add(ourFile("uncompressed"));
        for (byte[] file : files) {
            assertThat(read(file, "64")).hasSize(ROWS);
        }
        RandomCases.run(5000, random -> {
            byte[] file = files.get(random.nextInt(files.size()));
            Mutation mutation = Mutation.anywhere(file, random);
            read(
                    random.nextInt(3) == 0 ? mutation.resize(file) : mutation.overwrite(file),
                    random.nextBoolean() ? "1000" : "17");
        });
    }

    @Test
    void checksumsTellAnyFlippedBit() throws IOException {
        byte[] file = ourFile("uncompressed");
        List<List<@Nullable Object>> rows = read(file, "1000");
        RandomCases.run(600, random -> {
            List<List<@Nullable Object>> damaged =
                    read(Mutation.inPages(file, random).flipOne(file), "1000");
            assertThat(damaged == null || isSame(rows, damaged)).isTrue();
        });
    }

    @Test
    void withoutChecksumsTheValuesAreThoseThatDuckDbFinds() throws IOException {
        for (String options : List.of("CODEC uncompressed", "CODEC uncompressed, PARQUET_VERSION V2")) {
            byte[] file = duckDbFile(PLAIN_TYPES, options);
            RandomCases.run(250, random -> compareWithDuckDb(file, random));
        }
    }

    private static void compareWithDuckDb(byte[] file, SplittableRandom random) throws IOException {
        byte[] damaged = Mutation.inPages(file, random).overwrite(file);
        List<List<@Nullable Object>> ours = read(damaged, "40");
        if (ours == null) {
            return;
        }
        List<List<@Nullable Object>> theirs;
        try {
            theirs = duckDb.read(folder.resolve("damaged.parquet"));
        } catch (IllegalStateException refused) {
            return;
        }
        assertThat(isSame(theirs, ours)).isTrue();
    }

    @Test
    void everyLengthOfTheFileIsTooShort() throws IOException {
        byte[] file = duckDbFile("SELECT i, 'k' || i AS k FROM range(20) t(i)", "");
        for (int length = 0; length < file.length; length++) {
            assertThat(read(Arrays.copyOf(file, length), "1000")).isNull();
        }
    }

    private static void assertRefused(byte[] bytes, Class<? extends RuntimeException> type, String message)
            throws IOException {
        Path file = Files.write(folder.resolve("refused.parquet"), bytes);
        assertThatThrownBy(() -> ParquetFiles.open(file))
                .isExactlyInstanceOf(type)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }

    @Test
    void otherFilesAreNoParquetFiles() throws IOException {
        assertRefused(new byte[0], IllegalArgumentException.class, "is empty");
        assertRefused("a,b\n1,2\n".getBytes(US_ASCII), IllegalArgumentException.class, "is not a Parquet file");
        assertRefused(new byte[5000], IllegalArgumentException.class, "is not a Parquet file");
        assertRefused("PAR1".getBytes(US_ASCII), CorruptFileException.class, "truncated");
        assertRefused("PAR1....PARE".getBytes(US_ASCII), IllegalArgumentException.class, "encrypted");
        assertRefused("PAR1....PAR1".getBytes(US_ASCII), CorruptFileException.class, "a footer of");
    }

    @Test
    void foldersAndMissingFilesAreNamed() {
        assertThatThrownBy(() -> ParquetFiles.open(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(folder + " is a folder");
        Path missing = folder.resolve("missing.parquet");
        assertThatThrownBy(() -> ParquetFiles.open(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot read " + missing + ": there is no such file");
        assertThatThrownBy(() -> new ParquetFormat().open(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no file to read");
    }

    @Test
    void theMessageNamesThePlace() throws IOException {
        byte[] file = ourFile("uncompressed");
        byte[] damaged = file.clone();
        int text = indexOf(file, "é日😀".getBytes(UTF_8));
        damaged[text] = 'x';
        Path path = Files.write(folder.resolve("place.parquet"), damaged);
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES)) {
            assertThatThrownBy(() -> ParquetFiles.read(path, ParquetFiles.context(pool)))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessage(
                            path + ", row group 0, column \"text\", page 0: the checksum of a page does not match its"
                                    + " contents");
            PoolCheck.assertEmpty(pool);
        }
    }

    private static int indexOf(byte[] file, byte[] text) {
        Function<Integer, Boolean> matches = at -> Arrays.equals(file, at, at + text.length, text, 0, text.length);
        int at = 0;
        while (!matches.apply(at)) {
            at++;
        }
        return at;
    }

    @Test
    void aFileThatChangesAfterItWasOpenedIsNotRead() throws IOException {
        Path file = Files.write(folder.resolve("changing.parquet"), duckDbFile("SELECT 1 AS i", ""));
        var dataset = ParquetFiles.open(file);
        Files.write(file, new byte[3]);
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES)) {
            assertThatThrownBy(() -> ParquetFiles.read(dataset, List.of("i"), ParquetFiles.context(pool)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has changed since it was opened");
            PoolCheck.assertEmpty(pool);
        }
    }
}
